// Roles, visibility and states of elements: HTML-AAM and ARIA 1.2.
(() => {
  const ROLES = new Set(
    ('alert alertdialog application article banner blockquote button caption cell checkbox code ' +
      'columnheader combobox comment complementary contentinfo definition deletion dialog directory ' +
      'document emphasis feed figure form generic graphics-document graphics-object graphics-symbol ' +
      'grid gridcell group heading image img insertion link list listbox listitem log main mark ' +
      'marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note ' +
      'option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader ' +
      'scrollbar search searchbox separator slider spinbutton status strong subscript suggestion ' +
      'superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree ' +
      'treegrid treeitem').split(' '),
  );
  const GLOBAL_ARIA = ('atomic braillelabel brailleroledescription busy controls current describedby ' +
    'description details dropeffect flowto grabbed keyshortcuts label labelledby live owns relevant ' +
    'roledescription').split(' ').map((name) => `aria-${name}`);
  const SECTIONING = 'article,aside,main,nav,section,[role=article],[role=complementary],[role=main],' +
    '[role=navigation],[role=region]';
  const INPUT_ROLES = {
    button: 'button', checkbox: 'checkbox', color: 'color', date: 'date', 'datetime-local': 'datetime',
    email: 'textbox', file: 'file', image: 'button', month: 'month', number: 'spinbutton',
    password: 'password', radio: 'radio', range: 'slider', reset: 'button', search: 'searchbox',
    submit: 'button', tel: 'textbox', text: 'textbox', time: 'time input', url: 'textbox', week: 'week',
  };
  const TAG_ROLES = {
    address: 'group', article: 'article', aside: 'complementary', blockquote: 'blockquote', button: 'button',
    caption: 'caption', code: 'code', datalist: 'listbox', dd: 'definition', del: 'deletion',
    details: 'group', dfn: 'term', dialog: 'dialog', dt: 'term', em: 'emphasis', fieldset: 'group',
    figcaption: 'caption', figure: 'figure', h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading',
    h5: 'heading', h6: 'heading', hgroup: 'group', hr: 'separator', html: 'document', ins: 'insertion', main: 'main',
    mark: 'mark', math: 'math', menu: 'list', meter: 'meter', nav: 'navigation', ol: 'list',
    optgroup: 'group', option: 'option', output: 'status', p: 'paragraph', progress: 'progressbar',
    search: 'search', strong: 'strong', sub: 'subscript', sup: 'superscript', summary: 'button',
    svg: 'img', table: 'table', tbody: 'rowgroup', textarea: 'textbox', tfoot: 'rowgroup',
    thead: 'rowgroup', time: 'time', tr: 'row', ul: 'list', iframe: 'frame', frame: 'frame',
    object: 'frame', embed: 'frame', audio: 'audio', video: 'video', canvas: 'canvas',
  };
  /** Roles that a person operates: each gets a ref. */
  const CONTROLS = new Set(
    ('button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio ' +
      'scrollbar searchbox slider spinbutton switch tab textbox treeitem password date datetime month ' +
      'week color file clickable').split(' ').concat('time input'),
  );
  const PRESENTATIONAL_PARENTS = {
    li: ['ul', 'ol', 'menu'], dt: ['dl'], dd: ['dl'], tr: ['table', 'tbody', 'thead', 'tfoot'],
    tbody: ['table'], thead: ['table'], tfoot: ['table'], td: ['tr'], th: ['tr'], caption: ['table'],
  };

  /** Live for one walk: what does not change while the page's own scripts cannot run. */
  let roles = new Map();
  let styles = new Map();
  let depth = 0;

  /** Runs `work` with caches; the page cannot change in between, since `work` is synchronous. */
  function cached(work) {
    depth += 1;
    try {
      return work();
    } finally {
      depth -= 1;
      if (depth === 0) {
        roles = new Map();
        styles = new Map();
        looks = new Map();
        for (const clear of clearers) clear();
      }
    }
  }
  const clearers = [];

  function styleOf(element) {
    if (depth === 0) return getComputedStyle(element);
    let style = styles.get(element);
    if (style === undefined) styles.set(element, (style = getComputedStyle(element)));
    return style;
  }

  let looks = new Map();

  /** `display` and whether `visibility` shows it, read once a walk: reading styles is what costs most. */
  function lookOf(element) {
    let look = looks.get(element);
    if (look === undefined) {
      const style = styleOf(element);
      const display = style.display;
      const inline = display === 'inline' || display === 'contents' || display.startsWith('inline-') || display.startsWith('ruby');
      look = { style, display, inline, visible: style.visibility === 'visible' };
      if (depth > 0) looks.set(element, look);
    }
    return look;
  }

  /** The tag in lower case, prefix and all. */
  const tagOf = (element) => element.localName;
  const isHtml = (element) => element.namespaceURI === 'http://www.w3.org/1999/xhtml';

  /** Parent in the flat tree: slot, else parent, else the shadow root's host. */
  function flatParent(node) {
    if (node.assignedSlot) return node.assignedSlot;
    const parent = node.parentNode;
    if (parent === null) return null;
    if (parent.nodeType === Node.DOCUMENT_FRAGMENT_NODE) return parent.host ?? null;
    if (parent.nodeType !== Node.ELEMENT_NODE) return null;
    // A child of a host that no slot takes is not rendered, yet its host is the nearest parent.
    return parent;
  }

  function isFocusable(element) {
    if (element.hasAttribute('tabindex') && !Number.isNaN(parseInt(element.getAttribute('tabindex'), 10)))
      return true;
    switch (tagOf(element)) {
      case 'a':
      case 'area':
        return element.hasAttribute('href');
      case 'button':
      case 'select':
      case 'textarea':
        return !element.matches(':disabled');
      case 'input':
        return element.type !== 'hidden' && !element.matches(':disabled');
      case 'iframe':
        return true;
      case 'summary':
        return isDisclosure(element);
      case 'audio':
      case 'video':
        return element.hasAttribute('controls');
      default:
        return isEditingHost(element);
    }
  }

  function isDisclosure(summary) {
    const details = summary.parentElement;
    return details !== null && tagOf(details) === 'details' &&
      details.querySelector(':scope > summary') === summary;
  }

  function isEditingHost(element) {
    const value = element.getAttribute('contenteditable');
    return value !== null && value.toLowerCase() !== 'false';
  }

  function hasGlobalAria(element) {
    if (!element.hasAttributes()) return false;
    for (const name of GLOBAL_ARIA) if (element.hasAttribute(name) && element.getAttribute(name) !== '') return true;
    return false;
  }

  function explicitRole(element) {
    const attribute = element.getAttribute('role');
    if (attribute === null) return '';
    for (const token of attribute.toLowerCase().split(/\s+/)) {
      if (token === '' ) continue;
      if (token.startsWith('doc-')) return docRole(token);
      if (!ROLES.has(token)) continue;
      // These need a name; without one the next token, or the element's own role, holds.
      if ((token === 'region' || token === 'form') && !hasAuthorName(element)) continue;
      return token === 'image' ? 'img' : token;
    }
    return '';
  }

  function docRole(token) {
    switch (token) {
      case 'doc-backlink': case 'doc-biblioref': case 'doc-glossref': case 'doc-noteref': return 'link';
      case 'doc-cover': return 'img';
      case 'doc-toc': case 'doc-index': case 'doc-pagelist': return 'navigation';
      case 'doc-subtitle': return 'heading';
      case 'doc-pagebreak': return 'separator';
      default: return 'group';
    }
  }

  function hasAuthorName(element) {
    return (element.getAttribute('aria-label') ?? '').trim() !== '' ||
      (element.getAttribute('aria-labelledby') ?? '').trim() !== '' ||
      (element.getAttribute('title') ?? '').trim() !== '';
  }

  function nativeRole(element) {
    const tag = tagOf(element);
    if (!isHtml(element)) {
      if (tag === 'svg') return 'img';
      if (tag === 'math') return 'math';
      if (tag === 'a' && (element.hasAttribute('href') || element.hasAttribute('xlink:href'))) return 'link';
      return '';
    }
    switch (tag) {
      case 'a':
      case 'area':
        return element.hasAttribute('href') ? 'link' : '';
      case 'aside':
        // Inside sectioning content only a named aside is a landmark.
        return element.parentElement?.closest('article,aside,nav,section') && !hasAuthorName(element)
          ? '' : 'complementary';
      case 'footer':
        return element.parentElement?.closest(SECTIONING) ? '' : 'contentinfo';
      case 'header':
        return element.parentElement?.closest(SECTIONING) ? '' : 'banner';
      case 'form':
        return hasAuthorName(element) ? 'form' : '';
      case 'section':
        return hasAuthorName(element) ? 'region' : '';
      case 'img':
        return element.getAttribute('alt') === '' && !hasAuthorName(element) && !isFocusable(element)
          ? 'none' : 'img';
      case 'input': {
        const type = element.type;
        if (type === 'hidden') return '';
        if (element.list && ['text', 'email', 'search', 'tel', 'url'].includes(type)) return 'combobox';
        return INPUT_ROLES[type] ?? 'textbox';
      }
      case 'select':
        return element.multiple || element.size > 1 ? 'listbox' : 'combobox';
      case 'li': {
        const parent = element.parentElement;
        return parent && ['ul', 'ol', 'menu'].includes(tagOf(parent)) ? 'listitem' : '';
      }
      case 'summary':
        return isDisclosure(element) ? 'button' : '';
      case 'td': {
        const table = element.closest('table');
        if (!table) return '';
        const role = roleOf(table);
        return role === 'grid' || role === 'treegrid' ? 'gridcell' : 'cell';
      }
      case 'th': {
        const table = element.closest('table');
        if (!table) return '';
        const scope = (element.getAttribute('scope') ?? '').toLowerCase();
        if (scope === 'col' || scope === 'colgroup') return 'columnheader';
        if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
        return thByPlace(element, table);
      }
      case 'tr':
      case 'tbody':
      case 'thead':
      case 'tfoot':
        return element.closest('table') ? TAG_ROLES[tag] : '';
      case 'object':
      case 'embed':
        return '';
      default:
        return TAG_ROLES[tag] ?? '';
    }
  }

  /** A th without scope: beside data cells it heads its row, else its column. */
  function thByPlace(th, table) {
    const row = th.parentElement;
    if (row && tagOf(row) === 'tr') {
      const cells = row.cells;
      let data = 0;
      for (const cell of cells) if (tagOf(cell) === 'td') data += 1;
      if (data > 0 && cells[0] === th) return 'rowheader';
      if (data > 0 && row.parentElement && tagOf(row.parentElement) !== 'thead') return 'rowheader';
    }
    return 'columnheader';
  }

  function inheritsNone(element) {
    const parents = PRESENTATIONAL_PARENTS[tagOf(element)];
    if (parents === undefined || element.hasAttribute('role')) return false;
    const parent = element.parentElement;
    if (parent === null || !parents.includes(tagOf(parent))) return false;
    return roleOf(parent) === 'none';
  }

  /**
   * The role of an element; '' for a generic one. `none` for presentational ones. Inputs that HTML
   * tells apart and ARIA does not keep their own word: date, datetime, month, week, color, file,
   * password, `time input`.
   */
  function roleOf(element) {
    if (depth > 0) {
      const known = roles.get(element);
      if (known !== undefined) return known;
      const role = computeRole(element);
      roles.set(element, role);
      return role;
    }
    return computeRole(element);
  }

  function computeRole(element) {
    let role = explicitRole(element);
    if (role === 'presentation' || role === 'none') {
      if (!hasGlobalAria(element) && !isFocusable(element)) return 'none';
      role = '';
    }
    if (role === 'generic') return '';
    if (role === '') {
      if (inheritsNone(element)) return hasGlobalAria(element) ? nativeRole(element) : 'none';
      role = nativeRole(element);
      if (role === 'none') return hasGlobalAria(element) ? 'img' : 'none';
      if (role === '' && isEditingHost(element)) return 'textbox';
      if (role === '' && tagOf(element) === 'dl') return 'list';
    }
    return role;
  }

  /** Tags that `nativeRole` and `computeRole` give these roles besides those of `TAG_ROLES` and `INPUT_ROLES`. */
  const MORE_TAGS = {
    banner: ['header'], cell: ['td'], columnheader: ['th'], combobox: ['input', 'select'], contentinfo: ['footer'],
    form: ['form'], gridcell: ['td'], img: ['img'], link: ['a', 'area'], list: ['dl'], listbox: ['select'],
    listitem: ['li'], region: ['section'], rowheader: ['th'], textbox: ['input', '[contenteditable]'],
  };

  /** Selects every element that can have this role, and others; null where any can. */
  function selectorOfRole(role) {
    if (role === '' || role === 'none') return null;
    const tags = Object.keys(TAG_ROLES).filter((tag) => TAG_ROLES[tag] === role);
    if (Object.values(INPUT_ROLES).includes(role)) tags.push('input');
    return [...new Set([...tags, ...(MORE_TAGS[role] ?? [])]), '[role]'].join();
  }

  /** The ARIA role, as others know it: `password` and `date` are text boxes there. */
  function ariaRoleOf(element) {
    const role = roleOf(element);
    switch (role) {
      case 'password': case 'date': case 'datetime': case 'month': case 'week': case 'time input':
        return 'textbox';
      case 'file': case 'color':
        return 'button';
      default:
        return role;
    }
  }

  /** Whether the element's style shows it; ancestors are not looked at for `display`. */
  function isStyleVisible(element) {
    return element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false });
  }

  /** Shown: rendered, not `visibility: hidden`, with an area (or with a child that has one). */
  function isShown(element) {
    if (!isStyleVisible(element)) return styleOf(element).display === 'contents' && anyChildShown(element);
    const box = element.getBoundingClientRect();
    if (box.width > 0 && box.height > 0) return true;
    if (tagOf(element) === 'area') return true;
    return styleOf(element).display === 'contents' || styleOf(element).display === 'inline' ? anyChildShown(element) : false;
  }

  function anyChildShown(element) {
    for (const child of (element.shadowRoot ?? element).childNodes) {
      if (child.nodeType === Node.TEXT_NODE) {
        if (child.data.trim() !== '') {
          const range = document.createRange();
          range.selectNode(child);
          const box = range.getBoundingClientRect();
          if (box.width > 0 && box.height > 0) return true;
        }
      } else if (child.nodeType === Node.ELEMENT_NODE && isShown(child)) return true;
    }
    return false;
  }

  /** Out of the accessibility tree, by style or by `aria-hidden`, on itself or an ancestor. */
  function isAriaHidden(element) {
    if (!isStyleVisible(element) && styleOf(element).display !== 'contents') return true;
    for (let at = element; at !== null; at = flatParent(at)) {
      if (at.getAttribute('aria-hidden') === 'true' && tagOf(at) !== 'body' && tagOf(at) !== 'html') return true;
      if (at.parentElement?.shadowRoot && at.assignedSlot === null && at.slot !== undefined &&
        at.parentNode === at.parentElement) return true;
    }
    return false;
  }

  /** Native `disabled`, a disabled fieldset or optgroup, or `aria-disabled` on itself or above. */
  function isDisabled(element) {
    if (isNativelyDisabled(element)) return true;
    if (!CONTROLS.has(roleOf(element)) && !GROUPS.has(roleOf(element))) return false;
    for (let at = element; at !== null; at = flatParent(at)) {
      const value = at.getAttribute('aria-disabled');
      if (value === 'true') return true;
      if (value === 'false') return false;
    }
    return false;
  }
  const GROUPS = new Set(['group', 'radiogroup', 'tablist', 'toolbar', 'grid', 'treegrid', 'tree', 'menu', 'menubar', 'gridcell', 'row', 'columnheader', 'rowheader']);

  function isNativelyDisabled(element) {
    switch (tagOf(element)) {
      case 'button': case 'input': case 'select': case 'textarea': case 'option': case 'optgroup': case 'fieldset':
        return isHtml(element) && element.matches(':disabled');
      default:
        return false;
    }
  }

  /** 'true', 'false', 'mixed', or '' where the role knows no such state. */
  function checkedOf(element, role) {
    switch (role) {
      case 'checkbox': case 'radio': case 'switch': case 'menuitemcheckbox': case 'menuitemradio': case 'option': case 'treeitem':
        break;
      default:
        return '';
    }
    if (tagOf(element) === 'input' && (element.type === 'checkbox' || element.type === 'radio')) {
      if (element.indeterminate) return 'mixed';
      return element.checked ? 'true' : 'false';
    }
    const value = element.getAttribute('aria-checked');
    if (value === 'mixed') return role === 'checkbox' || role === 'menuitemcheckbox' ? 'mixed' : 'false';
    if (value === 'true') return 'true';
    return role === 'option' || role === 'treeitem' ? '' : 'false';
  }

  function expandedOf(element, role) {
    if (tagOf(element) === 'summary' && isDisclosure(element)) return element.parentElement.open ? 'true' : 'false';
    const value = element.getAttribute('aria-expanded');
    if (value === 'true' || value === 'false') return value;
    return '';
  }

  function pressedOf(element, role) {
    if (role !== 'button') return '';
    const value = element.getAttribute('aria-pressed');
    return value === 'true' || value === 'mixed' ? value : '';
  }

  function isSelected(element, role) {
    switch (role) {
      case 'option':
        if (tagOf(element) === 'option') return element.selected;
      // falls through
      case 'tab': case 'row': case 'gridcell': case 'treeitem': case 'columnheader': case 'rowheader':
        return element.getAttribute('aria-selected') === 'true';
      default:
        return false;
    }
  }

  /** Told by the author, or refused by the browser after the person's attempt (`:user-invalid`). */
  function isInvalid(element) {
    const value = element.getAttribute('aria-invalid');
    if (value !== null && value !== '' && value !== 'false') return true;
    if (value === 'false') return false;
    return element.willValidate === true && element.matches(':user-invalid');
  }

  function isRequired(element) {
    if (element.getAttribute('aria-required') === 'true') return true;
    switch (tagOf(element)) {
      case 'input': case 'select': case 'textarea':
        return element.required === true;
      default:
        return false;
    }
  }

  function levelOf(element) {
    const level = parseInt(element.getAttribute('aria-level') ?? '', 10);
    if (level >= 1) return Math.min(level, 9);
    const native = /^h([1-6])$/.exec(tagOf(element));
    return native ? Number(native[1]) : 2;
  }

  const SECRET_AUTOCOMPLETE = /\b(?:cc-(?:number|csc|exp|exp-month|exp-year)|one-time-code|current-password|new-password)\b/;
  const SECRET_NAME = /pass(?:word|wd|code|phrase)|\bpwd|card.?(?:number|no\b|num)|\bcc.?num|\bcv[cv]\d?\b|\bcsc\d?\b|\botp\b|one.?time|totp|2fa|mfa.?code|(?:verification|security|auth\w*).?code|secret|api.?key|(?:access|auth|bearer|api|refresh).?token|\bpin(?:.?code)?\b|\biban\b|\bssn\b|密码|验证码|卡号/i;
  /** Types of which the value is no text that a person enters. */
  const UNTYPED = new Set(['submit', 'button', 'reset', 'checkbox', 'radio', 'image', 'range', 'color']);

  /** Whether a field's value must not leave the page: passwords, codes, card numbers, tokens. */
  function isSensitive(field) {
    if (field.type === 'password' || field.getAttribute('type')?.toLowerCase() === 'password') return true;
    const autocomplete = (field.getAttribute('autocomplete') ?? '').toLowerCase();
    if (SECRET_AUTOCOMPLETE.test(autocomplete)) return true;
    if (UNTYPED.has(field.type)) return false;
    const names = `${field.getAttribute('name') ?? ''} ${field.id} ${field.getAttribute('aria-label') ?? ''} ${field.getAttribute('placeholder') ?? ''}`
      .replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ');
    return SECRET_NAME.test(names);
  }

  tw.define({
    isSensitive, cached, styleOf, lookOf, tagOf, isNativelyDisabled, flatParent, isFocusable, isEditingHost, isDisclosure, roleOf, selectorOfRole, ariaRoleOf, isStyleVisible,
    isShown, isAriaHidden, isDisabled, checkedOf, expandedOf, pressedOf, isSelected, isInvalid,
    isRequired, levelOf,
    isControlRole: (role) => CONTROLS.has(role),
    /** Registers what empties a cache when the outermost `cached` ends. */
    onUncached: (clear) => { clearers.push(clear); },
    isCaching: () => depth > 0,
  });
})();
