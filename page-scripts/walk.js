// The walk behind the snapshot: one pass over what is shown, one compact result.
//
// The result is a JSON string (quicker over the protocol than a nested value), an object with
//   i (index among the parent window's frames, -1 for none), url, title, w, h (viewport, CSS px), y (scrolled), max (can scroll to), cut (limits were hit),
//   seen (elements looked at), roles (names), n (nodes, in reading order):
//     [depth, text, glued]                       text of one block
//     [depth, role index, name, id, flags, more] an element; `more` only if it has something
// `glued` and the flag GLUE: on the same line as what stands before. For the keys of `more` see
// `extras` below; the other side is crates/tabward-page/src/snapshot/walk.rs.
(() => {
  const F = {
    CHECKED: 1, MIXED: 2, DISABLED: 4, INVALID: 8, EXPANDED: 16, COLLAPSED: 32, SELECTED: 64,
    PRESSED: 128, FOCUSED: 256, REQUIRED: 512, READONLY: 1024, IN_VIEW: 2048, CLICKABLE: 4096,
    ARIA_HIDDEN: 8192, INERT: 16384, MODAL: 32768, GLUE: 65536, TOP: 131072, REPEATED_NAME: 262144,
    MULTIPLE: 524288, NO_BOX: 1048576, CURRENT: 2097152,
  };
  // What holds for all below an element.
  const MUTE = 1; // its text is told already, by a name
  const HIDDEN = 2; // below aria-hidden
  const INERT = 4;
  const POINTER = 8; // below an element with a pointer cursor
  const CONTROL = 16; // below a control

  const MAX_DEPTH = 600;
  const SKIPPED = new Set(('script style noscript template head title meta link base datalist param source ' +
    'track col colgroup wbr').split(' '));
  /** Roles that are told only if they have a name. */
  const ONLY_NAMED = new Set(['img', 'group', 'region', 'form', 'figure', 'toolbar', 'document', 'application', 'math', 'canvas', 'graphics-document', 'graphics-object', 'graphics-symbol']);
  const STRUCTURE = new Set(
    ('alert alertdialog article audio banner cell columnheader complementary contentinfo dialog feed ' +
      'frame grid gridcell heading list listitem log main marquee menu menubar meter navigation note ' +
      'progressbar radiogroup row rowheader search status tablist tabpanel table timer tooltip tree treegrid ' +
      'video blockquote').split(' '),
  );
  const FIELDS = new Set(
    ('textbox searchbox combobox listbox spinbutton slider password date datetime month week color ' +
      'file').split(' ').concat('time input'),
  );
  /** Beside controls, what needs its place: they are counted or picked by what is in view. */
  const BOXED = new Set(['row', 'listitem', 'article', 'item', 'heading', 'dialog', 'alertdialog', 'frame']);
  const CLICKERS = '[onclick],[tabindex],a[href],button,input:not([type=hidden]),select,textarea,[role=button],' +
    '[role=link],[role=checkbox],[role=tab],[role=menuitem],[role=option],[role=switch],[contenteditable]';

  /** At most `most` UTF-16 units, cut between characters and marked. */
  function clip(text, most) {
    if (text.length <= most) return text;
    let end = most - 1;
    const code = text.charCodeAt(end - 1);
    if (code >= 0xd800 && code <= 0xdbff) end -= 1;
    return `${text.slice(0, end)}…`;
  }

  class Walk {
    constructor({ max = 30000, visits = 300000, ms = 4000, links = false, options = 8, boxes = false, view = false } = {}) {
      this.view = view;
      this.max = max;
      this.visits = visits;
      this.ends = performance.now() + ms;
      this.links = links;
      this.options = options;
      this.boxes = boxes;
      this.out = [];
      this.roles = [];
      this.roleIndex = new Map();
      this.seen = 0;
      this.cut = false;
      this.buffer = '';
      this.bufferDepth = 0;
      this.line = false; // something stands on the current line already
      this.spoken = new Set(); // elements whose text a control's name or description tells
      this.owned = new Set(); // shown where aria-owns puts them
      this.taken = new Set(); // owned and told
      this.focused = deepActive();
      this.width = innerWidth;
      this.height = innerHeight;
      this.origin = location.origin;
    }

    run(root) {
      if (root.getRootNode() === document) tw.startInDocument();
      this.prepare(root.getRootNode());
      if (root === document.body || root === document.documentElement) {
        this.visit(root, 0, 0, 0);
      } else {
        // A root in the middle: what holds above it holds here.
        let context = 0;
        for (let at = tw.flatParent(root); at !== null; at = tw.flatParent(at)) {
          if (at.getAttribute('aria-hidden') === 'true' && at !== document.body) context |= HIDDEN;
          if (at.inert) context |= INERT;
          if (at.getAttribute('aria-disabled') === 'true') context |= DISABLED;
        }
        // It is the first line, whatever it is.
        this.visit(root, 0, context | ITEM | (this.owned.has(root) ? OWNED : 0), 0);
      }
      this.flush();
    }

    /** Notes which elements of a tree are told elsewhere. */
    prepare(root) {
      const marked = root.querySelectorAll('[aria-labelledby],[aria-describedby],[aria-errormessage],[aria-owns]');
      for (const element of marked) {
        if (element.hasAttribute('aria-owns'))
          for (const target of tw.referenced(element, 'aria-owns')) this.owned.add(target);
        if (!tw.isControlRole(tw.roleOf(element)) || !tw.isStyleVisible(element)) continue;
        for (const attribute of ['aria-labelledby', 'aria-describedby', 'aria-errormessage']) {
          if (attribute === 'aria-errormessage' && !tw.isInvalid(element)) continue;
          for (const target of tw.referenced(element, attribute))
            if (target !== element && !target.contains(element) && target.textContent.length <= 400) this.spoken.add(target);
        }
      }
    }

    over(level) {
      if (this.out.length >= this.max || this.seen >= this.visits || level > MAX_DEPTH) return (this.cut = true);
      if ((this.seen & 511) === 0 && performance.now() > this.ends) return (this.cut = true);
      return false;
    }

    say(text, depth) {
      if (this.buffer === '') this.bufferDepth = depth;
      if (this.buffer.length < 20000) this.buffer += text;
    }

    flush() {
      if (this.buffer === '') return;
      const text = tw.squash(this.buffer);
      this.buffer = '';
      if (text === '' || !/[^\p{Co}\s]/u.test(text)) return;
      this.out.push(this.line ? [this.bufferDepth, clip(text, 4000), 1] : [this.bufferDepth, clip(text, 4000)]);
      this.line = true;
    }

    newLine() {
      this.flush();
      this.line = false;
    }

    /** @param level depth in the page's tree, against endless recursion. */
    visit(element, depth, context, level) {
      this.seen += 1;
      if (this.over(level)) return;
      const tag = tw.tagOf(element);
      if (SKIPPED.has(tag)) return;
      if (this.owned.size > 0 && this.owned.has(element)) {
        if (this.taken.has(element)) return;
        if ((context & OWNED) === 0) {
          // An owner that is not shown, or the element's own place: wait for the owner.
          return;
        }
        this.taken.add(element);
        context &= ~OWNED;
      } else context &= ~OWNED;

      const { style, display, inline, visible } = tw.lookOf(element);
      if (display === 'none' && tag !== 'area') return;
      if (!inline && style.contentVisibility === 'hidden') return;
      if (this.view && display !== 'contents' && display !== 'inline' && this.isOutOfView(element)) return;

      if (element.hasAttributes()) {
        if (element.getAttribute('aria-hidden') === 'true' && tag !== 'body' && tag !== 'html') {
          // Decoration is dropped; what can be operated is told, and marked.
          if (!visible || !this.isOperable(element) || !this.links && tw.hasTwin(element, CLICKERS)) return;
          context |= HIDDEN;
        }
        if (element.inert) context |= INERT;
        if (element.hasAttribute('aria-disabled')) context = element.getAttribute('aria-disabled') === 'true' ? context | DISABLED : context & ~DISABLED;
      }

      if (!inline) this.newLine();

      const role = tw.roleOf(element);
      if (!visible) {
        this.children(element, depth, context | MUTE_SELF, level);
      } else if (tag === 'label' && element.control) {
        this.label(element, depth, context, level);
      } else if (this.spoken.has(element) && role !== 'heading' && !tw.isControlRole(role)) {
        this.children(element, depth, context | MUTE, level);
      } else {
        this.element(element, tag, role, style, depth, context, level);
      }
      if (!inline) this.newLine();
      else if (tag === 'br') this.newLine();
    }

    /** Whether it has an area and none of it is in the viewport. What it holds may be elsewhere if it has none. */
    isOutOfView(element) {
      const box = element.getBoundingClientRect();
      return box.width > 0 && box.height > 0 &&
        (box.bottom <= 0 || box.top >= this.height || box.right <= 0 || box.left >= this.width);
    }

    isOperable(element) {
      return (element.matches(CLICKERS) && !element.matches('[tabindex="-1"]:not(a,button,input,select,textarea)')) ||
        element.querySelector(CLICKERS) !== null;
    }

    /** A label stands for its control: its words are the control's name. */
    label(label, depth, context, level) {
      const control = label.control;
      const told = tw.nameInfo(control).by.includes(label);
      const reachable = tw.isStyleVisible(control) && control.getAttribute('aria-hidden') !== 'true';
      if (!reachable && control.getAttribute('aria-hidden') !== 'true' && control.type !== 'hidden') {
        this.control(control, tw.tagOf(control), tw.roleOf(control), depth, context, label);
        this.children(label, depth, context | MUTE, level);
        return;
      }
      this.children(label, depth, told && reachable ? context | MUTE : context, level);
    }

    element(element, tag, role, style, depth, context, level) {
      if (tag === 'svg' && (context & (MUTE | CONTROL)) !== 0) {
        if (role !== 'img') this.children(element, depth, context, level);
        return;
      }
      if (role === 'option' && element.closest('select')) return;
      if (FIELDS.has(role) && !(role === 'combobox' || role === 'listbox') ||
        tag === 'select' || tag === 'input' || tag === 'textarea') {
        this.control(element, tag, role, depth, context, null);
        return;
      }
      if (tw.isControlRole(role) || role === 'heading') {
        this.named(element, tag, role, style, depth, context, level);
        return;
      }
      if (tag === 'iframe' || tag === 'frame') {
        this.frame(element, depth, context);
        return;
      }
      const pointer = style.cursor === 'pointer';
      if (pointer && (context & (POINTER | CONTROL | MUTE)) === 0 && tag !== 'html' && tag !== 'body' &&
        !STRUCTURE.has(role) || (role === '' && (context & CONTROL) === 0 && element.hasAttribute('onclick')) ||
        (role === '' && (context & CONTROL) === 0 && element.tabIndex >= 0 && tag !== 'body' && tag !== 'html' && !element.shadowRoot && !this.scrollOf(element, style))) {
        if (this.clickable(element, role, depth, context, level)) return;
      }
      const below = pointer ? context | POINTER : context & ~POINTER;
      const scroll = this.scrollOf(element, style);
      if (STRUCTURE.has(role) || scroll !== null || ONLY_NAMED.has(role) || (context & ITEM) !== 0 || element.hasAttribute('popover')) {
        if (this.structure(element, tag, role, scroll, pointer && (context & POINTER) === 0, depth, below, level)) return;
      }
      this.children(element, depth, below & ~ITEM, level);
    }

    /** A box that reacts to clicks but says nothing of it: named by its content if that is all. */
    clickable(element, role, depth, context, level) {
      if (element.querySelector(CLICKERS) !== null || element.shadowRoot) return false;
      if (tw.tagOf(element) === 'label') return false;
      const name = tw.squash(element.getAttribute('aria-label') ?? '') || tw.contentOf(element) ||
        tw.squash(element.getAttribute('title') ?? '');
      if (name.length > 300) return false;
      if (name === '' && (role !== '' && role !== 'img' || (element.textContent.trim() !== ''))) return false;
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) return false;
      if (name === '' && (box.width > 200 || box.height > 200)) return false;
      this.push('clickable', name, element, depth, context, 0, null);
      return true;
    }

    /** A control that is told whole: fields, and checkboxes of their own. */
    control(element, tag, role, depth, context, label) {
      if (tag === 'input' && element.type === 'hidden') return;
      if (role === '' || role === 'none') return;
      const info = tw.nameInfo(element);
      const more = this.extras(element, tag, role, info);
      let flags = 0;
      if (element.readOnly === true && (role === 'textbox' || role === 'searchbox' || role === 'spinbutton' || role === 'date') ||
        element.getAttribute('aria-readonly') === 'true') flags |= F.READONLY;
      if (role === 'listbox' && (element.multiple || element.getAttribute('aria-multiselectable') === 'true')) flags |= F.MULTIPLE;
      this.push(role, info.text, element, depth, context, flags, more, label);
      // Radio buttons and the like stand in the flow of their label.
    }

    /** Buttons, links, headings, tabs…: the name, then the controls inside. */
    named(element, tag, role, style, depth, context, level) {
      const info = tw.nameInfo(element);
      const more = this.extras(element, tag, role, info);
      const before = this.out.length;
      this.push(role, info.text, element, depth, context, 0, more);
      const at = this.out.length - 1;
      const told = info.from === 'content' || info.from === 'native label';
      const items = role === 'listbox' || role === 'combobox' || role === 'treeitem' || role === 'menuitem';
      const inner = (context & ~(POINTER | ITEM)) | (role === 'heading' ? 0 : POINTER);
      if (!told && !items && role !== 'heading' && at >= before) {
        // What the name leaves out: a badge, a price. Letters and digits only.
        const shown = tw.contentOf(element);
        if (shown.length > 1 && /[\p{L}\p{N}]/u.test(shown) || /\p{N}/u.test(shown)) {
          if (!includes(info.text, shown) && this.out[at]) more_(this.out[at]).t = clip(shown, 200);
        }
      }
      const line = this.line;
      this.children(element, depth + 1, inner | (items && !told && role !== 'combobox' ? 0 : MUTE) | (items || role === 'heading' ? 0 : CONTROL), level);
      this.flush();
      this.line = line;
    }

    frame(element, depth, context) {
      const box = element.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) return;
      const name = tw.squash(element.getAttribute('title') || element.getAttribute('aria-label') || element.getAttribute('name') || '');
      const more = {};
      const source = element.src;
      if (typeof source === 'string' && source !== '') more.u = clip(source, 300);
      for (let index = 0; index < Math.min(window.length, 500); index += 1)
        if (window[index] === element.contentWindow) { more.fi = index; break; }
      this.push('frame', name, element, depth, context, 0, more);
    }

    /** @returns false if the element dissolves into its parent. */
    structure(element, tag, role, scroll, clicks, depth, context, level) {
      let name = '';
      let flags = clicks ? F.CLICKABLE : 0;
      let more = null;
      const popover = element.hasAttribute('popover') && element.matches(':popover-open');
      if (role === '' || role === 'none' || role === 'paragraph' || !(STRUCTURE.has(role) || ONLY_NAMED.has(role))) {
        if (scroll !== null) role = 'area';
        else if (popover) role = 'popup';
        else if ((context & ITEM) !== 0) role = 'item';
        else return false;
        name = tw.squash(element.getAttribute('aria-label') ?? '');
      } else {
        // What its own content would name is told by its content.
        const info = !tw.namedByContent(role) || element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')
          ? tw.nameInfo(element) : UNNAMED;
        if (info.from !== 'content') name = info.text;
        if (ONLY_NAMED.has(role) && name === '' && scroll === null && !popover) return false;
        if (ONLY_NAMED.has(role) && name === '') role = scroll !== null ? 'area' : 'popup';
        if (info.from === 'labelledby' && info.by.some((target) => element.contains(target))) flags |= F.REPEATED_NAME;
        if (role === 'img') {
          if ((context & MUTE) === 0) this.push('img', name, element, depth, context, flags, null);
          if (tag !== 'img') this.children(element, depth + 1, context | MUTE, level);
          return true;
        }
        if (info.from === 'native label' && (tag === 'fieldset' || tag === 'table')) for (const by of info.by) this.spoken.add(by);
      }
      if (scroll !== null) (more ??= {}).sc = scroll;
      if (popover) flags |= F.TOP;
      if (tag === 'dialog' && element.matches(':modal') ||
        (role === 'dialog' || role === 'alertdialog') && element.getAttribute('aria-modal') === 'true') flags |= F.MODAL | F.TOP;
      if (role === 'row' || role === 'cell' || role === 'gridcell' || role === 'listitem' || role === 'article' || role === 'item') {
        if (element.hasAttribute('tabindex') || element.hasAttribute('onclick')) flags |= F.CLICKABLE;
      }
      if (role === 'meter' || role === 'progressbar') {
        const value = element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ??
          (tag === 'progress' && element.position < 0 ? '' : element.value === undefined ? '' : String(element.value));
        const top = element.getAttribute('aria-valuemax') ?? (element.max === undefined ? '' : String(element.max));
        if (value !== '') (more ??= {}).v = top !== '' && element.getAttribute('aria-valuetext') === null && top !== '1' ? `${value}/${top}` : value;
        this.push(role, name, element, depth, context, flags, more);
        return true;
      }
      this.newLineFor(role);
      this.push(role, name, element, depth, context & ~MUTE | (context & MUTE), flags, more);
      if (tag === 'details' && !element.open) {
        const summary = element.querySelector(':scope > summary');
        if (summary) this.visit(summary, depth + 1, context & ~ITEM, level + 1);
      } else {
        this.line = false;
        this.children(element, depth + 1, context & ~ITEM, level);
      }
      this.newLineFor(role);
      return true;
    }

    newLineFor(role) {
      if (role !== 'cell' && role !== 'gridcell') this.newLine();
      else { this.flush(); this.line = false; }
    }

    push(role, name, element, depth, context, flags, more, label = null) {
      this.flush();
      let index = this.roleIndex.get(role);
      if (index === undefined) {
        index = this.roles.push(role) - 1;
        this.roleIndex.set(role, index);
      }
      if (context & HIDDEN) flags |= F.ARIA_HIDDEN;
      if (context & INERT) flags |= F.INERT;
      if (this.line) flags |= F.GLUE;
      if (element === this.focused) flags |= F.FOCUSED;
      if (tw.isControlRole(role) || role === 'row' || role === 'gridcell') {
        const checked = tw.checkedOf(element, role);
        if (checked === 'true') flags |= F.CHECKED;
        else if (checked === 'mixed') flags |= F.MIXED;
        if ((context & DISABLED) !== 0 || tw.isNativelyDisabled(element)) flags |= F.DISABLED;
        const expanded = tw.expandedOf(element, role);
        if (expanded === 'true') flags |= F.EXPANDED;
        else if (expanded === 'false') flags |= F.COLLAPSED;
        const pressed = tw.pressedOf(element, role);
        if (pressed === 'true') flags |= F.PRESSED;
        else if (pressed === 'mixed') flags |= F.PRESSED | F.MIXED;
        if (tw.isSelected(element, role)) flags |= F.SELECTED;
        if (FIELDS.has(role) || role === 'checkbox' || role === 'radio' || role === 'switch') {
          if (tw.isInvalid(element)) flags |= F.INVALID;
          if (tw.isRequired(element)) flags |= F.REQUIRED;
        }
        const current = element.getAttribute('aria-current');
        if (current !== null && current !== '' && current !== 'false') flags |= F.CURRENT;
      }
      // Asking for a box is dear: only for what is acted on or counted by view.
      if (!BOXED.has(role) && !this.boxes && !(role === 'link' && name === '')) {
        const node = [depth, index, clip(name, 1000), tw.idOf(element), flags];
        if (more !== null) node.push(more);
        this.out.push(node);
        this.line = true;
        return;
      }
      const box = (label ?? element).getBoundingClientRect();
      if (box.width === 0 || box.height === 0) flags |= F.NO_BOX;
      else if (box.bottom > 0 && box.top < this.height && box.right > 0 && box.left < this.width) flags |= F.IN_VIEW;
      if (this.boxes) (more ??= {}).b = [Math.round(box.left), Math.round(box.top), Math.round(box.width), Math.round(box.height)];
      const node = [depth, index, clip(name, 1000), tw.idOf(element), flags];
      if (more !== null) node.push(more);
      this.out.push(node);
      this.line = true;
    }

    /**
     * v value, s length of a value that is not told, o option labels, c number of options,
     * d description, e error message, l heading level, u link target, p placeholder beside a name,
     * t content beside the name, sc [scrolled, most], fi index among the window's frames, b box.
     */
    extras(element, tag, role, info) {
      let more = null;
      const set = (key, value) => { (more ??= {})[key] = value; };
      if (role === 'heading') set('l', tw.levelOf(element));
      if (role === 'link') {
        if (this.links || (element.origin !== undefined && element.origin !== this.origin)) {
          const url = typeof element.href === 'string' ? element.href : element.href?.baseVal ?? '';
          if (url !== '' && !url.startsWith('javascript:')) set('u', this.links ? clip(url, 500) : element.host || element.protocol || '');
        }
        return more;
      }
      if (FIELDS.has(role)) {
        if (tag === 'select') {
          const chosen = Array.from(element.selectedOptions, (option) => tw.squash(option.label));
          if (chosen.length > 0) set('v', clip(chosen.join(', '), 500));
          const count = element.options.length;
          set('c', count);
          if (count <= this.options) set('o', Array.from(element.options, (option) => clip(tw.squash(option.label), 100)));
        } else if (role === 'file') {
          if (element.files?.length > 0) set('v', Array.from(element.files, (file) => file.name).join(', '));
        } else if (role === 'listbox' || role === 'combobox' && tag !== 'input' && tag !== 'textarea') {
          const text = role === 'combobox' && info.from !== 'content' ? tw.contentOf(element) : '';
          if (text !== '' && text !== info.text && text.length <= 200) set('v', text);
        } else {
          const raw = tag === 'input' || tag === 'textarea' ? element.value
            : element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ??
              (tw.isEditingHost(element) || role === 'textbox' || role === 'searchbox' ? element.innerText ?? '' : '');
          if (raw !== '') {
            if (tw.isSensitive(element)) set('s', raw.length);
            else if (tw.squash(raw) !== '') set('v', clip(raw, 2000));
          }
          if (role === 'color' && raw === '#000000') more = null;
        }
        const placeholder = tw.placeholderOf(element);
        if (placeholder !== '' && placeholder !== info.text && raw_(more) === undefined) set('p', clip(placeholder, 200));
      }
      const description = tw.description(element);
      if (description.text !== '' && (!description.title || FIELDS.has(role)) && !includes(info.text, description.text))
        set('d', clip(description.text, 400));
      const error = tw.errorMessage(element);
      if (error.text !== '' && !includes(description.text, error.text)) set('e', clip(error.text, 400));
      return more;
    }

    /** [scrolled, most] of a box that scrolls up and down by 8 px or more, else null. */
    scrollOf(element, style) {
      const overflow = style.overflowY;
      if (overflow !== 'auto' && overflow !== 'scroll') return null;
      if (element === document.body || element === document.documentElement) return null;
      const most = element.scrollHeight - element.clientHeight;
      if (most < 8 || element.clientHeight < 24) return null;
      return [Math.round(element.scrollTop), most];
    }

    children(element, depth, context, level) {
      if (level > MAX_DEPTH) { this.cut = true; return; }
      const muteSelf = (context & MUTE_SELF) !== 0;
      const inherited = context & ~(MUTE_SELF | ITEM);
      const speaks = !muteSelf && (context & MUTE) === 0;
      if (element.shadowRoot) {
        tw.enterShadow();
        this.prepare(element.shadowRoot);
      }
      const pseudo = speaks && tw.hasPseudoText(element);
      if (pseudo) this.say(tw.pseudoText(element, '::before'), depth);
      const tag = tw.tagOf(element);
      if (tag === 'details' && !element.open) {
        const summary = element.querySelector(':scope > summary');
        if (summary) this.visit(summary, depth, inherited, level + 1);
        return;
      }
      const alike = (tag !== 'tr' && tag !== 'tbody' && tag !== 'ul' && element.childElementCount >= 6 && (context & (MUTE | CONTROL)) === 0) ? alikeChildren(element) : '';
      const below = (child) => {
        if (child.nodeType === 3) {
          if (speaks) this.say(child.data, depth);
        } else if (child.nodeType === 1) {
          this.visit(child, depth, alike !== '' && kindOf(child) === alike ? inherited | ITEM : inherited, level + 1);
        }
      };
      const assigned = tag === 'slot' ? element.assignedNodes() : [];
      if (assigned.length > 0) {
        for (const child of assigned) {
          below(child);
          if (this.cut) break;
        }
      } else if (element.firstElementChild === null && element.shadowRoot === null) {
        // Only text: its nodes need no objects of ours.
        if (speaks) this.say(element.textContent, depth);
      } else {
        // A live list costs more than its links.
        for (let child = (element.shadowRoot ?? element).firstChild; child !== null && !this.cut; child = child.nextSibling) below(child);
      }
      if (element.hasAttribute('aria-owns')) {
        for (const target of tw.referenced(element, 'aria-owns'))
          if (!target.contains(element)) this.visit(target, depth, inherited | OWNED, level + 1);
      }
      if (pseudo) this.say(tw.pseudoText(element, '::after'), depth);
    }
  }

  const MUTE_SELF = 32; // the element's own text is not shown, its children's may be
  const ITEM = 64; // one of six or more alike siblings
  const DISABLED = 256; // aria-disabled holds below it too
  const OWNED = 128; // reached through aria-owns

  const UNNAMED = Object.freeze({ text: '', from: '', by: [] });

  const kindOf = (element) => `${element.localName} ${element.classList[0] ?? ''} ${element.childElementCount > 1}`;

  /** The kind that six or more children with several parts each share, else ''. */
  function alikeChildren(element) {
    const counts = new Map();
    for (const child of element.children) {
      if (child.childElementCount < 2 && !(child.childElementCount === 1 && child.firstElementChild.childElementCount >= 2)) continue;
      const kind = kindOf(child);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    for (const [kind, count] of counts) if (count >= 6) return kind;
    return '';
  }

  const raw_ = (more) => more?.v ?? more?.s;
  const more_ = (node) => { if (node.length === 5) node.push({}); return node[5]; };
  const includes = (whole, part) => whole.toLowerCase().includes(part.toLowerCase());

  /** Where this document's frame stands among its parent's; works over origins too. */
  function indexInParent() {
    if (parent === window) return -1;
    for (let index = 0; index < Math.min(parent.length, 500); index += 1) if (parent[index] === window) return index;
    return -1;
  }

  /** The focused element, through open shadow roots; null if it is the body. */
  function deepActive() {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active === document.body ? null : active;
  }

  tw.define({
    clip, deepActive,
    /**
     * What a reader sees of this document, or of one element (`root`, a number).
     * With `looked` what changes from now on is late. Limits: `max` nodes told, `visits` elements looked at, `ms` of time.
     * @returns a JSON string, see the head of this file; '' if the root is gone.
     */
    snapshot(arg) {
      const root = arg?.root ? tw.byId(arg.root) : document.body ?? document.documentElement;
      if (root === null) return '';
      if (arg?.looked) tw.looked();
      const walk = new Walk(arg ?? {});
      tw.cached(() => walk.run(root));
      const scroller = document.scrollingElement ?? document.documentElement;
      return JSON.stringify({
        url: document.URL, title: tw.squash(document.title), w: walk.width, h: walk.height,
        y: Math.round(scroller?.scrollTop ?? 0),
        max: Math.max(0, (scroller?.scrollHeight ?? 0) - (scroller?.clientHeight ?? 0)),
        cut: walk.cut, seen: walk.seen, i: indexInParent(), roles: walk.roles, n: walk.out,
      });
    },
    /** Role, name, description and states of one element. */
    describe(id) {
      const element = typeof id === 'number' ? tw.byId(id) : id;
      if (element === null) return null;
      return tw.cached(() => {
        const role = tw.roleOf(element);
        return {
          role, name: tw.nameOf(element), description: tw.descriptionOf(element), tag: tw.tagOf(element),
          hidden: tw.isAriaHidden(element), disabled: tw.isDisabled(element), checked: tw.checkedOf(element, role),
          expanded: tw.expandedOf(element, role), pressed: tw.pressedOf(element, role),
          selected: tw.isSelected(element, role), invalid: tw.isInvalid(element),
          required: tw.isRequired(element), level: role === 'heading' ? tw.levelOf(element) : 0,
        };
      });
    },
  });
})();
