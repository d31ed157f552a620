// Accessible names and descriptions: accname 1.2 with HTML-AAM, as Chromium computes them.
(() => {
  const FROM_CONTENT = new Set(
    ('button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio ' +
      'option radio row rowheader switch tab term tooltip treeitem clickable').split(' '),
  );
  /** While descending for another element's name, these too give their content. */
  const NAME_FORBIDDEN = new Set(
    ('caption code definition deletion emphasis generic insertion mark paragraph strong subscript ' +
      'suggestion superscript time none').split(' ').concat(''),
  );
  const EMBEDDED_TEXT = new Set(['textbox', 'searchbox', 'password', 'date', 'datetime', 'month', 'week', 'time input']);
  const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'head', 'title', 'datalist', 'param', 'source', 'track']);

  /** Inline, yet a thing of its own: its words do not join those beside it. */
  const REPLACED = new Set(['img', 'svg', 'input', 'select', 'textarea', 'video', 'canvas', 'object']);
  /** A tree item's name is not that of the items below it. */
  const BELOW_ITEM = new Set(['group', 'tree', 'menu', 'list']);

  let names = new Map();
  tw.onUncached(() => { names = new Map(); });

  /** One line: runs of white space become one space; signs of icon fonts are no words. */
  const ODD = /[\s\u200b\u00ad\ufeff][\s\u200b\u00ad\ufeff]|^\s|\s$|[\t\n\r\f\v\u00a0\u00ad\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff\ue000-\uf8ff]/;
  const squash = (text) => !ODD.test(text) ? text : text.replace(/[\s\u200b\u00ad\ufeff]+/g, ' ').replace(/[\ue000-\uf8ff]+/g, '').trim();

  /** Elements that an IDREF attribute names, in its order, within the element's own tree. */
  function referenced(element, attribute) {
    const ids = element.getAttribute(attribute);
    if (ids === null || ids === '') return [];
    const root = element.getRootNode();
    const found = [];
    for (const id of ids.split(/\s+/)) {
      if (id === '') continue;
      const target = root.getElementById ? root.getElementById(id) : null;
      if (target !== null && !found.includes(target)) found.push(target);
    }
    return found;
  }

  /** Text of `::before` or `::after`: strings, `attr()` is resolved by the browser, alt after `/`. */
  function pseudoText(element, which) {
    const content = getComputedStyle(element, which).content;
    if (content === 'none' || content === 'normal' || content === '' || content === '""') return '';
    return parseContent(content);
  }

  function parseContent(content) {
    let text = '';
    let alternative = null;
    const tokens = /"((?:[^"\\]|\\.)*)"|\/|[^\s"/]+(?:\([^)]*\))?/g;
    for (let match = tokens.exec(content); match !== null; match = tokens.exec(content)) {
      if (match[0] === '/') alternative = '';
      else if (match[1] !== undefined) {
        const string = match[1].replace(/\\([0-9a-fA-F]{1,6})\s?|\\(.)/g, (_, hex, char) =>
          hex ? String.fromCodePoint(parseInt(hex, 16) || 0xfffd) : char);
        if (alternative === null) text += string;
        else alternative += string;
      }
    }
    return alternative === null ? text : ` ${alternative} `;
  }

  /** Children in the flat tree, `aria-owns` last. */
  function flatChildren(element) {
    if (tw.tagOf(element) === 'slot') {
      const assigned = element.assignedNodes();
      if (assigned.length > 0) return assigned;
    }
    const shadow = element.shadowRoot;
    if (shadow !== null) plain = false;
    const own = (shadow ?? element).childNodes;
    const owns = element.hasAttribute('aria-owns') ? referenced(element, 'aria-owns') : [];
    return owns.length > 0 ? [...own, ...owns] : own;
  }

  function breaksLine(element) {
    if (tw.tagOf(element) === 'br') return true;
    const display = tw.lookOf(element).display;
    if (display === 'inline') return REPLACED.has(tw.tagOf(element));
    return display !== 'contents' && display !== 'none' && !display.startsWith('ruby');
  }

  /**
   * Text of an element's content. `at.seen` stops circles; `at.hidden` is set when the start was
   * hidden itself and was named by a reference, in which case hidden content counts.
   */
  function contentText(element, at) {
    if (at.depth > 200) return '';
    const only = element.firstChild;
    if (only !== null && only.nextSibling === null && only.nodeType === Node.TEXT_NODE && element.shadowRoot === null &&
      !pseudos(element)) return only.data;
    const pseudo = pseudos(element);
    let text = pseudo ? pseudoText(element, '::before') : '';
    at.depth += 1;
    for (const child of flatChildren(element)) {
      if (child.nodeType === 3) {
        text += child.data;
      } else if (child.nodeType === 1 && !at.seen.has(child)) {
        const inner = nodeText(child, at);
        text += breaksLine(child) ? ` ${inner} ` : inner;
      }
      if (text.length > 20000) break;
    }
    at.depth -= 1;
    return pseudo ? text + pseudoText(element, '::after') : text;
  }

  function isOut(element, at) {
    if (SKIPPED.has(tw.tagOf(element))) return true;
    if (at.hidden) return false;
    if (element.getAttribute('aria-hidden') === 'true') return true;
    const look = tw.lookOf(element);
    if (look.display === 'none') return true;
    // A visible child of a `visibility: hidden` element counts.
    return !look.visible && !hasVisibleChild(element);
  }

  function hasVisibleChild(element) {
    for (const child of element.children) {
      const look = tw.lookOf(child);
      if (look.display !== 'none' && (look.visible || hasVisibleChild(child))) return true;
    }
    return false;
  }

  /** What one element gives to the name of another. */
  function nodeText(element, at) {
    if (isOut(element, at)) return '';
    at.seen.add(element);
    const role = tw.roleOf(element);
    if (at.item && BELOW_ITEM.has(role)) return '';
    if (at.depth > 0 || at.embedded) {
      const value = embeddedValue(element, role, at);
      if (value !== null) return value;
    }
    const label = (element.getAttribute('aria-label') ?? '').trim();
    if (label !== '' ) return label;
    const native = nativeText(element, role, at);
    if (native !== null && native !== '') return native;
    if (tw.tagOf(element) === 'svg') return svgTitle(element);
    if (role === 'textbox' && !tw.isEditingHost(element)) return '';
    const text = contentText(element, at);
    if (squash(text) !== '') return text;
    return tipOf(element, role);
  }

  function tipOf(element, role) {
    return (element.getAttribute('title') ?? '').trim();
  }

  /** 2C, 2D: a control inside a label speaks its value. */
  function embeddedValue(element, role, at) {
    switch (role) {
      case 'combobox':
        if (tw.tagOf(element) === 'select') return selectedText(element);
        if (tw.tagOf(element) === 'input') return element.value;
        return null;
      case 'listbox':
        if (tw.tagOf(element) === 'select') return selectedText(element);
        return null;
      case 'slider': case 'spinbutton': case 'progressbar': case 'meter': case 'scrollbar':
        return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ??
          (element.value === undefined ? '' : String(element.value));
      case 'password':
        return '';
      default:
        if (EMBEDDED_TEXT.has(role)) {
          if (tw.tagOf(element) === 'input' || tw.tagOf(element) === 'textarea') return element.value;
          return contentText(element, at);
        }
        return null;
    }
  }

  function selectedText(select) {
    return Array.from(select.selectedOptions, (option) => squash(option.label)).join(' ');
  }

  /** What HTML itself names an element by, apart from its content; null if it has no such way. */
  function nativeText(element, role, at) {
    switch (tw.tagOf(element)) {
      case 'img': case 'area':
        return element.getAttribute('alt') ?? '';
      case 'input':
        return inputText(element);
      case 'fieldset':
        return childText(element, 'legend', at);
      case 'table':
        return childText(element, 'caption', at) || (element.getAttribute('summary') ?? '');
      default:
        return null;
    }
  }

  function inputText(input) {
    switch (input.type) {
      case 'submit':
        return input.value !== '' || input.hasAttribute('value') ? input.value : 'Submit';
      case 'reset':
        return input.value !== '' || input.hasAttribute('value') ? input.value : 'Reset';
      case 'button':
        return input.value;
      case 'image':
        return input.getAttribute('alt') || input.getAttribute('value') || input.getAttribute('title') || 'Submit';
      default:
        return null;
    }
  }

  function childText(element, tag, at) {
    for (const child of element.children) {
      if (tw.tagOf(child) === tag) return squash(contentText(child, { ...at, depth: at.depth + 1 }));
    }
    return '';
  }

  function svgTitle(svg) {
    for (const child of svg.children) if (tw.tagOf(child) === 'title') return child.textContent;
    return '';
  }

  /** Text of an element that a reference or a label names; hidden ones count whole. */
  function referencedText(target, start, embedded) {
    const hidden = !tw.isStyleVisible(target) || target.closest('[aria-hidden=true]') !== null;
    return squash(nodeText(target, { seen: new Set(start ? [start] : []), hidden, depth: 0, embedded }));
  }

  /** root → the selector of elements whose `::before` or `::after` may have text; null: any. */
  let pseudoSelectors = new Map();
  tw.onUncached(() => { pseudoSelectors = new Map(); });
  const PSEUDO = /::?(?:before|after)\b/g;

  /** While true, all elements met are the document's own, and none has pseudo text. */
  let plain = false;
  tw.onUncached(() => { plain = false; });

  /** Asking each element for two pseudo styles is dear, so the style sheets are asked first. */
  function pseudos(element) {
    if (plain) return false;
    const root = element.getRootNode();
    let selector = pseudoSelectors.get(root);
    if (selector === undefined) {
      selector = pseudoSelector(root);
      if (tw.isCaching()) pseudoSelectors.set(root, selector);
    }
    return selector === null || (selector !== '' && element.matches(selector));
  }

  function pseudoSelector(root) {
    const found = new Set();
    const budget = { rules: 20000 };
    try {
      for (const sheet of [...(root.styleSheets ?? []), ...(root.adoptedStyleSheets ?? [])]) {
        if (!sheet.disabled && !collectPseudo(sheet.cssRules, found, budget)) return null;
      }
      const selector = [...found].join(',');
      if (selector !== '') document.documentElement.matches(selector);
      return selector;
    } catch {
      // A sheet of another origin, or a selector that only holds in its context.
      return null;
    }
  }

  function collectPseudo(rules, found, budget) {
    for (const rule of rules) {
      budget.rules -= 1;
      if (budget.rules < 0) return false;
      const selector = rule.selectorText;
      if (selector !== undefined && selector.includes(':before') || selector !== undefined && selector.includes(':after')) {
        if (/[\p{L}\p{N}]|attr\(|counter|var\(|\*/u.test(rule.style.content)) {
          if (selector.includes('&') || selector.includes(':host') || selector.includes('::slotted')) return false;
          // `*::before` and a bare `::before` are of every element.
          const base = selector.replace(PSEUDO, '').split(',').map((part) => part.trim() || '*').join(',');
          found.add(base);
        }
      }
      if (rule.styleSheet && !collectPseudo(rule.styleSheet.cssRules, found, budget)) return false;
      if (rule.cssRules && rule.cssRules.length > 0) {
        // Nested style rules hold only within their parent.
        if (selector !== undefined && Array.from(rule.cssRules).some((inner) => /:(?:before|after)/.test(inner.selectorText ?? ''))) return false;
        if (!collectPseudo(rule.cssRules, found, budget)) return false;
      }
    }
    return true;
  }

  /** root → control → its labels. `element.labels` looks through the whole page for each control. */
  let labels = new Map();
  tw.onUncached(() => { labels = new Map(); });

  function labelsOf(element) {
    if (!tw.isCaching()) return Array.from(element.labels ?? []);
    const root = element.getRootNode();
    let known = labels.get(root);
    if (known === undefined) {
      known = new Map();
      for (const label of root.querySelectorAll('label')) {
        const control = label.control;
        if (control === null) continue;
        const others = known.get(control);
        if (others === undefined) known.set(control, [label]);
        else others.push(label);
      }
      labels.set(root, known);
    }
    return known.get(element) ?? [];
  }

  /** The name with its source: {text, from, by}; `by` are the elements that gave it. */
  function name(element) {
    if (tw.isCaching()) {
      let known = names.get(element);
      if (known === undefined) names.set(element, (known = compute(element)));
      return known;
    }
    return tw.cached(() => compute(element));
  }

  const NOTHING = Object.freeze({ text: '', from: '', by: [] });

  function compute(element) {
    const role = tw.roleOf(element);
    if (NAME_FORBIDDEN.has(role) && !tw.isFocusable(element) && role !== '') return NOTHING;

    const references = referenced(element, 'aria-labelledby');
    if (references.length > 0) {
      const text = squash(references.map((target) => target === element
        ? (element.getAttribute('aria-label') ?? '').trim() || ownContent(element, role)
        : referencedText(target, null, true)).join(' '));
      if (text !== '') return { text, from: 'labelledby', by: references };
    }
    const label = squash(element.getAttribute('aria-label') ?? '');
    if (label !== '') return { text: label, from: 'label', by: [] };

    const native = nativeName(element, role);
    if (native !== null && native.text !== '') return native;

    if (FROM_CONTENT.has(role)) {
      const text = ownContent(element, role);
      if (text !== '') return { text, from: 'content', by: [] };
    }
    const title = squash(element.getAttribute('title') ?? '');
    if (title !== '' && role !== 'none') return { text: title, from: 'title', by: [] };
    const placeholder = placeholderOf(element);
    if (placeholder !== '') return { text: placeholder, from: 'placeholder', by: [] };
    return NOTHING;
  }

  function placeholderOf(element) {
    switch (tw.tagOf(element)) {
      case 'input': case 'textarea':
        return squash(element.getAttribute('placeholder') || element.getAttribute('aria-placeholder') || '');
      default:
        return squash(element.getAttribute('aria-placeholder') ?? '');
    }
  }

  function ownContent(element, role) {
    const item = role === 'treeitem' || role === 'menuitem';
    return squash(contentText(element, { seen: new Set([element]), hidden: false, depth: 0, embedded: false, item }));
  }

  function nativeName(element, role) {
    const tag = tw.tagOf(element);
    const start = { seen: new Set([element]), hidden: false, depth: 0, embedded: false };
    switch (tag) {
      case 'input':
      case 'textarea':
      case 'select':
      case 'button':
      case 'meter':
      case 'output':
      case 'progress': {
        if (tag === 'input') {
          const text = inputText(element);
          if (text !== null && squash(text) !== '' && labelsOf(element).length === 0) return { text: squash(text), from: 'value', by: [] };
        }
        const labels = labelsOf(element);
        if (labels.length > 0) {
          const text = squash(labels.map((label) => {
            const own = squash(label.getAttribute('aria-label') ?? '');
            return own !== '' ? own : labelText(label, element);
          }).join(' '));
          if (text !== '') return { text, from: 'native label', by: labels };
        }
        if (tag === 'input') {
          const text = inputText(element);
          if (text !== null && squash(text) !== '') return { text: squash(text), from: 'value', by: [] };
          if (element.type === 'file' && !element.getAttribute('title'))
            return { text: element.multiple ? 'Choose Files' : 'Choose File', from: 'value', by: [] };
        }
        return null;
      }
      case 'img': case 'area': {
        const alt = squash(element.getAttribute('alt') ?? '');
        return alt === '' ? null : { text: alt, from: 'alt', by: [] };
      }
      case 'svg': {
        const text = squash(svgTitle(element));
        return { text, from: 'title', by: [] };
      }
      case 'fieldset': case 'table': {
        const inner = tag === 'fieldset' ? 'legend' : 'caption';
        for (const child of element.children) {
          if (tw.tagOf(child) !== inner) continue;
          if (isOut(child, start)) break;
          const text = squash(contentText(child, { ...start, depth: 1 }));
          if (text !== '') return { text, from: 'native label', by: [child] };
        }
        if (tag === 'table') {
          const summary = squash(element.getAttribute('summary') ?? '');
          if (summary !== '') return { text: summary, from: 'value', by: [] };
        }
        return null;
      }
      case 'optgroup': case 'option': {
        const text = squash(tag === 'option' ? element.label : element.getAttribute('label') ?? '');
        return text === '' ? null : { text, from: 'content', by: [] };
      }
      case 'iframe':
        return null;
      default:
        return null;
    }
  }

  /** A label's text without the control that it labels. */
  function labelText(label, control) {
    const hidden = !tw.isStyleVisible(label);
    return squash(contentText(label, { seen: new Set([label, control]), hidden, depth: 1, embedded: true }));
  }

  /** {text, by}: `aria-describedby`, `aria-description`, a caption beside `aria-label`, title. */
  function description(element) {
    return tw.cached(() => {
      const references = referenced(element, 'aria-describedby');
      if (references.length > 0) {
        const text = squash(references.map((target) => referencedText(target, null, false)).join(' '));
        if (text !== '') return { text, by: references };
      }
      const own = squash(element.getAttribute('aria-description') ?? '');
      if (own !== '') return { text: own, by: [] };
      const known = name(element);
      if (known.from !== 'title') {
        const title = squash(element.getAttribute('title') ?? '');
        if (title !== '' && title !== known.text) return { text: title, by: [], title: true };
      }
      return { text: '', by: [] };
    });
  }

  /** {text, by}: `aria-errormessage` while invalid, else what the browser says of a bad value. */
  function errorMessage(element) {
    if (!tw.isInvalid(element)) return { text: '', by: [] };
    const references = referenced(element, 'aria-errormessage');
    if (references.length > 0) {
      const text = squash(references
        .filter((target) => tw.isStyleVisible(target))
        .map((target) => referencedText(target, null, false)).join(' '));
      if (text !== '') return { text, by: references };
    }
    const own = typeof element.validationMessage === 'string' ? squash(element.validationMessage) : '';
    return { text: own, by: [] };
  }

  /**
   * Whether all of an `aria-hidden` element that `clickers` finds are links that stand a second time
   * beside it, to be read: the picture of a card next to its title.
   */
  function hasTwin(element, clickers) {
    const all = element.matches(clickers) ? [element] : Array.from(element.querySelectorAll(clickers));
    if (!all.every((each) => tw.tagOf(each) === 'a' && each.href !== '') || element.shadowRoot) return false;
    let above = element;
    for (let up = 0; up < 3 && above.parentElement && above.parentElement !== document.body; up += 1) above = above.parentElement;
    const others = Array.from(above.querySelectorAll('a[href]')).slice(0, 100).filter((each) =>
      each.closest('[aria-hidden=true]') === null && tw.isStyleVisible(each));
    return all.every((each) => others.some((other) => other.href === each.href));
  }

  tw.define({
    /** Says that what follows is read from the document itself, before any shadow root is entered. */
    startInDocument() {
      plain = false;
      plain = pseudoSelector(document) === '';
    },
    enterShadow() { plain = false; },
    hasTwin, squash, referenced, pseudoText, hasPseudoText: pseudos, flatChildren, breaksLine, placeholderOf,
    /** The accessible name of an element, on one line; '' if it has none. */
    nameOf: (element) => name(element).text,
    nameInfo: name,
    description: (element) => description(element),
    descriptionOf: (element) => description(element).text,
    errorMessage,
    /** The text of an element as its readers hear it, on one line. */
    contentOf: (element) => tw.cached(() => ownContent(element, '')),
    namedByContent: (role) => FROM_CONTENT.has(role),
  });
})();
