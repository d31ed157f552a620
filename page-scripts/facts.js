// What the page says, as facts: a value, the words it goes by, and where it stands. Which fact answers
// which field of a schema is decided outside the page. Reads only.
(() => {
  const { squeeze, isVisible, lineOf, parentOf, childrenOf, deepAll, isSecret, secretKind, tagOf } = tw.reading;

  const MAX_VALUE = 2000;
  const LABEL_WORDS = /(^|[-_])(label|key|name|term|title|caption|field|prop(erty)?|attr(ibute)?|heading|dt)s?($|[-_])/i;
  const VALUE_WORDS = /(^|[-_])(value|val|data|content|text|desc(ription)?|detail|dd)s?($|[-_])/i;
  // Classes that say how something looks, not what it is.
  const STYLE_CLASS = /^(col|row|d|p|m|px|py|pt|pb|pl|pr|mx|my|mt|mb|ml|mr|w|h|min|max|gap|flex|grid|items|justify|self|order|bg|border|rounded|shadow|text|font|leading|tracking|opacity|z|top|left|right|bottom|inset|absolute|relative|fixed|sticky|block|inline|hidden|sm|md|lg|xl|xs|hover|focus|active|btn|container|wrapper|inner|outer|clearfix|float|is|has|js|css|sc|size|bold|small|large|strong|muted|item|card|cell|list|element|box|group|block|primary|secondary|truncate|space|overflow|cursor|transition|uppercase|lowercase|italic|underline)([-_:]|$)|[:[\]/]|^[a-z]{1,2}\d*$|^css-|^_|[A-Za-z0-9]*\d[A-Za-z0-9]*\d/i;
  const META = 'meta, link';

  const classKeys = el => [...el.classList].filter(c => c.length < 50).flatMap(c => {
    // Block__element--modifier: the element is the name.
    const bem = c.match(/__([a-z][\w-]*?)(--.*)?$/i);
    const name = bem ? bem[1] : c.replace(/--.*$/, '').replace(/_[A-Za-z0-9]{5,}$/, '');
    return STYLE_CLASS.test(name) && !bem ? [] : [name];
  }).slice(0, 4);

  const dataKeys = el => ['data-testid', 'data-test', 'data-test-id', 'data-qa', 'data-cy', 'data-field', 'data-name', 'data-label', 'data-title', 'data-th', 'data-column', 'data-key', 'data-automation-id', 'slot', 'part']
    .map(n => el.getAttribute(n)).filter(v => v && v.length < 60);

  // The value that an element stands for, by the rules of microdata.
  const valueOf = el => {
    switch (el.localName) {
      case 'meta': return el.getAttribute('content') || '';
      case 'time': return el.getAttribute('datetime') || lineOf(el, MAX_VALUE);
      case 'data': case 'meter': case 'progress': return el.getAttribute('value') || lineOf(el, MAX_VALUE);
      case 'img': return el.getAttribute('alt') || '';
      case 'link': return el.href || '';
      default: return el.getAttribute('content') || lineOf(el, MAX_VALUE);
    }
  };

  const urlOf = el => {
    if (el.localName === 'a' || el.localName === 'area' || el.localName === 'link') return typeof el.href === 'string' && !/^javascript:/i.test(el.href) ? el.href : '';
    if (el.localName === 'img') return el.currentSrc || el.src || '';
    if (el.localName === 'source' || el.localName === 'video' || el.localName === 'iframe') return el.src || '';
    return '';
  };

  const isStruck = el => {
    for (let at = el, n = 0; at && n < 4; at = parentOf(at), n += 1) {
      if (/^(s|del|strike)$/.test(at.localName) || getComputedStyle(at).textDecorationLine.includes('line-through')) return true;
    }
    return false;
  };

  // Where something stands inside `top`: tags, and what tells them from their like.
  const pathIn = (el, top) => {
    const parts = [];
    for (let at = el; at && at !== top && parts.length < 8; at = parentOf(at)) {
      const name = [...at.classList].find(c => /^[a-z_-][\w-]*$/i.test(c) && c.length < 40 && !/\d{3,}/.test(c));
      const prop = at.getAttribute('itemprop');
      parts.unshift(prop ? `[itemprop="${prop}"]` : name ? `${at.localName}.${name}` : at.localName);
    }
    return parts.join(' > ');
  };

  const ownText = el => {
    let s = '';
    for (const c of childrenOf(el)) if (c.nodeType === Node.TEXT_NODE) s += c.data;
    return squeeze(s);
  };

  // Facts under `top`. `whole`: selectors are absolute, else paths inside `top`.
  const gather = (top, { whole = false, limit = 40, skip = null } = {}) => {
    const facts = [];
    // Selectors of the page's facts are made later, for the few that are used: by the element's number.
    const where = el => pathIn(el, whole ? document.body : top);
    const add = (el, source, keys, value, extra = {}) => {
      const v = squeeze(String(value ?? '')).slice(0, MAX_VALUE);
      if (!v && !extra.u) return;
      if (facts.length >= limit) return;
      const k = [...new Set(keys.map(squeeze).filter(x => x && x.length <= 120))];
      facts.push({ k, v, s: source, w: where(el), ...(whole ? { e: tw.idOf(el) } : {}), ...extra });
    };

    const pair = (labelEl, valueEl, source) => {
      const label = lineOf(labelEl, 160).replace(/\s*[:：]\s*$/, '');
      if (!label || label.length > 100) return;
      const link = valueEl.matches('a[href]') ? valueEl : valueEl.querySelector('a[href]');
      const timed = valueEl.matches('time[datetime]') ? valueEl : valueEl.querySelector('time[datetime]');
      const extra = {};
      if (link && urlOf(link)) extra.u = urlOf(link);
      if (timed) extra.d = timed.getAttribute('datetime');
      if (isStruck(valueEl)) extra.x = true;
      add(valueEl, source, [label], lineOf(valueEl, MAX_VALUE), extra);
    };

    const structure = el => {
      const tag = el.localName;
      if (tag === 'dl') {
        let terms = [];
        let fresh = false;
        const items = [...el.children].flatMap(c => (c.localName === 'div' ? [...c.children] : [c]));
        for (const c of items) {
          if (c.localName === 'dt') { if (fresh) terms = []; terms.push(c); fresh = false; }
          if (c.localName === 'dd') { for (const t of terms) pair(t, c, 'definition list'); fresh = true; }
        }
      } else if (tag === 'tr' && top !== el) {
        const cells = [...el.cells];
        const table = el.closest('table');
        if (cells.length >= 2 && cells.length <= 3 && cells[0].localName === 'th' && cells[1].localName === 'td') pair(cells[0], cells[1], 'table');
        else if (cells.length === 2 && cells.every(c => c.localName === 'td') && table && !table.querySelector('th') && [...table.rows].every(r => r.cells.length === 2)
          && lineOf(cells[0], 60).length < 50 && !/\d/.test(lineOf(cells[0], 60))) pair(cells[0], cells[1], 'table');
      } else if (tag === 'label') {
        const field = el.control;
        if (field) fieldFact(field, lineOf(el, 160));
      } else if (el.children.length === 2 && !ownText(el)) {
        const [a, b] = el.children;
        if (!a.children.length && isVisible(a) && isVisible(b)) {
          const label = lineOf(a, 80);
          const marked = /[:：]$/.test(label) || (LABEL_WORDS.test(a.className) && (VALUE_WORDS.test(b.className) || /label|key|term/i.test(a.className)) && typeof a.className === 'string');
          if (label && label.length < 60 && marked && lineOf(b, 400)) pair(a, b, 'label');
        }
      }
    };

    const inlineLabel = el => {
      // "Label: value" in one element, or <b>Label</b> value.
      const first = el.firstElementChild;
      if (first && /^(b|strong|span|em|i|dt)$/.test(first.localName) && el.children.length <= 3 && !first.children.length) {
        const label = lineOf(first, 80);
        const whole = lineOf(el, 600);
        if (label && whole.startsWith(label) && /[:：]\s*$|^\s*[:：]/.test(label.slice(-1) + whole.slice(label.length, label.length + 2))) {
          const value = whole.slice(label.length).replace(/^\s*[:：]\s*/, '');
          if (value) { add(el, 'label', [label.replace(/[:：\s]+$/, '')], value, linkExtra(el)); return; }
        }
      }
      const text = lineOf(el, 400);
      const m = /^([\p{L}][\p{L}\p{N} ./()'’-]{0,39}?)\s*[:：]\s*(\S.{0,300})$/u.exec(text);
      if (m && !/^https?$/i.test(m[1]) && !/^\d/.test(m[2].slice(0, 2) === '//' ? '0' : '') && !/\d$/.test(m[1]) && m[1].split(' ').length <= 4) add(el, 'label', [m[1]], m[2], linkExtra(el));
    };

    const linkExtra = el => {
      const a = el.matches('a[href]') ? el : el.querySelector('a[href]');
      return a && urlOf(a) ? { u: urlOf(a) } : {};
    };

    const fieldFact = (field, label) => {
      if (isSecret(field)) { add(field, 'field', [label, field.name], `[redacted ${secretKind(field)}]`, { r: true }); return; }
      if (!isVisible(field) || ['hidden', 'submit', 'button', 'reset', 'image', 'file'].includes(field.type)) return;
      const keys = [label, field.name || ''].filter(Boolean);
      if (field.type === 'checkbox') add(field, 'field', keys, String(field.checked));
      else if (field.type === 'radio') { if (field.checked) add(field, 'field', [field.name], label || field.value); }
      else if (field.localName === 'select') add(field, 'field', keys, [...field.selectedOptions].map(o => o.label).join(', '));
      else if (field.value) add(field, 'field', keys, field.value);
    };

    const dataset = el => {
      for (const { name, value } of [...el.attributes]) {
        const m = /^data-([a-z][a-z-]*)$/.exec(name);
        if (!m || !value || value.length > 200 || /^[{[]/.test(value) || /^(testid|test|test-id|qa|cy|field|name|label|title|th|column|key|automation-id|toggle|target|bs-.*|v-.*|react.*|index|track.*|ga-.*|gtm.*|ng-.*|controller|action|src|srcset|lazy.*)$/.test(m[1])) continue;
        add(el, 'attribute', [m[1]], value, { a: name });
      }
    };

    const leaf = el => {
      const tag = el.localName;
      const prop = [el.getAttribute('itemprop'), el.getAttribute('property')].filter(Boolean).flatMap(p => p.split(/\s+/)).map(p => p.replace(/^(schema|og):/, ''));
      const named = [...prop, ...dataKeys(el)];
      const classes = classKeys(el);
      const id = el.id && el.id.length < 40 && !/\d{2,}/.test(el.id) ? [el.id] : [];
      const extra = {};
      const u = urlOf(el) || (named.length ? '' : '');
      if (u) extra.u = u;
      if (tag === 'time' && el.getAttribute('datetime')) extra.d = el.getAttribute('datetime');
      const own = ownText(el);
      const atomic = own || !el.children.length || /^(img|time|data|meter|a)$/.test(tag);

      if (prop.length) {
        if (isStruck(el)) extra.x = true;
        if (el.getAttribute('content') && el.localName !== 'meta') extra.d = el.getAttribute('content');
        const inner = el.querySelector('time[datetime]');
        if (inner) extra.d = inner.getAttribute('datetime');
        add(el, el.hasAttribute('itemprop') ? 'microdata' : 'rdfa', named, valueOf(el), extra);
        return;
      }
      if (/^h[1-6]$/.test(tag) || el.getAttribute('role') === 'heading') {
        const a = el.querySelector('a[href]') || el.closest('a[href]');
        if (a && top.contains(a)) extra.u = urlOf(a);
        add(el, 'heading', [...named, ...classes, ...id, tag], lineOf(el), extra);
        return;
      }
      if (tag === 'img') {
        if (isVisible(el)) add(el, 'image', [...named, ...classes, ...id], el.alt, extra);
        return;
      }
      if (tag === 'meter' || tag === 'progress' || tag === 'data' || tag === 'time') { add(el, tag === 'time' ? 'time' : 'value', [...named, ...classes, ...id, tag === 'time' ? 'time' : ''], valueOf(el), extra); return; }
      if (tag === 'input' || tag === 'select' || tag === 'textarea') {
        if (!el.labels || !el.labels.length) fieldFact(el, squeeze(el.getAttribute('aria-label') || el.placeholder || ''));
        return;
      }
      if (tag === 'a' && u) {
        if (isStruck(el)) extra.x = true;
        add(el, 'link', [...named, ...classes, ...id], lineOf(el), extra);
        return;
      }
      const label = squeeze(el.getAttribute('aria-label') || '');
      if (label && !/^(button|a|input|nav|section|main|form|ul|ol|table)$/.test(tag) && /\d/.test(label)) add(el, 'accessible name', [...named, ...classes, ...id], label);
      if (atomic) {
        if (!own && !named.length) return;
        if (tag === 'button' || el.closest('button')) return;
        if (isStruck(el)) extra.x = true;
        const around = named.length || classes.length ? [] : classKeys(el.parentElement && el.parentElement !== top ? el.parentElement : el);
        add(el, named.length || classes.length || id.length || around.length ? 'named element' : 'text', [...named, ...classes, ...id, ...around], lineOf(el, MAX_VALUE), tag === 'p' ? { ...extra, p: true } : extra);
        if (own && el.children.length) {
          // "<s>€42</s> €34": what stands beside the struck part is a value of its own.
          const struck = [...el.children].some(c => /^(s|del|strike)$/.test(c.localName));
          if (struck && own !== lineOf(el)) add(el, named.length || classes.length || around.length ? 'named element' : 'text', [...named, ...classes, ...around], own);
        }
        // "★ 4.1 (37 reviews)" says two things.
        const parts = own.length <= 60 ? /^([^()（）]*\d[^()（）]*)[(（]([^()（）]*\d[^()（）]*)[)）]$/.exec(own) : null;
        if (parts) for (const part of parts.slice(1)) add(el, 'text', [...named, ...classes, ...around], part);
        if (own) inlineLabel(el);
      } else if ((named.length || classes.length) && el.querySelectorAll('*').length <= 8) {
        // Parts of one value in elements of their own: <div class="price"><span>€</span><span>34</span></div>.
        const text = lineOf(el, 200);
        if (text && text.length <= 160) { if (isStruck(el)) extra.x = true; add(el, 'named element', [...named, ...classes], text, { ...extra, m: true }); }
      }
    };

    let visits = 0;
    const walk = el => {
      visits += 1;
      if (facts.length >= limit || visits > 6000) return;
      const tag = tagOf(el);
      if (/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|SVG|IFRAME|CANVAS|VIDEO|AUDIO|OPTION)$/.test(tag)) return;
      if (skip && el !== top && skip(el)) return;
      const meta = el.matches(META);
      if (meta) { if (el.hasAttribute('itemprop') || el.hasAttribute('property')) leaf(el); return; }
      if (!isVisible(el)) {
        // A hidden field or price in an invisible microdata element still counts when it is marked up.
        if (!el.hasAttribute('itemprop')) return;
      }
      if (el !== top || !whole) dataset(el);
      structure(el);
      leaf(el);
      for (const c of childrenOf(el)) if (c.nodeType === Node.ELEMENT_NODE) walk(c);
    };
    walk(top);
    return facts;
  };

  // ---- repeated structure --------------------------------------------------------------------------------

  const usable = el => !/^(p|script|style|noscript|template|br|hr|option|source|track|col|link|meta|svg|path|dt|dd|tr|td|th|thead|tbody|tfoot|button|input|label)$/.test(el.localName);

  const shapeOf = el => {
    const kinds = new Set();
    for (const c of el.querySelectorAll('*')) { kinds.add(c.localName); if (kinds.size > 12) break; }
    return kinds;
  };

  const alike = (a, b) => {
    if (!a.size && !b.size) return 1;
    let both = 0;
    for (const k of a) if (b.has(k)) both += 1;
    return both / Math.max(1, Math.min(a.size, b.size));
  };

  const labelOf = list => {
    const named = squeeze(list.getAttribute?.('aria-label') || '');
    if (named) return named;
    const by = list.getAttribute?.('aria-labelledby');
    if (by) {
      const el = list.getRootNode().getElementById?.(by.split(/\s+/)[0]);
      if (el) return lineOf(el, 160);
    }
    if (list.localName === 'dd' || list.parentElement?.localName === 'dd') {
      const dd = list.localName === 'dd' ? list : list.parentElement;
      for (let at = dd.previousElementSibling; at; at = at.previousElementSibling) if (at.localName === 'dt') return lineOf(at, 160);
    }
    let at = list;
    for (let up = 0; up < 3 && at; up += 1, at = parentOf(at)) {
      for (let before = at.previousElementSibling, n = 0; before && n < 3; before = before.previousElementSibling, n += 1) {
        if (/^h[1-6]$/.test(before.localName)) return lineOf(before, 160);
        const inner = before.localName === 'header' && before.querySelector('h1, h2, h3, h4, h5, h6');
        if (inner) return lineOf(inner, 160);
        if (/^(p|strong|b|span|div)$/.test(before.localName) && !before.children.length && /[:：]$/.test(lineOf(before, 80))) return lineOf(before, 80).replace(/\s*[:：]$/, '');
      }
      if (at.localName === 'section' || at.localName === 'article') break;
    }
    return '';
  };

  // Siblings that are alike: by tag, then by the class that most of them share.
  const siblings = parent => {
    const kids = [...childrenOf(parent)].filter(c => c.nodeType === Node.ELEMENT_NODE && usable(c));
    if (kids.length < 2) return null;
    const byTag = new Map();
    for (const k of kids) byTag.set(k.localName, [...(byTag.get(k.localName) || []), k]);
    let best = null;
    for (const [tag, same] of byTag) {
      if (same.length < 2) continue;
      const classes = new Map();
      for (const el of same) for (const c of el.classList) classes.set(c, (classes.get(c) || 0) + 1);
      const [common, count] = [...classes].sort((a, b) => b[1] - a[1])[0] || ['', 0];
      const members = common && count >= 2 && count * 2 >= same.length ? same.filter(e => e.classList.contains(common)) : same;
      if (!common && tag === 'div' && members.length < 3) continue;
      if (!best || members.length > best.members.length) best = { tag, common, members };
    }
    if (!best) return null;
    const shapes = best.members.slice(0, 8).map(shapeOf);
    const like = shapes.slice(1).filter(s => alike(shapes[0], s) >= 0.5).length;
    if (shapes.length > 1 && like * 2 < shapes.length - 1) return null;
    return best;
  };

  // Cards whose parents differ (rows of cards, columns): one tag and class, or one item type, in several places.
  const scattered = root => {
    const byKey = new Map();
    const put = (key, el) => { const list = byKey.get(key); if (list) list.push(el); else byKey.set(key, [el]); };
    for (const el of deepAll(root, 'article, li, section, div[class], a[class], [itemscope]', 8000)) {
      if (!usable(el) || el.closest('table')) continue;
      if (el.hasAttribute('itemscope')) put(`itemscope ${el.getAttribute('itemtype')}`, el);
      if (el.localName === 'article') put('article', el);
      for (const c of [...el.classList].slice(0, 6)) put(`${el.localName}.${c}`, el);
    }
    const found = [];
    const seen = new Set();
    for (const members of byKey.values()) {
      if (members.length < 3 || members.length > 2000 || new Set(members.map(parentOf)).size === 1) continue;
      const own = new Set(members);
      const outer = members.filter(m => { for (let at = parentOf(m); at && at !== root; at = parentOf(at)) if (own.has(at)) return false; return true; });
      if (outer.length < 3 || outer.filter(m => m.children.length >= 2).length * 2 < outer.length) continue;
      const shapes = outer.slice(0, 8).map(shapeOf);
      if (shapes.slice(1).filter(x => alike(shapes[0], x) >= 0.5).length * 2 < shapes.length - 1) continue;
      const key = outer.map(m => tw.idOf(m)).join();
      if (seen.has(key)) continue;
      seen.add(key);
      found.push(outer);
    }
    return found;
  };

  const commonParent = members => {
    let at = parentOf(members[0]);
    while (at && !members.every(m => at.contains(m))) at = parentOf(at);
    return at || document.body;
  };

  // Tables with header cells, as groups of rows whose facts go by their column's header.
  const tableGroups = (scope, maxRecords) => {
    const groups = [];
    for (const table of tw.reading.tableList(scope)) {
      const g = tw.reading.grid(table);
      if (!g || !g.header) continue;
      const headers = tw.reading.headerTexts(g);
      const rows = g.lines.slice(g.header);
      if (!rows.length) continue;
      const records = rows.slice(0, maxRecords).map(line => {
        const facts = [];
        for (let i = 0; i < g.width; i += 1) {
          const cell = line.cells[i];
          if (!cell || (i > 0 && line.cells[i - 1] === cell)) continue;
          const a = cell.querySelector('a[href]');
          const t = cell.querySelector('time[datetime]');
          const box = cell.querySelector('input[type=checkbox]');
          const field = cell.querySelector('input:not([type=hidden]):not([type=checkbox]):not([type=radio]), select, textarea');
          const fact = { k: [headers[i], ...dataKeys(cell)].filter(Boolean), v: lineOf(cell, MAX_VALUE), s: 'table', w: `column ${i + 1}${headers[i] ? ` "${headers[i].slice(0, 60)}"` : ''}`, c: i };
          if (a && urlOf(a)) fact.u = urlOf(a);
          if (t) fact.d = t.getAttribute('datetime');
          if (!fact.v && box) fact.v = String(box.checked);
          if (!fact.v && field && field.value && !isSecret(field)) fact.v = field.localName === 'select' ? [...field.selectedOptions].map(o => o.label).join(', ') : field.value;
          const img = cell.querySelector('img[alt]');
          if (!fact.v && img) fact.v = squeeze(img.alt);
          if (!fact.v && !fact.u) continue;
          facts.push(fact);
        }
        return { facts, text: lineOf(line.row, 300) };
      }).filter(r => r.facts.length);
      if (!records.length) continue;
      groups.push({
        kind: 'table', where: tw.selectorOf(table), label: squeeze(table.caption ? lineOf(table.caption) : table.getAttribute('aria-label') || labelOf(table)),
        keys: [...classKeys(table), ...(table.id ? [table.id] : [])], count: rows.length, records, main: true,
      });
    }
    return groups;
  };

  const groupOf = (members, kind, parent, maxRecords, scope) => {
    const records = members.slice(0, maxRecords).map(el => {
      const facts = gather(el);
      if (el.matches('a[href]') && !facts.some(f => f.u)) facts.unshift({ k: [], v: lineOf(el), s: 'link', w: '', u: urlOf(el) });
      return { facts, text: lineOf(el, 300) };
    }).filter(r => r.facts.length || r.text);
    const name = [...(members[0].classList || [])].find(c => members.every(m => m.classList.contains(c)));
    const base = tw.selectorOf(parent);
    return {
      kind, where: `${base ? `${base} ` : ''}${kind === 'list' && base ? '> ' : ''}${members[0].localName}${name && /^[a-z_-][\w-]*$/i.test(name) ? `.${name}` : ''}`,
      label: labelOf(parent), keys: [...classKeys(parent), ...(parent.id ? [parent.id] : []), ...(name ? [name.replace(/--.*/, '')] : []), ...(members[0].getAttribute('itemtype') ? [members[0].getAttribute('itemtype').split('/').pop()] : []), ...(parent.getAttribute('itemprop') ? [parent.getAttribute('itemprop')] : []), ...(members[0].getAttribute('itemprop') ? [members[0].getAttribute('itemprop')] : [])],
      count: members.length, records, main: !parent.closest('nav, footer, aside, [role=navigation], [role=contentinfo]') || scope.how === 'selector',
    };
  };

  const groups = (scope, { maxGroups = 24, maxRecords = 300 }) => {
    const found = tableGroups(scope, maxRecords);
    const candidates = [];
    for (const members of scattered(scope.el)) {
      const shown = members.filter(isVisible);
      if (shown.length >= 3) candidates.push({ kind: 'scattered', parent: commonParent(shown), members: shown });
    }
    const spread = candidates.slice();
    for (const parent of [scope.el, ...deepAll(scope.el, '*', 20000)]) {
      if (/^(select|datalist|svg|table|thead|tbody|tr|td|th|dl|head|p|h[1-6]|button|label|picture)$/.test(parent.localName)) continue;
      const s = siblings(parent);
      if (!s) continue;
      const members = s.members.filter(isVisible);
      if (members.length < 2) continue;
      // Part of a larger scattered list, or only the rows that such a list stands in.
      const part = spread.some(c => members.every(m => c.members.includes(m)));
      const rows = spread.some(c => c.members.length > members.length
        && c.members.filter(x => members.some(m => m !== x && m.contains(x))).length === c.members.length);
      if (!part && !rows) candidates.push({ kind: 'list', parent, members });
    }
    for (const dl of deepAll(scope.el, 'dl', 200)) {
      if (!isVisible(dl)) continue;
      // A list of terms with one definition each can be records too.
      const dts = [...dl.querySelectorAll('dt')].filter(isVisible);
      if (dts.length < 3) continue;
      found.push({
        kind: 'definition list', where: tw.selectorOf(dl), label: labelOf(dl), keys: classKeys(dl), count: dts.length, main: true,
        records: dts.slice(0, maxRecords).map(dt => {
          const dd = dt.nextElementSibling?.localName === 'dd' ? dt.nextElementSibling : null;
          const facts = [{ k: ['term', 'name', 'title'], v: lineOf(dt), s: 'definition list', w: 'dt' }];
          if (dd) facts.push({ k: ['definition', 'description', 'value'], v: lineOf(dd, MAX_VALUE), s: 'definition list', w: 'dd' });
          return { facts, text: `${lineOf(dt, 150)} ${dd ? lineOf(dd, 150) : ''}` };
        }),
      });
    }
    const richness = c => c.members.slice(0, 3).reduce((n, m) => n + Math.min(12, m.querySelectorAll('*').length), 1)
      * Math.min(c.members.length, 40) * (c.parent.closest('nav, footer, aside, [role=navigation], [role=contentinfo], header') ? 0.05 : 1);
    candidates.sort((a, b) => richness(b) - richness(a));
    let budget = 4000;
    const accepted = new Set();
    for (const c of candidates) {
      if (found.length >= maxGroups || budget <= 0) break;
      // Inside one record of a longer list: a part of that record.
      let nested = false;
      for (let at = c.parent; at && at !== scope.el && !nested; at = parentOf(at)) nested = accepted.has(at);
      if (nested) continue;
      const g = groupOf(c.members, c.kind, c.parent, maxRecords, scope);
      budget -= g.records.length;
      if (g.records.length < 2) continue;
      found.push(g);
      if (c.members.length >= 3) for (const m of c.members) accepted.add(m);
    }
    return { found, members: [...accepted].filter(m => m.children.length >= 2) };
  };

  // ---- what the page says of itself ----------------------------------------------------------------------

  const metadata = () => {
    const facts = [];
    const add = (keys, value, source, where) => {
      const v = squeeze(value || '').slice(0, MAX_VALUE);
      if (v && facts.length < 120) facts.push({ k: keys, v, s: source, w: where });
    };
    for (const m of document.querySelectorAll('meta[property], meta[name]')) {
      const property = m.getAttribute('property');
      const name = property || m.getAttribute('name');
      if (/^(viewport|robots|google.*|msvalidate.*|theme-color|csrf.*|format-detection|referrer|color-scheme|apple-.*|msapplication.*|generator|fb:.*|al:.*|next-.*)$/i.test(name) || /token|nonce/i.test(name)) continue;
      const key = name.replace(/^(og|twitter|article|product|book|profile|music|video|dc|dcterms|citation)[:._]/i, '');
      const graph = /^(og|article|product|book|profile|music|video):/i.test(name);
      add([key.replace(/[:._]/g, ' ')], m.content, graph ? 'opengraph' : 'meta', `meta[${property ? 'property' : 'name'}="${name}"]`);
    }
    const canonical = document.querySelector('link[rel=canonical]');
    if (canonical) add(['canonical url', 'url'], canonical.href, 'meta', 'link[rel=canonical]');
    add(['page title', 'title'], document.title, 'meta', 'title');
    return facts;
  };

  const jsonLd = () => [...document.querySelectorAll('script[type="application/ld+json"]')].slice(0, 20)
    .map((s, i) => ({ w: `script[type="application/ld+json"]:nth(${i + 1})`, v: s.textContent.slice(0, 200000) }));

  tw.define({ facts: { gather, groups, metadata, jsonLd } });
})();
