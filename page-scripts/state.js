// What an element is and whether it can be acted on: visible, enabled, editable, and which
// element stands for which (a label for its control, a button for the text inside it).
'use strict';

(() => {
  /** Input types whose value is set, not typed. */
  const FIELD_TYPES_SET = new Set([
    'color', 'date', 'datetime-local', 'month', 'range', 'time', 'week',
  ]);
  const NOT_TEXT = new Set([
    'button', 'checkbox', 'file', 'hidden', 'image', 'radio', 'reset', 'submit',
    ...FIELD_TYPES_SET,
  ]);

  /** The open shadow root of an element. */
  const shadowOf = (element) => element.shadowRoot;

  /** The parent in the flat tree: a slot for what is slotted, the host for a shadow root. */
  const parentOf = (node) => {
    if (node.assignedSlot) return node.assignedSlot;
    const parent = node.parentNode;
    if (parent === null) return null;
    if (parent.nodeType === Node.DOCUMENT_FRAGMENT_NODE) return parent.host ?? null;
    return parent.nodeType === Node.ELEMENT_NODE ? parent : null;
  };

  /** `closest` over shadow boundaries. */
  const closest = (element, css) => {
    for (let at = element; at; at = parentOf(at)) if (at.matches(css)) return at;
    return null;
  };

  /** Whether `inner` is `outer` or lies inside it in the flat tree. */
  const within = (outer, inner) => {
    for (let at = inner; at; at = parentOf(at)) if (at === outer) return true;
    return false;
  };

  /** A slotted child is inside its light parent too, which the flat tree does not show. */
  const belongs = (outer, inner) => within(outer, inner) || outer.contains(inner);

  const boxOf = (element) => {
    const rect = element.getBoundingClientRect();
    return { x: rect.x, y: rect.y, width: rect.width, height: rect.height };
  };

  const visible = (element) => {
    if (!element.isConnected) return false;
    if (!element.checkVisibility({ visibilityProperty: true })) {
      // `display: contents` has no box of its own but shows its children.
      if (getComputedStyle(element).display !== 'contents') return false;
    }
    if (getComputedStyle(element).display === 'contents') {
      for (const child of (shadowOf(element) ?? element).childNodes) {
        if (child.nodeType === Node.ELEMENT_NODE && visible(child)) return true;
        if (child.nodeType === Node.TEXT_NODE && child.data.trim() !== '') {
          const range = document.createRange();
          range.selectNode(child);
          const rect = range.getBoundingClientRect();
          if (rect.width > 0 && rect.height > 0) return true;
        }
      }
      return false;
    }
    const rect = element.getBoundingClientRect();
    return rect.width > 0 && rect.height > 0;
  };

  /** Why an element takes no input, or null: `disabled`, `aria-disabled`, `inert`. */
  const disabledBy = (element) => {
    if (element.matches(':disabled')) return 'disabled';
    for (let at = element; at; at = parentOf(at)) {
      const aria = at.getAttribute('aria-disabled');
      if (aria === 'true') return 'aria-disabled';
      if (aria === 'false') break;
    }
    return closest(element, '[inert]') ? 'inert' : null;
  };

  const isTextField = (element) =>
    element.localName === 'textarea' ||
    (element.localName === 'input' && !NOT_TEXT.has(element.type));

  const isEditable = (element) =>
    isTextField(element) || element.isContentEditable === true;

  /** Why an editable element refuses text, or null. */
  const readonlyBy = (element) => {
    if ('readOnly' in element && element.readOnly) return 'readonly';
    return element.getAttribute('aria-readonly') === 'true' ? 'aria-readonly' : null;
  };

  const CONTROL = 'input,textarea,select,button,[contenteditable=""],[contenteditable="true" i],' +
    '[contenteditable="plaintext-only" i]';
  const INTERACTIVE = 'button,a[href],summary,[role="button" i],[role="link" i],' +
    '[role="checkbox" i],[role="radio" i],[role="switch" i],[role="tab" i],[role^="menuitem" i],' +
    '[role="option" i],[role="treeitem" i],' + CONTROL;

  /** The element whose states count for a click on `element`: the control around it. */
  const controlOf = (element) => {
    if (element.matches(CONTROL) || element.isContentEditable) return element;
    return closest(element, INTERACTIVE) ?? element;
  };

  /** The control that a label, or something inside a label, stands for; else the element. */
  const fieldOf = (element) => {
    if (element.matches(CONTROL) || element.isContentEditable) return element;
    const label = closest(element, 'label');
    if (label?.control) return label.control;
    const role = element.getAttribute('role');
    if (role !== null && /^(?:textbox|searchbox|combobox|spinbutton|listbox|checkbox|radio|switch|slider)$/i.test(role.trim())) {
      // A widget that wraps its real field: the field is what takes the value.
      if (/^(?:textbox|searchbox|combobox|spinbutton)$/i.test(role.trim())) {
        const inner = element.querySelectorAll('input:not([type=hidden]),textarea');
        if (inner.length === 1) return inner[0];
      }
      return element;
    }
    const root = shadowOf(element) ?? element;
    const inner = root.querySelectorAll('input:not([type=hidden]),textarea,select,[contenteditable]');
    return inner.length === 1 ? inner[0] : element;
  };

  /** Labels that can stand in for a control that cannot be seen or reached itself. */
  const labelsOf = (control) => {
    const labels = control.labels ? Array.from(control.labels) : [];
    const around = closest(control, 'label');
    if (around && !labels.includes(around)) labels.push(around);
    return labels;
  };

  /** `true`, `false`, `'mixed'`; null for what cannot be checked. */
  const checkedOf = (element) => {
    if (element.localName === 'input' && (element.type === 'checkbox' || element.type === 'radio')) {
      return element.indeterminate ? 'mixed' : element.checked;
    }
    const role = element.getAttribute('role')?.trim().toLowerCase();
    if (role === 'checkbox' || role === 'radio' || role === 'switch' ||
        role === 'menuitemcheckbox' || role === 'menuitemradio' || role === 'option') {
      const value = element.getAttribute('aria-checked') ?? element.getAttribute('aria-selected');
      return value === 'mixed' ? 'mixed' : value === 'true';
    }
    if (element.hasAttribute('aria-pressed')) {
      const value = element.getAttribute('aria-pressed');
      return value === 'mixed' ? 'mixed' : value === 'true';
    }
    return null;
  };

  /** The element that has the focus, through open shadow roots. */
  const focused = () => {
    let at = document.activeElement;
    while (at && shadowOf(at)?.activeElement) at = shadowOf(at).activeElement;
    return at;
  };

  const bounded = (text, max = 120) => {
    const flat = text.replace(/\s+/gu, ' ').trim();
    return flat.length <= max ? flat : `${flat.slice(0, max - 1)}…`;
  };

  /** How an element is named in answers. */
  const describe = (element) => ({
    id: tw.idOf(element),
    role: tw.roleOf(element) || element.localName,
    name: bounded(tw.nameOf(element) || ''),
  });

  /** Every element below `root` in the flat order of its trees, shadow roots included. */
  const rootsBelow = (root) => {
    const roots = [root];
    for (let at = 0; at < roots.length; at += 1) {
      const here = roots[at];
      if (here.nodeType === Node.ELEMENT_NODE && at === 0 && shadowOf(here)) roots.push(shadowOf(here));
      for (const element of here.querySelectorAll('*')) {
        const shadow = shadowOf(element);
        if (shadow) roots.push(shadow);
      }
    }
    return roots;
  };

  tw.define({
    state: {
      belongs, bounded, boxOf, checkedOf, closest, controlOf, describe, disabledBy, fieldOf,
      focused, isEditable, isTextField, labelsOf, parentOf, readonlyBy, rootsBelow, shadowOf,
      visible, within, FIELD_TYPES_SET, INTERACTIVE,
    },

    /** The states of one element: `{id}` → `{attached, visible, enabled, editable, …}`. */
    stateOf({ id }) {
      const element = tw.byId(id);
      if (!element) return { attached: false };
      return {
        attached: true,
        ...describe(element),
        visible: visible(element),
        enabled: disabledBy(element) === null,
        editable: isEditable(element) && readonlyBy(element) === null,
        checked: checkedOf(element),
        box: boxOf(element),
      };
    },
  });
})();
