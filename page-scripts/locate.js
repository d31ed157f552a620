// Finding elements by the parsed selector (`tabward_page::selector`), open shadow roots pierced.
'use strict';

(() => {
  /** Candidates that an answer lists. */
  const LISTED = 12;
  const UNRENDERED = new Set(['script', 'style', 'template', 'noscript', 'head', 'meta', 'link', 'title']);

  const { matcher, normalise, tier } = tw.match;
  const S = tw.state;

  /** What one look at the page may remember. */
  const newCache = () => ({ text: new Map(), name: new Map(), role: new Map() });

  const cached = (map, key, make) => {
    let value = map.get(key);
    if (value === undefined) {
      value = make(key);
      map.set(key, value);
    }
    return value;
  };
  const nameOf = (cache, element) => cached(cache.name, element, (e) => tw.nameOf(e) || '');
  const roleOf = (cache, element) => cached(cache.role, element, (e) => tw.roleOf(e) || '');

  /** The text that an element shows, in the flat tree; values of buttons count as text. */
  const textOf = (cache, element) =>
    cached(cache.text, element, () => {
      if (UNRENDERED.has(element.localName)) return '';
      if (element.localName === 'input') {
        return ['button', 'submit', 'reset'].includes(element.type) ? element.value : '';
      }
      if (element.localName === 'textarea' || element.localName === 'select') return '';
      let text = '';
      const add = (node) => {
        if (node.nodeType === Node.TEXT_NODE) text += node.data;
        else if (node.nodeType === Node.ELEMENT_NODE) {
          if (node.localName === 'br') text += '\n';
          else {
            const block = BLOCK.has(node.localName);
            text += block ? `\n${textOf(cache, node)}\n` : textOf(cache, node);
          }
        }
      };
      const shadow = S.shadowOf(element);
      if (shadow) shadow.childNodes.forEach(add);
      else if (element.localName === 'slot' && element.assignedNodes().length > 0) {
        element.assignedNodes().forEach(add);
      } else element.childNodes.forEach(add);
      return text;
    });
  const BLOCK = new Set([
    'address', 'article', 'aside', 'blockquote', 'dd', 'div', 'dl', 'dt', 'fieldset', 'figcaption',
    'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'li', 'main',
    'nav', 'ol', 'p', 'pre', 'section', 'table', 'td', 'th', 'tr', 'ul',
  ]);

  /** Elements below the scopes in the order of the flat tree. */
  const elementsBelow = (scopes) => {
    const found = [];
    const seen = new Set();
    const visit = (node) => {
      for (let child = node.firstElementChild; child; child = child.nextElementSibling) {
        if (seen.has(child)) continue;
        seen.add(child);
        found.push(child);
        const shadow = S.shadowOf(child);
        if (shadow) visit(shadow);
        visit(child);
      }
    };
    for (const scope of scopes) {
      if (scope.nodeType === Node.ELEMENT_NODE && S.shadowOf(scope)) visit(S.shadowOf(scope));
      visit(scope);
    }
    return found;
  };

  /** Query in every root below the scopes. */
  const queryAll = (scopes, css) => {
    const found = new Set();
    let shadows = false;
    for (const scope of scopes) {
      for (const root of S.rootsBelow(scope)) {
        if (root.nodeType === Node.DOCUMENT_FRAGMENT_NODE) shadows = true;
        for (const element of root.querySelectorAll(css)) found.add(element);
      }
    }
    if (found.size === 0 && shadows) {
      for (const element of acrossRoots(scopes, css)) found.add(element);
    }
    if (!shadows && scopes.length === 1) return Array.from(found);
    const order = elementsBelow(scopes);
    return order.filter((element) => found.has(element));
  };

  /** `my-app button`, where `button` lies in the shadow of `my-app`. */
  const acrossRoots = (scopes, css) => {
    const parts = [];
    let depth = 0;
    let part = '';
    let quote = '';
    for (const char of css.trim()) {
      if (quote) {
        if (char === quote) quote = '';
      } else if (char === '"' || char === "'") quote = char;
      else if (char === '(' || char === '[') depth += 1;
      else if (char === ')' || char === ']') depth -= 1;
      else if (char === ',' && depth === 0) return [];
      if (char === ' ' && depth === 0 && !quote) {
        if (part) parts.push(part);
        part = '';
      } else part += char;
    }
    if (part) parts.push(part);
    // `a > b` has to match as one piece.
    const steps = [];
    for (let at = 0; at < parts.length; at += 1) {
      if (/^[>+~]$/.test(parts[at]) && steps.length > 0) {
        steps.push(`${steps.pop()} ${parts[at]} ${parts[at + 1] ?? ''}`);
        at += 1;
      } else steps.push(parts[at]);
    }
    if (steps.length < 2) return [];
    let here = scopes;
    for (const step of steps) {
      const next = new Set();
      for (const scope of here) {
        for (const root of S.rootsBelow(scope)) {
          for (const element of root.querySelectorAll(step)) next.add(element);
        }
      }
      here = Array.from(next);
    }
    return here;
  };

  /** Matches of a MATCH over strings: all whole ones, else the parts (`how: 'part'`). */
  const choose = (elements, stringsOf, match) => {
    const { whole, part } = matcher(match);
    const exact = elements.filter((element) => stringsOf(element).some(whole));
    if (exact.length > 0 || part === null) return { elements: exact, how: null };
    const loose = elements.filter((element) => stringsOf(element).some(part));
    return { elements: loose, how: loose.length > 0 ? 'part' : null };
  };

  const innermost = (elements) => {
    const set = new Set(elements);
    const outer = new Set();
    for (const element of elements) {
      for (let at = S.parentOf(element); at; at = S.parentOf(at)) if (set.has(at)) outer.add(at);
    }
    return elements.filter((element) => !outer.has(element));
  };

  const FIELD = 'input:not([type=hidden]),textarea,select,button,meter,progress,output,[role],' +
    '[contenteditable]:not([contenteditable="false"])';
  const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];

  const labelStrings = (cache, element) => {
    const strings = S.labelsOf(element).map((label) => textOf(cache, label));
    const aria = element.getAttribute('aria-label');
    if (aria) strings.push(aria);
    const by = element.getAttribute('aria-labelledby');
    if (by) {
      const root = element.getRootNode();
      const joined = by.trim().split(/\s+/)
        .map((id) => root.getElementById?.(id)).filter(Boolean)
        .map((label) => textOf(cache, label)).join(' ');
      if (joined) strings.push(joined);
    }
    // A trailing star or colon is decoration of a label, not part of its name.
    return strings.flatMap((text) => {
      const bare = text.replace(/[\s*:：＊]+$/u, '');
      return bare === text || bare === '' ? [text] : [text, bare];
    });
  };

  const stateMatches = (cache, element, name, wanted) => {
    const value = (() => {
      switch (name) {
        case 'checked': return String(S.checkedOf(element) ?? false);
        case 'disabled': return String(S.disabledBy(element) !== null);
        case 'selected':
          return String(element.localName === 'option' ? element.selected : element.getAttribute('aria-selected') === 'true');
        case 'required': return String(element.required === true || element.getAttribute('aria-required') === 'true');
        case 'invalid': {
          const aria = element.getAttribute('aria-invalid');
          if (aria !== null) return String(aria !== 'false' && aria !== '');
          return String(element.matches(':user-invalid'));
        }
        case 'level': return element.getAttribute('aria-level') ?? element.localName.match(/^h([1-6])$/)?.[1] ?? '';
        case 'expanded':
          if (element.localName === 'summary') return String(element.parentElement?.open === true);
          return element.getAttribute('aria-expanded') ?? 'false';
        default: return element.getAttribute(`aria-${name}`) ?? 'false';
      }
    })();
    return value === wanted;
  };

  const CONTROLS = new Set([
    'button', 'checkbox', 'combobox', 'link', 'listbox', 'menuitem', 'menuitemcheckbox',
    'menuitemradio', 'option', 'radio', 'searchbox', 'slider', 'spinbutton', 'switch', 'tab',
    'textbox', 'treeitem', 'password', 'date', 'datetime', 'datetime-local', 'time', 'month', 'week',
    'color', 'file',
  ]);

  const clickable = (element) =>
    element.hasAttribute('onclick') || (element.tabIndex >= 0 && element.hasAttribute('tabindex'));

  const describeStep = (cache, scopes, description) => {
    const all = elementsBelow(scopes).filter((element) => !UNRENDERED.has(element.localName));
    const shown = (element) =>
      S.visible(element) ||
      (element.localName === 'input' && S.labelsOf(element).some(S.visible)) ||
      element.localName === 'option';
    const roles = new Set(description.guesses.flatMap((guess) => guess.roles));
    const isControl = (element) => {
      const role = roleOf(cache, element);
      return CONTROLS.has(role) || roles.has(role) || clickable(element);
    };
    const controls = all.filter((element) => isControl(element) && shown(element));
    const ranked = (elements) => {
      let best = null;
      let fits = [];
      for (const element of elements) {
        const role = roleOf(cache, element);
        const name = normalise(nameOf(cache, element) || (clickable(element) ? textOf(cache, element) : ''));
        const others = [
          element.getAttribute('placeholder'), element.getAttribute('title'), element.getAttribute('alt'),
          element.getAttribute('aria-description'), ...TEST_IDS.map((id) => element.getAttribute(id)),
        ].filter(Boolean).map(normalise);
        description.guesses.forEach((guess, place) => {
          const found = tier(guess, role, name, others);
          if (found === null) return;
          const rank = [guess.group, found, place];
          const order = best === null ? -1 : rank[0] - best[0] || rank[1] - best[1] || rank[2] - best[2];
          if (order < 0) {
            best = rank;
            fits = [element];
          } else if (order === 0) fits.push(element);
        });
      }
      return { guess: best === null ? null : description.guesses[best[2]], fits: innermost(fits) };
    };
    let result = ranked(controls);
    if (result.guess === null) {
      const rest = all.filter((element) => !isControl(element) && S.visible(element));
      result = ranked(rest);
      if (result.guess === null) {
        // Last, what only shows such a text: the innermost element with it.
        const guess = description.guesses.find((each) => each.roles.length === 0);
        if (guess) {
          const fits = rest.filter((element) => normalise(textOf(cache, element)) === guess.name);
          result = { guess, fits: innermost(fits) };
        }
      }
    }
    const nth = result.guess?.nth;
    if (nth !== undefined && nth !== null && result.fits.length > 0) {
      const one = result.fits.at(nth);
      return { elements: one ? [one] : [], count: result.fits.length, picked: true };
    }
    return { elements: result.fits };
  };

  /** One step below the scopes. */
  const step = (cache, scopes, one) => {
    switch (one.kind) {
      case 'id': {
        const element = tw.byId(one.id);
        return element ? { elements: [element] } : { elements: [], stale: true };
      }
      case 'css': {
        let elements = queryAll(scopes, one.css);
        if (one.has_text) {
          const { whole, part } = matcher(one.has_text);
          elements = elements.filter((element) => (part ?? whole)(textOf(cache, element)));
        }
        if (one.loose && !elements.some((element) => S.visible(element) ||
          (element.localName === 'input' && S.labelsOf(element).some(S.visible)))) {
          const loose = describeStep(cache, scopes, one.loose);
          if (loose.elements.length > 0) return { ...loose, how: 'description' };
        }
        return { elements };
      }
      case 'xpath': {
        const elements = [];
        for (const scope of scopes) {
          const context = scope.nodeType === Node.DOCUMENT_FRAGMENT_NODE ? scope.firstElementChild : scope;
          const found = document.evaluate(one.xpath, context, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
          for (let at = 0; at < found.snapshotLength; at += 1) {
            const node = found.snapshotItem(at);
            const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
            if (element && !elements.includes(element)) elements.push(element);
          }
        }
        return { elements };
      }
      case 'role': {
        const able = tw.selectorOfRole(one.role);
        const among = able === null ? elementsBelow(scopes) : queryAll(scopes, able);
        let elements = among.filter((element) => roleOf(cache, element) === one.role);
        for (const [name, wanted] of Object.entries(one.states ?? {})) {
          elements = elements.filter((element) => stateMatches(cache, element, name, wanted));
        }
        if (!one.name) return { elements };
        return choose(elements, (element) => [nameOf(cache, element)], one.name);
      }
      case 'text': {
        const elements = elementsBelow(scopes).filter((element) => !UNRENDERED.has(element.localName));
        const { elements: found, how } = choose(elements, (element) => [textOf(cache, element)], one.match);
        return { elements: innermost(found), how };
      }
      case 'label': {
        const fields = queryAll(scopes, FIELD);
        return choose(fields, (element) => labelStrings(cache, element), one.match);
      }
      case 'placeholder': case 'alt': case 'title': {
        const elements = queryAll(scopes, `[${one.kind}]`);
        return choose(elements, (element) => [element.getAttribute(one.kind)], one.match);
      }
      case 'testid': {
        const elements = queryAll(scopes, TEST_IDS.map((id) => `[${id}]`).join());
        const is = one.match.op === 'regex'
          ? matcher(one.match).whole
          : (value) => value === one.match.value;
        return {
          elements: elements.filter((element) =>
            TEST_IDS.some((id) => element.hasAttribute(id) && is(element.getAttribute(id)))),
        };
      }
      case 'desc': return describeStep(cache, scopes, one);
      default: throw new Error(`no selector step ${one.kind}`);
    }
  };

  /**
   * Carries a selector out: `{elements, how, stale?, picked?, frames?, rest?}`. A step that
   * found frame elements ends here; the caller goes on with the steps from `rest` in their
   * documents.
   */
  const find = (steps) => tw.cached(() => findNow(steps));

  const findNow = (steps) => {
    const cache = newCache();
    let elements = null;
    let how = null;
    let picked = false;
    for (let at = 0; at < steps.length; at += 1) {
      const one = steps[at];
      if (one.kind === 'nth') {
        const count = elements.length;
        const element = elements.at(one.index);
        if (!element) return { elements: [], how, past: count };
        elements = [element];
        picked = true;
        continue;
      }
      if (elements !== null && elements.length > 0 &&
          elements.every((element) => element.localName === 'iframe' || element.localName === 'frame')) {
        return { elements: [], how, frames: elements, rest: at };
      }
      const found = step(cache, elements ?? [document], one);
      elements = found.elements;
      how = found.how ?? how;
      picked = found.picked ?? false;
      if (found.stale) return { elements: [], how, stale: true };
      if (elements.length === 0) break;
    }
    return { elements: elements ?? [], how, picked };
  };

  /** Whether something of the element can be seen: itself, or a label that stands for it. */
  const shown = (element) => S.visible(element) || S.labelsOf(element).some(S.visible);

  const listed = (element) => ({
    ...S.describe(element),
    visible: S.visible(element),
    enabled: S.disabledBy(element) === null,
  });

  /**
   * Chooses one of what was found: by `index`, else the only one, else (with `first`) the first
   * that can be acted on. Hidden ones count only when nothing is shown.
   */
  const pick = (found, { index, first }) => {
    const shownOnes = found.elements.filter(shown);
    const elements = shownOnes.length > 0 ? shownOnes : found.elements;
    if (found.stale) return { why: 'stale' };
    if (found.past !== undefined) return { why: 'index', count: found.past };
    if (elements.length === 0) return { why: 'not_found' };
    if (index !== undefined && index !== null) {
      // An index counts all matches, shown or not, as the document has them.
      const element = found.elements.at(index);
      return element ? { element } : { why: 'index', count: found.elements.length };
    }
    if (elements.length === 1) return { element: elements[0] };
    const candidates = elements.slice(0, LISTED).map(listed);
    if (!first) return { why: 'ambiguous', count: elements.length, candidates };
    const element = elements.find((each) => S.disabledBy(each) === null) ?? elements[0];
    return { element, count: elements.length, candidates };
  };

  tw.define({
    find: { LISTED, listed, locate: find, newCache, pick, shown, textOf },

    /**
     * `{steps, max?}` → what matches now: `{count, candidates, how, stale?, frames?, rest?}`,
     * candidates in document order with id, role, name and states.
     */
    locate({ steps, max = LISTED }) {
      const found = find(steps);
      return {
        count: found.elements.length,
        shown: found.elements.filter(shown).length,
        candidates: found.elements.slice(0, max).map(listed),
        how: found.how,
        stale: found.stale === true,
        frames: found.frames?.map((frame) => tw.idOf(frame)) ?? [],
        rest: found.rest ?? 0,
      };
    },
  });
})();
