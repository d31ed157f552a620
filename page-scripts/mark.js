// Selectors that name one element alone, the controls that a picture numbers, and what a picture
// should show where. Reads only.
(() => {
  const { squeeze, isVisible, lineOf, parentOf, deepAll, isSecret } = tw.reading;

  // Roots that a piercing selector can reach: the document and every open shadow root.
  const openRoots = () => {
    const roots = [document];
    for (let i = 0; i < roots.length; i += 1) {
      for (const el of roots[i].querySelectorAll('*')) if (el.shadowRoot) roots.push(el.shadowRoot);
    }
    return roots;
  };

  let cached = null;
  // The roots are looked up once per call of a method, not once per element.
  const withRoots = work => {
    const outer = cached;
    if (!outer) cached = openRoots();
    try { return work(); } finally { cached = outer; }
  };

  const alone = (selector, el) => {
    let seen = 0;
    try {
      for (const root of cached) {
        for (const hit of root.querySelectorAll(selector)) {
          if (hit !== el) return false;
          seen += 1;
        }
      }
    } catch { return false; }
    return seen === 1;
  };

  const quoted = s => `"${s.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`;
  // Made by a program and different at the next load, as far as one can see.
  const looksMinted = s => /\d{4,}|^[:«]|[0-9a-f]{8,}|^(ember|react|radix|headlessui|mui|mat)[-:_]?.*\d/i.test(s) || s.length > 60;
  const NAMING = ['data-testid', 'data-test', 'data-test-id', 'data-qa', 'data-cy', 'name', 'aria-label', 'placeholder', 'title', 'alt', 'for', 'href', 'type', 'value'];

  const stepsFor = el => {
    const tag = CSS.escape(el.localName);
    const steps = [];
    const id = el.getAttribute('id');
    if (id && !looksMinted(id)) steps.push(`#${CSS.escape(id)}`);
    for (const name of NAMING) {
      const value = el.getAttribute(name);
      if (!value || value.length > 80 || /[\n\r\f]|>>/.test(value)) continue;
      if (name === 'value' && isSecret(el)) continue;
      steps.push(name.startsWith('data-') ? `[${name}=${quoted(value)}]` : `${tag}[${name}=${quoted(value)}]`);
    }
    const classes = [...el.classList].filter(c => !looksMinted(c) && c.length < 40).slice(0, 4);
    for (const c of classes) steps.push(`${tag}.${CSS.escape(c)}`);
    if (id && looksMinted(id) && id.length <= 60) steps.push(`#${CSS.escape(id)}`);
    return steps;
  };

  const nth = el => {
    const tag = CSS.escape(el.localName);
    const parent = el.parentNode;
    if (!parent || !parent.children) return tag;
    const same = [...parent.children].filter(c => c.localName === el.localName);
    return same.length === 1 ? tag : `${tag}:nth-of-type(${same.indexOf(el) + 1})`;
  };

  // A CSS selector that matches this element and no other in any open root; null when there is none
  // without naming a shadow host (the caller then uses a ref).
  const find = el => {
    if (el === document.documentElement) return 'html';
    if (el === document.body) return 'body';
    const own = stepsFor(el);
    for (const step of own) if (alone(step, el)) return step;
    for (let i = 0; i < own.length; i += 1) {
      for (let j = i + 1; j < own.length; j += 1) {
        const extra = own[j].replace(/^[\w-]+(?=[[.])/, '');
        if (extra !== own[j] || own[j][0] === '[') {
          const both = own[i] + extra;
          if (alone(both, el)) return both;
        }
      }
    }
    let tail = nth(el);
    let at = el.parentElement;
    for (let depth = 0; at && depth < 60; depth += 1) {
      if (at === document.body || at === document.documentElement) {
        const whole = `${at.localName} > ${tail}`;
        if (alone(whole, el)) return whole;
      } else {
        for (const step of stepsFor(at)) {
          if (!alone(step, at)) continue;
          const whole = `${step} > ${tail}`;
          if (alone(whole, el)) return whole;
        }
      }
      tail = `${nth(at)} > ${tail}`;
      at = at.parentElement;
    }
    return alone(tail, el) ? tail : null;
  };

  const selectorOf = el => withRoots(() => find(el));

  const PRESSABLE = 'a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable=""], [contenteditable=true], '
    + '[role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem], [role=menuitemcheckbox], '
    + '[role=menuitemradio], [role=option], [role=combobox], [role=textbox], [role=searchbox], [role=slider], [role=spinbutton], [role=treeitem], '
    + 'audio[controls], video[controls], [onclick], [tabindex]:not([tabindex^="-"])';

  // A control hidden behind its label is shown by the label.
  const shownBy = el => {
    const r = el.getBoundingClientRect();
    if (r.width >= 3 && r.height >= 3 && getComputedStyle(el).opacity !== '0') return el;
    const label = el.labels && [...el.labels].find(l => isVisible(l) && l.getBoundingClientRect().width > 2);
    return label || el;
  };

  // The part of an element's box that its scrolling ancestors leave in view, in CSS px of this frame's viewport.
  const visiblePart = el => {
    const box = el.getBoundingClientRect();
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    let fixed = getComputedStyle(el).position === 'fixed';
    for (let at = parentOf(el); at && at !== document.body && at !== document.documentElement && !fixed; at = parentOf(at)) {
      const style = getComputedStyle(at);
      if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
        const r = at.getBoundingClientRect();
        if (style.overflowX !== 'visible') { left = Math.max(left, r.left); right = Math.min(right, r.right); }
        if (style.overflowY !== 'visible') { top = Math.max(top, r.top); bottom = Math.min(bottom, r.bottom); }
      }
      fixed = style.position === 'fixed';
    }
    return { left, top, right, bottom, width: right - left, height: bottom - top, fixed };
  };

  // What is drawn uppermost at a point of this frame's viewport, inside open shadow roots too.
  const hitAt = (x, y) => {
    let hit = document.elementFromPoint(x, y);
    while (hit && hit.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  };

  // Whether something else lies over the middle and the corners of this box; only for what is in the viewport.
  const isCovered = (el, part) => {
    const points = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.9], [0.1, 0.9], [0.9, 0.1]];
    let asked = 0;
    for (const [fx, fy] of points) {
      const x = part.left + part.width * fx;
      const y = part.top + part.height * fy;
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      asked += 1;
      const hit = hitAt(x, y);
      for (let at = hit; at; at = parentOf(at)) if (at === el) return false;
      if (hit && el.labels && [...el.labels].some(l => l.contains(hit))) return false;
    }
    return asked > 0;
  };

  const roleOf = el => (tw.roleOf ? tw.roleOf(el) : el.getAttribute('role') || el.localName) || el.localName;
  const nameOf = el => {
    const name = tw.nameOf ? tw.nameOf(el) : '';
    const text = typeof name === 'string' ? name : name?.name ?? '';
    return squeeze(text) || (isSecret(el) ? '' : squeeze(el.getAttribute('aria-label') || '') || lineOf(el, 160));
  };

  // Controls that the picture of `area` (CSS px of this frame's viewport; null: all of the document) shows,
  // in document order. Boxes are in CSS px of this frame's viewport.
  const marks = ({ area = null, limit = 400 }) => withRoots(() => {
    const found = [];
    const boxes = new Set();
    let more = 0;
    for (const el of deepAll(document, PRESSABLE)) {
      // Most of a long page is elsewhere: that is seen soonest.
      const own = el.getBoundingClientRect();
      const elsewhere = area && own.width >= 3 && (own.right <= area.x || own.bottom <= area.y || own.left >= area.x + area.width || own.top >= area.y + area.height);
      if (elsewhere && !el.labels?.length) continue;
      if (!isVisible(el) && shownBy(el) === el) continue;
      const shown = shownBy(el);
      const part = visiblePart(shown);
      if (part.width < 3 || part.height < 3) continue;
      if (area && (part.right <= area.x || part.bottom <= area.y || part.left >= area.x + area.width || part.top >= area.y + area.height)) continue;
      if (isCovered(el, part) && (shown === el || isCovered(shown, part))) continue;
      // A wrapper that only repeats the control inside it is not numbered twice.
      const key = [part.left, part.top, part.right, part.bottom].map(Math.round).join();
      if (boxes.has(key)) continue;
      boxes.add(key);
      if (found.length >= limit) { more += 1; continue; }
      found.push({
        id: tw.idOf(el), selector: find(el), role: roleOf(el), text: nameOf(el).slice(0, 160),
        x: part.left, y: part.top, width: part.width, height: part.height, fixed: part.fixed,
      });
    }
    return { marks: found, more };
  });

  const scale = () => window.visualViewport?.scale ?? 1;

  // Sizes of this frame in CSS px, for the choice of a clip.
  const frameSize = () => {
    const root = document.scrollingElement || document.documentElement;
    const body = document.body;
    return {
      viewport_width: innerWidth, viewport_height: innerHeight, dpr: devicePixelRatio, pinch: scale(),
      pinch_x: window.visualViewport?.offsetLeft ?? 0, pinch_y: window.visualViewport?.offsetTop ?? 0,
      scroll_x: scrollX, scroll_y: scrollY,
      page_width: Math.max(root.scrollWidth, innerWidth), page_height: Math.max(root.scrollHeight, body ? Math.min(body.scrollHeight, root.scrollHeight) : 0, innerHeight),
      hidden: document.hidden, ready: document.readyState,
    };
  };

  // Where an element stands: its box in this frame's viewport, and the part that can be seen at once.
  const boxOf = ({ id }) => {
    const el = tw.byId(id);
    if (!el) return { gone: true };
    const box = el.getBoundingClientRect();
    const part = visiblePart(el);
    return {
      x: box.left, y: box.top, width: box.width, height: box.height,
      whole: part.width >= box.width - 1 && part.height >= box.height - 1,
      seen_width: Math.max(0, part.width), seen_height: Math.max(0, part.height),
      in_viewport: box.left >= -0.5 && box.top >= -0.5 && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5,
    };
  };

  const scrollers = new Map();
  let ticket = 0;

  // Brings an element into view and remembers where everything that may move stood; `putBack` undoes it.
  const bringIntoView = ({ id }) => {
    const el = tw.byId(id);
    if (!el) return { gone: true };
    const before = [];
    for (let at = parentOf(el); at; at = parentOf(at)) {
      if (at.scrollHeight > at.clientHeight || at.scrollWidth > at.clientWidth) before.push([new WeakRef(at), at.scrollLeft, at.scrollTop]);
    }
    ticket += 1;
    scrollers.set(ticket, { before, x: scrollX, y: scrollY });
    el.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    return { ticket };
  };

  const putBack = ({ ticket: which }) => {
    const kept = scrollers.get(which);
    scrollers.delete(which);
    if (!kept) return { done: false };
    for (const [ref, left, top] of kept.before) {
      const el = ref.deref();
      if (el && (el.scrollLeft !== left || el.scrollTop !== top)) el.scrollTo({ left, top, behavior: 'instant' });
    }
    scrollTo({ left: kept.x, top: kept.y, behavior: 'instant' });
    return { done: true };
  };

  // After the next two frames, or when `ms` are over (a hidden tab gets no frames).
  const painted = ({ ms = 300 }) => new Promise(resolve => {
    const timer = setTimeout(() => resolve({ frames: false }), ms);
    requestAnimationFrame(() => requestAnimationFrame(() => { clearTimeout(timer); resolve({ frames: true }); }));
  });

  // What a picture of `area` (CSS px of this frame's viewport) should show, over a grid of cells:
  // 1 where text, a picture or a control is drawn, else 0; with a mark that changes when the content does.
  const contentGrid = ({ area, cols = 16, rows = 16, limit = 60000 }) => {
    const cells = new Uint8Array(cols * rows);
    let things = 0;
    let pending = 0;
    let mark = 0x811c9dc5;
    const mix = n => { mark = Math.imul(mark ^ (n | 0), 0x01000193) >>> 0; };
    // A cell counts only where nothing else lies over the thing; outside of the viewport that cannot be asked.
    let questions = 1500;
    const uppermost = (el, x, y) => {
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight || questions <= 0) return true;
      questions -= 1;
      const hit = hitAt(x, y);
      for (let at = hit; at; at = parentOf(at)) if (at === el) return true;
      for (let at = el; at; at = parentOf(at)) if (at === hit) return true;
      return !hit;
    };
    const put = (r, el) => {
      const left = Math.max(r.left, area.x);
      const top = Math.max(r.top, area.y);
      const right = Math.min(r.right, area.x + area.width);
      const bottom = Math.min(r.bottom, area.y + area.height);
      if (right - left < 1 || bottom - top < 1) return false;
      const c0 = Math.floor((left - area.x) / area.width * cols);
      const c1 = Math.min(cols - 1, Math.floor((right - area.x - 0.01) / area.width * cols));
      const r0 = Math.floor((top - area.y) / area.height * rows);
      const r1 = Math.min(rows - 1, Math.floor((bottom - area.y - 0.01) / area.height * rows));
      const middle = (low, high, from, size, n) => (Math.max(low, from + size * n) + Math.min(high, from + size * (n + 1))) / 2;
      let seen = false;
      for (let y = r0; y <= r1; y += 1) {
        for (let x = c0; x <= c1; x += 1) {
          if (cells[y * cols + x]) { seen = true; continue; }
          const at = [middle(left, right, area.x, area.width / cols, x), middle(top, bottom, area.y, area.height / rows, y)];
          if (uppermost(el, at[0], at[1])) { cells[y * cols + x] = 1; seen = true; }
        }
      }
      if (!seen) return false;
      things += 1;
      mix(left * 31 + top); mix(right * 31 + bottom);
      return true;
    };
    const range = document.createRange();
    let visits = 0;
    const legible = style => {
      const alpha = /rgba?\([^)]*[,/]\s*(0|0?\.0\d*)\)$/.test(style.color) || style.color === 'transparent';
      return !(alpha && style.webkitTextFillColor === style.color) && style.opacity !== '0';
    };
    const visit = node => {
      visits += 1;
      if (visits > limit) return;
      if (node.nodeType === Node.TEXT_NODE) {
        if (!/\S/.test(node.data)) return;
        range.selectNodeContents(node);
        for (const r of range.getClientRects()) if (put(r, node.parentElement ?? parentOf(node))) { for (let i = 0; i < node.data.length && i < 64; i += 1) mix(node.data.charCodeAt(i)); }
        return;
      }
      if (node.nodeType !== Node.ELEMENT_NODE || node.localName === 'script' || node.localName === 'style') return;
      // What stands away from here shows nothing here, unless what is in it hangs out of it.
      const box = node.getBoundingClientRect();
      const away = box.bottom < area.y - 200 || box.top > area.y + area.height + 200;
      if (away && box.height > 0 && node.scrollHeight <= box.height + 1) return;
      const style = getComputedStyle(node);
      if (style.display === 'none' || style.opacity === '0') return;
      if (style.visibility === 'visible') {
        const tag = node.localName;
        if (tag === 'img') {
          if (node.complete && node.naturalWidth) put(box, node); else if (!node.complete) pending += 1;
        } else if (tag === 'input' && node.type !== 'hidden' || tag === 'textarea' || tag === 'select' || tag === 'progress' || tag === 'meter') put(box, node);
        else if (tag === 'svg') { if (node.querySelector('path, rect, circle, line, text, polygon, use, ellipse, image')) put(box, node); }
      }
      if (node.localName === 'svg') return;
      const seen = legible(style);
      for (const child of tw.reading.childrenOf(node)) if (seen || child.nodeType !== Node.TEXT_NODE) visit(child);
    };
    if (document.body) visit(document.body);
    return { cells: [...cells].join(''), things, pending, mark, complete: visits <= limit };
  };

  tw.define({ selectorOf, withRoots, marks, frameSize, boxOf, bringIntoView, putBack, painted, contentGrid });
})();
