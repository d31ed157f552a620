// What a person could read here: visible text, main content, links, headings, tables, source.
// Shared by extract.js, mark.js and challenge.js through tw.reading. Nothing is written into the page.
(() => {

  const SKIPPED = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'META', 'LINK', 'OBJECT', 'IFRAME',
    'TEXTAREA', 'SELECT', 'OPTION', 'DATALIST', 'CANVAS', 'AUDIO', 'VIDEO']);
  const INLINE = new Set(['inline', 'inline-block', 'inline-flex', 'inline-grid', 'contents', 'ruby', 'ruby-text']);
  const ASIDE = 'nav, footer, aside, [role=navigation], [role=contentinfo], [role=complementary], [role=banner]';

  const squeeze = s => s.replace(/[\s\u200b\ufeff]+/g, ' ').trim();

  const tagOf = el => el.localName ? el.localName.toUpperCase() : '';

  // Children as they are laid out: shadow trees in place of their hosts' light children, slots filled.
  const childrenOf = node => {
    if (node.shadowRoot) return node.shadowRoot.childNodes;
    if (node.localName === 'slot') {
      const assigned = node.assignedNodes({ flatten: true });
      return assigned.length ? assigned : node.childNodes;
    }
    return node.childNodes;
  };

  const parentOf = node => node.assignedSlot || node.parentElement
    || (node.getRootNode() instanceof ShadowRoot ? node.getRootNode().host : null);

  const isVisible = el => {
    const style = getComputedStyle(el);
    if (style.display === 'contents') return true;
    return el.checkVisibility({ visibilityProperty: true }) && !isClippedAway(el, style);
  };

  // The usual ways to hide text from the eye alone: a 1 px box, or a clip that leaves nothing.
  const isClippedAway = (el, style) => {
    if (style.position !== 'absolute' && style.position !== 'fixed') return false;
    if (style.clip !== 'auto' && /^rect\((0px|1px)[, ]+(0px|1px)[, ]+(0px|1px)[, ]+(0px|1px)\)$/.test(style.clip)) return true;
    if (/^inset\((50|100)%\)$/.test(style.clipPath)) return true;
    return style.overflow !== 'visible' && el.offsetWidth <= 1 && el.offsetHeight <= 1;
  };

  // Visible text of `root`, laid out in lines; stops soon after `limit` UTF-16 units.
  const visibleText = (root, limit = Infinity, skip = null) => {
    let out = '';
    let gap = '';
    const want = next => {
      if (next === '\n\n' || gap === '\n\n') gap = '\n\n';
      else if (next === '\n' || gap === '\n') gap = '\n';
      else if (next === '\t' || gap === '\t') gap = '\t';
      else gap = ' ';
    };
    const put = s => {
      if (!s) return;
      if (out && gap) out += gap;
      gap = '';
      out += s;
    };
    const putText = (raw, pre) => {
      if (pre) { put(raw); return; }
      const words = raw.replace(/[\s\u200b\ufeff]+/g, ' ');
      if (words === ' ') { if (out && !gap) gap = ' '; return; }
      if (!words) return;
      if (words[0] === ' ' && !gap) gap = ' ';
      put(words.trim());
      if (words[words.length - 1] === ' ') gap = ' ';
    };
    const walk = (node, pre, shown) => {
      if (out.length > limit) return;
      if (node.nodeType === Node.TEXT_NODE) { if (shown) putText(node.data, pre); return; }
      if (node.nodeType === Node.DOCUMENT_FRAGMENT_NODE) { for (const c of childrenOf(node)) walk(c, pre, shown); return; }
      if (node.nodeType !== Node.ELEMENT_NODE) return;
      const tag = tagOf(node);
      if (SKIPPED.has(tag) || (skip && skip(node))) return;
      if (tag === 'BR') { want('\n'); return; }
      const style = getComputedStyle(node);
      if (style.display === 'none' || style.contentVisibility === 'hidden') return;
      if (isClippedAway(node, style)) return;
      const visible = style.visibility === 'visible';
      const cell = style.display === 'table-cell';
      const block = !cell && !INLINE.has(style.display);
      if (block) want(tag === 'P' || /^H[1-6]$/.test(tag) ? '\n\n' : '\n');
      else if (style.display !== 'inline' && style.display !== 'contents') want(' ');
      const keep = style.whiteSpaceCollapse === 'preserve' || /^pre/.test(style.whiteSpace);
      for (const c of childrenOf(node)) walk(c, keep, visible);
      if (cell) want('\t');
      else if (block) want(tag === 'P' || /^H[1-6]$/.test(tag) ? '\n\n' : '\n');
      else if (style.display !== 'inline' && style.display !== 'contents') want(' ');
    };
    walk(root, false, root.nodeType !== Node.ELEMENT_NODE || isVisible(root) || tagOf(root) === 'BODY');
    return out.trim();
  };

  const lineOf = (el, limit = 400) => squeeze(visibleText(el, limit));

  const isSecret = el => (tagOf(el) === 'INPUT' || tagOf(el) === 'TEXTAREA') && tw.isSensitive(el);

  const secretKind = el => /cc-|card|cvv|cvc|csc|卡号/i.test(`${el.getAttribute('autocomplete') || ''} ${el.name} ${el.id}`) ? 'card'
    : /one-time|otp|verification|验证码/i.test(`${el.getAttribute('autocomplete') || ''} ${el.name} ${el.id}`) ? 'one-time code' : 'password';

  const all = (root, selector) => [...root.querySelectorAll(selector)];

  // Whether the document has an open shadow root at all. Asked once per call of a method, which runs without a break.
  let shadows = null;
  const hasShadows = () => {
    if (shadows === null) {
      shadows = false;
      for (const el of document.querySelectorAll('*')) if (el.shadowRoot) { shadows = true; break; }
      queueMicrotask(() => { shadows = null; });
    }
    return shadows;
  };

  // `querySelectorAll` over the flat tree: open shadow roots included, in document order of their hosts.
  const deepAll = (root, selector, limit = 20000) => {
    if (!hasShadows()) {
      const plain = root.querySelectorAll(selector);
      return plain.length > limit ? Array.prototype.slice.call(plain, 0, limit) : [...plain];
    }
    const found = [];
    const visit = scope => {
      for (const el of scope.querySelectorAll('*')) {
        if (found.length >= limit) return;
        if (el.matches(selector)) found.push(el);
        if (el.shadowRoot) visit(el.shadowRoot);
      }
    };
    if (root.shadowRoot) visit(root.shadowRoot);
    visit(root);
    return found;
  };

  const weight = el => lineOf(el, 20000).length;

  // The part that the page is about: its main landmark, else its only article, else the body without
  // navigation and the like.
  const mainContent = () => {
    const body = document.body || document.documentElement;
    const mains = deepAll(document, 'main, [role=main]', 8).filter(isVisible);
    if (mains.length) {
      const best = mains.length === 1 ? mains[0] : mains.reduce((a, b) => weight(b) > weight(a) ? b : a);
      if (lineOf(best, 40).length || best.querySelector('img, table, input, a')) return { el: best, how: 'main' };
    }
    const articles = all(document, 'article, [role=article]').filter(a => isVisible(a) && !a.parentElement.closest('article, [role=article]'));
    if (articles.length === 1 && weight(articles[0]) * 2 > weight(body)) return { el: articles[0], how: 'article' };
    return { el: body, how: 'body' };
  };

  // Inside a body that stands for the main content, landmarks of the frame around it are skipped.
  const asideOf = found => {
    if (found.how !== 'body') return null;
    const skip = el => el.matches(ASIDE) || (el.localName === 'header' && !el.closest('article, section, main'));
    const without = visibleText(found.el, 200, skip);
    return without.length >= 40 ? skip : null;
  };

  const container = rootId => {
    if (rootId !== null && rootId !== undefined) {
      const el = tw.byId(rootId);
      if (!el) return null;
      return { el, how: 'selector', skip: null };
    }
    const found = mainContent();
    return { ...found, skip: asideOf(found) };
  };

  const inside = (scope, el) => !scope.skip || !closestFlat(el, scope.skip, scope.el);

  const closestFlat = (el, test, stop) => {
    for (let at = el; at && at !== stop; at = parentOf(at)) if (test(at)) return at;
    return null;
  };

  const linkText = a => lineOf(a, 300) || squeeze(a.getAttribute('aria-label') || a.title || a.querySelector('img[alt]')?.alt || '');

  const links = (scope, limit) => {
    const seen = new Set();
    const found = [];
    let total = 0;
    const candidates = scope.el.matches?.('a[href]') ? [scope.el] : deepAll(scope.el, 'a[href], area[href]');
    for (const a of candidates) {
      // Past the limit they are only counted, by address.
      const counting = found.length >= limit;
      if (!counting && (!inside(scope, a) || !isVisible(a))) continue;
      const url = a.href && a.href.baseVal === undefined ? a.href : new URL(a.getAttribute('href'), document.baseURI).href;
      if (/^javascript:/i.test(url)) continue;
      const text = counting ? '' : linkText(a);
      const key = `${url}\n${text}`;
      if (seen.has(key)) continue;
      if (counting && (seen.has(url) || !inside(scope, a))) continue;
      seen.add(key);
      seen.add(url);
      total += 1;
      if (found.length < limit) found.push({ text, url });
    }
    return { found, total };
  };

  const headings = (scope, limit) => {
    const found = [];
    for (const h of deepAll(scope.el, 'h1, h2, h3, [role=heading]')) {
      if (found.length >= limit) break;
      const level = h.localName[0] === 'h' && h.localName.length === 2 && !h.getAttribute('aria-level') ? Number(h.localName[1])
        : Number(h.getAttribute('aria-level')) || 2;
      if (level > 3 || !inside(scope, h) || !isVisible(h)) continue;
      const text = lineOf(h, 300);
      if (text) found.push({ level, text });
    }
    return found;
  };

  const rowsOf = table => table.localName === 'table' ? [...table.rows]
    : deepAll(table, '[role=row]').filter(r => r.closest('table, [role=table], [role=grid], [role=treegrid]') === table);

  const cellsOf = row => row.cells ? [...row.cells]
    : deepAll(row, '[role=cell], [role=gridcell], [role=columnheader], [role=rowheader]').filter(c => c.closest('[role=row]') === row);

  const isHeader = cell => cell.localName === 'th' || /^(column|row)header$/.test(cell.getAttribute('role') || '');

  // A table as a grid of cells, spans filled in. Returns null for tables that only lay things out.
  const grid = table => {
    if (/^(presentation|none)$/.test(table.getAttribute('role') || '')) return null;
    const rows = rowsOf(table);
    const lines = [];
    const open = [];
    for (const row of rows) {
      if (lines.length >= 1000) break;
      if (!isVisible(row)) continue;
      const line = [];
      const place = cell => {
        let at = 0;
        while (line[at] || (open[at] && open[at].left > 0)) {
          if (!line[at] && open[at]) { line[at] = open[at].cell; open[at].left -= 1; }
          at += 1;
        }
        if (!cell) return;
        const wide = Math.min(cell.colSpan || Number(cell.getAttribute('aria-colspan')) || 1, 100);
        const high = Math.min(cell.rowSpan || Number(cell.getAttribute('aria-rowspan')) || 1, 1000);
        for (let i = 0; i < wide; i += 1) {
          line[at + i] = cell;
          if (high > 1) open[at + i] = { cell, left: high - 1 };
        }
      };
      for (const cell of cellsOf(row)) place(cell);
      place(null);
      if (line.length) lines.push({ row, cells: line });
    }
    const width = lines.reduce((w, l) => Math.max(w, l.cells.length), 0);
    if (lines.length < 1 || width < 2) return null;
    const nested = table.querySelector('table');
    if (nested && !table.querySelector('th') && width < 3) return null;
    return { lines, width, header: headerRows(lines, table) };
  };

  const headerRows = (lines, table) => {
    let count = 0;
    for (const line of lines) {
      const inHead = line.row.parentElement?.localName === 'thead';
      const allHeaders = line.cells.every(isHeader);
      if (!inHead && !(allHeaders && line.cells.length > 1)) break;
      count += 1;
    }
    if (count === lines.length) count = Math.max(0, count - 1);
    if (count || table.querySelector('th, [role=columnheader], [role=rowheader]') || lines.length < 3) return count;
    // No header cells at all: a first row of plain words over rows with figures reads as one.
    const words = lines[0].cells.map(c => lineOf(c, 80));
    if (words.some(w => !w || /\d/.test(w)) || new Set(words).size !== words.length) return 0;
    const figures = words.filter((_, i) => lines.slice(1, 6).every(l => l.cells[i] && /\d/.test(lineOf(l.cells[i], 80))));
    return figures.length ? 1 : 0;
  };

  const headerTexts = g => Array.from({ length: g.width }, (_, i) => {
    const parts = [];
    for (let r = 0; r < g.header; r += 1) {
      const cell = g.lines[r].cells[i];
      const text = cell ? lineOf(cell, 200) : '';
      if (text && parts[parts.length - 1] !== text) parts.push(text);
    }
    return parts.join(' ');
  });

  const tableList = scope => {
    const found = deepAll(scope.el, 'table, [role=table], [role=grid], [role=treegrid]', 60);
    if (scope.el.matches?.('table, [role=table], [role=grid], [role=treegrid]')) found.unshift(scope.el);
    return found.filter(t => inside(scope, t) && isVisible(t));
  };

  const tables = (scope, maxTables, maxRows) => {
    const found = [];
    for (const table of tableList(scope)) {
      if (found.length >= maxTables) break;
      const g = grid(table);
      if (!g || (g.lines.length < 2 && !g.header)) continue;
      const body = g.lines.slice(g.header);
      found.push({
        caption: squeeze(table.caption ? lineOf(table.caption) : table.getAttribute('aria-label') || ''),
        headers: g.header ? headerTexts(g) : [],
        rows: body.slice(0, maxRows).map(l => Array.from({ length: g.width }, (_, i) => l.cells[i] ? lineOf(l.cells[i]) : '')),
        rows_total: body.length,
        where: tw.selectorOf(table),
      });
    }
    return found;
  };

  // Cut at a code point near `units`; the caller cuts at a grapheme.
  const cut = (s, units) => {
    if (s.length <= units) return s;
    const last = s.charCodeAt(units - 1);
    return s.slice(0, last >= 0xd800 && last < 0xdc00 ? units - 1 : units);
  };

  const charCount = s => {
    let pairs = 0;
    for (let i = 0; i < s.length; i += 1) {
      const c = s.charCodeAt(i);
      if (c >= 0xd800 && c < 0xdc00 && i + 1 < s.length) { pairs += 1; i += 1; }
    }
    return s.length - pairs;
  };

  // Markup with the values of secret fields replaced. A field's own markup occurs word for word in its parent's.
  const safeMarkup = root => {
    let html = root.nodeType === Node.DOCUMENT_NODE ? root.documentElement.outerHTML : root.outerHTML;
    let redacted = 0;
    const fields = root.nodeType === Node.ELEMENT_NODE && root.matches('input, textarea') ? [root] : all(root, 'input, textarea');
    const done = new Set();
    for (const field of fields) {
      if (!isSecret(field)) continue;
      const markup = field.outerHTML;
      const note = `[redacted ${secretKind(field)}]`;
      const safe = field.localName === 'input' ? markup.replace(/ value="[^"]+"/, ` value="${note}"`)
        : field.textContent ? `${markup.slice(0, markup.indexOf('>') + 1)}${note}</textarea>` : markup;
      if (safe === markup) continue;
      redacted += 1;
      if (done.has(markup)) continue;
      done.add(markup);
      html = html.split(markup).join(safe);
    }
    return { html, redacted };
  };

  // Page source, as it stands now. `max` in characters; a little more is sent so that the cut can respect graphemes.
  const source = ({ root = null, max = 20000 }) => {
    const el = root === null ? document : tw.byId(root);
    if (!el) return { gone: true };
    const { html, redacted } = safeMarkup(el);
    const doctype = root === null && document.doctype
      ? `<!DOCTYPE ${document.doctype.name}>\n` : '';
    const full = doctype + html;
    return { html: cut(full, max * 2 + 128), full_length: charCount(full), redacted, url: location.href };
  };

  const KEPT = { a: ['href'], img: ['src', 'alt'], th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'], ol: ['start'], code: ['class'], pre: ['class'], time: ['datetime'] };
  const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);
  const escapeText = s => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const escapeAttr = s => escapeText(s).replace(/"/g, '&quot;');

  // What is visible, as plain markup for the Markdown writer: flat tree, absolute URLs, no form values.
  const plainMarkup = (root, limit, skip) => {
    const out = [];
    let size = 0;
    let truncated = false;
    const put = s => { out.push(s); size += s.length; };
    const walk = node => {
      if (truncated) return;
      if (size > limit) { truncated = true; return; }
      if (node.nodeType === Node.TEXT_NODE) { put(escapeText(node.data)); return; }
      if (node.nodeType !== Node.ELEMENT_NODE) return;
      const tag = node.localName;
      if (SKIPPED.has(tag.toUpperCase()) || tag === 'svg' || tag === 'input' || tag === 'button' || (skip && skip(node))) return;
      if (tag !== 'br' && tag !== 'wbr' && !isVisible(node)) return;
      const plain = /^[a-z][a-z0-9]*$/.test(tag) ? tag : 'div';
      const attributes = ['id', 'class'].concat(KEPT[plain] || []).map(name => {
        let value = node.getAttribute(name);
        if (value === null) return '';
        if (name === 'href' || name === 'src') {
          value = name === 'href' ? (node.href || value) : (node.currentSrc || node.src || value);
          if (typeof value !== 'string' || /^(javascript|data|blob):/i.test(value)) return '';
        }
        return ` ${name}="${escapeAttr(value)}"`;
      }).join('');
      put(`<${plain}${attributes}>`);
      if (VOID.has(plain)) return;
      for (const c of childrenOf(node)) walk(c);
      put(`</${plain}>`);
    };
    walk(root);
    return { html: out.join(''), truncated };
  };

  // Visible markup of the whole page and of its main content, for the Markdown writer.
  const readable = ({ root = null, limit = 1000000 }) => {
    const scope = container(root);
    if (!scope) return { gone: true };
    const main = plainMarkup(scope.el, limit, scope.skip);
    return {
      html: main.html, truncated: main.truncated, how: scope.how, title: document.title,
      url: location.href, lang: document.documentElement.lang || '',
    };
  };

  // For failures: what the page shows and how it begins. Never throws for want of a body.
  const debugExcerpt = ({ chars = 500 }) => {
    const body = document.body || document.documentElement;
    const text = body ? visibleText(body, chars * 2 + 64) : '';
    return {
      url: location.href, title: document.title,
      body_excerpt: cut(text, chars * 2 + 64),
      html_excerpt: cut(document.documentElement ? safeMarkup(document).html : '', chars * 2 + 64),
    };
  };

  const reading = {
    squeeze, tagOf, childrenOf, parentOf, isVisible, visibleText, lineOf, isSecret, secretKind, all, deepAll,
    container, inside, closestFlat, links, headings, tableList, grid, headerTexts, isHeader, tables, cut, charCount, linkText,
  };

  tw.define({ source, readable, debugExcerpt, reading });
})();
