// Values of fields: where to put the caret, setting what is not typed, options by label, and
// whether the field took the value. Secrets never leave: comparing is done here.
'use strict';

(() => {
  const S = tw.state;
  const { normalise, same, squash, spaced } = tw.match;
  const { until } = tw.wake;

  /** How a field takes its value. */
  const fieldKind = (element) => {
    const name = element.localName;
    if (name === 'select') return 'select';
    if (name === 'textarea') return 'text';
    if (name === 'input') {
      if (element.type === 'checkbox') return 'check';
      if (element.type === 'radio') return 'radio';
      if (element.type === 'file') return 'file';
      if (S.FIELD_TYPES_SET.has(element.type)) return 'set';
      return S.isTextField(element) ? 'text' : 'none';
    }
    if (element.isContentEditable) return 'rich';
    switch (element.getAttribute('role')?.trim().toLowerCase()) {
      case 'checkbox': case 'switch': case 'menuitemcheckbox': return 'check';
      case 'radio': case 'menuitemradio': return 'radio';
      case 'combobox': case 'listbox': return 'widget';
      case 'slider': case 'spinbutton': return 'slider';
      default:
        return /^(?:listbox|true|menu)$/.test(element.getAttribute('aria-haspopup') ?? '') ? 'widget' : 'none';
    }
  };

  /** The text that an editable holds, as a reader sees it. */
  const textIn = (element) => ('value' in element ? element.value : element.innerText.replace(/\u00a0/g, ' '));

  const masked = (element) => {
    const text = textIn(element);
    return tw.isSensitive(element) ? `${'•'.repeat(3)} (${text.length})` : S.bounded(text, 200);
  };

  /** Puts the selection over all of an editable, or the caret at its end. */
  const select = (element, where) => {
    if ('value' in element) {
      if (where === 'all') element.select();
      else {
        const end = element.value.length;
        // Number and e-mail fields have no selection range; focus alone leaves the caret at the end.
        try {
          element.setSelectionRange(end, end);
        } catch {
          element.select();
          getSelection()?.collapseToEnd();
        }
      }
      return;
    }
    const range = document.createRange();
    range.selectNodeContents(element);
    if (where === 'end') range.collapse(false);
    const root = element.getRootNode();
    const selection = (root.getSelection ? root : document).getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  };

  /** The editing host: selecting inside a part of it would replace that part only. */
  const hostOf = (element) => {
    if (!element.isContentEditable) return element;
    let host = element;
    while (host.parentElement?.isContentEditable) host = host.parentElement;
    return host;
  };

  /** A field where keys and text may arrive. */
  const takesText = (target, field) =>
    target === field || S.belongs(field, target) ||
    (target.nodeType === Node.ELEMENT_NODE && S.isEditable(target));

  /**
   * Focuses a field and arms the interceptor for keys. `{token, id, select: all|end|none,
   * expect: [key…], any, want?}`; later keys may arrive in another field, as with a code whose
   * fields pass the focus on. With `want` it is told as soon as the field holds that.
   */
  const focusField = ({ token, id, select: where, expect = [], any = false, want }) => {
    const element = tw.byId(id);
    if (!element) return { why: 'stale' };
    const host = hostOf(element);
    tw.quiet.start();
    if (!S.within(host, S.focused() ?? document)) host.focus();
    const at = S.focused();
    // A widget may pass the focus on to a field inside it, or keep one of its own elsewhere.
    if (!any && at !== host && !(at && (S.within(host, at) || S.isEditable(at)))) {
      return { why: 'no_focus', focus: at ? S.describe(at) : null };
    }
    if (where !== 'none') select(S.isEditable(at) ? at : host, where);
    let first = true;
    tw.guard.armKeys({
      token,
      expect,
      accepts: (target) => {
        if (any) return true;
        const fits = first ? target === at || S.within(host, target) : takesText(target, host);
        if (fits) first = false;
        return fits;
      },
      holds: want === undefined ? null : () => {
        const value = checkValue({ id, want });
        return value.why === null && value.equal ? value : null;
      },
    });
    return { why: null, empty: textIn(S.isEditable(at) ? at : host) === '', kind: fieldKind(element) };
  };

  /** Expects keys wherever the focus is now. */
  const focusHere = ({ token, expect = [] }) => {
    tw.quiet.start();
    tw.guard.armKeys({ token, expect, accepts: () => true });
    const at = S.focused();
    const frame = at && (at.localName === 'iframe' || at.localName === 'frame');
    return {
      focus: at && at !== document.body ? S.describe(at) : null,
      frame: frame ? tw.idOf(at) : null,
      has_focus: document.hasFocus(),
    };
  };

  const announce = (element) => {
    element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    element.dispatchEvent(new Event('change', { bubbles: true }));
  };

  const FORMS = {
    date: 'YYYY-MM-DD', time: 'HH:MM', month: 'YYYY-MM', week: 'YYYY-Www',
    'datetime-local': 'YYYY-MM-DDTHH:MM', color: '#rrggbb', range: 'a number',
  };

  /** Sets a field that is not typed into; `{id, value}`. */
  const setValue = ({ id, value }) => {
    const element = tw.byId(id);
    if (!element) return { why: 'stale' };
    tw.quiet.start();
    element.focus();
    let text = String(value).trim();
    if (element.type === 'time' && /^\d:/.test(text)) text = `0${text}`;
    if (element.type === 'datetime-local') text = text.replace(' ', 'T');
    if (element.type === 'color') text = text.toLowerCase();
    if (element.value !== text) {
      element.value = text;
      announce(element);
    }
    return { why: null, form: FORMS[element.type] ?? null, now: checkValue({ id, want: value }) };
  };

  const labelOf = (option) => spaced(option.label || option.text);

  /** The options that fit a wanted label or value: exactly, else without case and spacing. */
  const fitting = (options, wanted) => {
    const exact = options.filter((option) => labelOf(option) === wanted || option.value === wanted);
    if (exact.length > 0) return exact;
    const flat = normalise(wanted);
    const loose = options.filter((option) => normalise(labelOf(option)) === flat || normalise(option.value) === flat);
    if (loose.length > 0) return loose;
    return options.filter((option) => same(normalise(labelOf(option)), flat));
  };

  /** How long options may be awaited that are not there yet, in ms. */
  const LATE_OPTIONS = 1000;

  /** Selects options by label or value; `{token, id, values}`. No fit is answered with the options. */
  const selectOptions = ({ token, id, values }) => {
    const began = performance.now();
    return until(token, () => {
      const element = tw.byId(id);
      if (!element) return { why: 'stale', done: true };
      const options = Array.from(element.options);
      const listed = options.slice(0, 60).map(labelOf);
      const wanted = values.map(String);
      const chosen = [];
      for (const value of wanted) {
        const fits = fitting(options, spaced(value)).filter((option) => !chosen.includes(option));
        const usable = fits.filter((option) => !option.matches(':disabled'));
        if (usable.length === 0) {
          return {
            why: fits.length > 0 ? 'option_disabled' : 'no_option', wanted: value, options: listed,
            count: options.length, done: performance.now() - began > LATE_OPTIONS,
          };
        }
        chosen.push(usable[0]);
      }
      if (chosen.length > 1 && !element.multiple) {
        return { why: 'single', options: listed, count: options.length, done: true };
      }
      tw.quiet.start();
      element.focus();
      const before = options.map((option) => option.selected);
      for (const option of options) {
        const on = chosen.includes(option);
        if (option.selected !== on && (element.multiple || on)) option.selected = on;
      }
      if (chosen.length === 0 && !element.multiple) element.selectedIndex = -1;
      if (options.some((option, at) => option.selected !== before[at])) announce(element);
      return { why: null, selected: Array.from(element.selectedOptions, labelOf), done: true };
    });
  };

  const selectedIs = ({ id, values }) => {
    const element = tw.byId(id);
    if (!element) return { why: 'stale' };
    const options = Array.from(element.options);
    const now = Array.from(element.selectedOptions);
    const fits = values.length === now.length &&
      values.every((value) => fitting(options, spaced(String(value))).some((option) => now.includes(option)));
    return { why: null, equal: fits, selected: now.map(labelOf) };
  };

  /**
   * Whether a field holds what was asked for: `{id, want, token?}` → `{equal, reformatted, value,
   * …}`. With the token of a typing the fields that received it count together.
   */
  const checkValue = ({ id, want, receivers = [] }) => {
    const element = tw.byId(id);
    if (!element) return { why: 'stale' };
    const at = hostOf(element);
    const text = textIn(at);
    const flat = (each) => each.replace(/\r\n?/g, '\n');
    let equal = flat(text) === flat(want);
    if (!equal && at.isContentEditable) equal = spaced(text) === spaced(want);
    let reformatted = false;
    if (!equal) {
      const [a, b] = [squash(normalise(text)), squash(normalise(want))];
      reformatted = a !== '' && a === b;
      if (element.localName === 'input' && element.type === 'number' && text !== '') {
        reformatted ||= Number(text) === Number(want);
      }
    }
    const others = receivers.map((each) => tw.byId(each)).filter(Boolean);
    const spread = !equal && others.length > 1 && others.map(textIn).join('') === want;
    return {
      why: null,
      equal: equal || reformatted || spread,
      reformatted,
      spread,
      value: masked(at),
      secret: tw.isSensitive(at),
      max_length: at.maxLength > 0 ? at.maxLength : null,
      invalid: at.willValidate === true && at.validationMessage !== '' && at.matches(':user-invalid'),
    };
  };

  /** What arrived of the keys and texts of a typing, and what the field holds after a quiet frame. */
  const typed = async ({ token, bound, id, want }) => {
    const ended = tw.guard.disarm(token);
    const settle = await tw.quiet.settle(token, bound);
    const receivers = (ended?.receivers ?? []).filter((each) => each.nodeType === Node.ELEMENT_NODE).map(tw.idOf);
    return {
      acks: ended?.acks ?? [],
      texts: ended?.texts ?? [],
      missed: ended?.missed ?? null,
      settle,
      value: checkValue({ id, want, receivers }),
    };
  };

  /** The files that a file input holds. */
  const filesOf = ({ id }) => {
    const element = tw.byId(id);
    if (!element) return { why: 'stale' };
    return { why: null, files: Array.from(element.files ?? [], (file) => ({ name: file.name, size: file.size })) };
  };

  /** The button that submits the form of a field, if there is one: `{id}` → `{button}`. */
  const submitterOf = ({ id }) => {
    const element = tw.byId(id);
    const form = element?.form ?? (element ? S.closest(element, 'form') : null);
    if (!form) return { button: null, form: false };
    const own = Array.from(form.elements).filter((each) =>
      ((each.localName === 'button' && each.type === 'submit') ||
        (each.localName === 'input' && (each.type === 'submit' || each.type === 'image'))) && S.visible(each));
    return { button: own.length > 0 ? tw.idOf(own[0]) : null, form: true };
  };

  tw.define({
    fields: { fieldKind, hostOf },
    checkValue, filesOf, focusField, focusHere, selectOptions, selectedIs, setValue, submitterOf, typed,

    /** What an editable holds, for appending; `{id}`. */
    heldText({ id }) {
      const element = tw.byId(id);
      return element ? textIn(hostOf(element)) : '';
    },

    /** The radio of a group with this label or value: `{id, value}` → `{id, labels}`, 0 if none. */
    radioInGroup({ id, value }) {
      const radio = tw.byId(id);
      if (!radio) return { id: 0, labels: [] };
      const root = radio.form ?? radio.getRootNode();
      const group = radio.name === ''
        ? [radio]
        : Array.from(root.querySelectorAll('input[type=radio]')).filter((each) => each.name === radio.name && each.form === radio.form);
      const wanted = normalise(value);
      const found = group.find((each) => normalise(tw.nameOf(each) || '') === wanted) ??
        group.find((each) => normalise(each.value) === wanted);
      return { id: found ? tw.idOf(found) : 0, labels: group.map((each) => S.bounded(tw.nameOf(each) || each.value, 60)) };
    },

    /** What a widget shows as chosen: `{id, value}` → whether it is the value. */
    widgetShows({ id, value }) {
      const element = tw.byId(id);
      if (!element) return { shows: false, text: '' };
      const wanted = normalise(value);
      const texts = [
        'value' in element ? String(element.value) : '', element.textContent ?? '',
        element.getAttribute('aria-valuetext') ?? '', tw.nameOf(element) || '',
      ];
      return { shows: texts.some((text) => normalise(text).includes(wanted)), text: S.bounded(texts.find((text) => text.trim() !== '') ?? '', 120) };
    },

    /** `{id}` → how the field takes its value. */
    fieldKind({ id }) {
      const element = tw.byId(id);
      return element ? { why: null, kind: fieldKind(element), checked: S.checkedOf(element) } : { why: 'stale' };
    },
  });
})();
