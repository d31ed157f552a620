// Waiting for what a page will show. Each answers with what it saw last when it is cut.
'use strict';

(() => {
  const S = tw.state;
  const { normalise } = tw.match;
  const { observe, running, until } = tw.wake;

  const childrenOf = (element) => {
    const shadow = S.shadowOf(element);
    if (shadow) return shadow.children;
    if (element.localName === 'slot') {
      const assigned = element.assignedElements();
      if (assigned.length > 0) return assigned;
    }
    return element.children;
  };

  /** The innermost visible element that shows a text, or null. */
  const showing = (text) => {
    const wanted = normalise(text);
    const cache = tw.find.newCache();
    const search = (element) => {
      const own = tw.find.textOf(cache, element);
      if (!normalise(own).includes(wanted)) return undefined;
      let inside = false;
      for (const child of childrenOf(element)) {
        const found = search(child);
        if (found) return found;
        inside ||= found === null;
      }
      // `null`: it is in here, but what shows it is hidden.
      return !inside && S.visible(element) ? element : null;
    };
    const root = document.body ?? document.documentElement;
    return root ? (search(root) ?? null) : null;
  };

  /** One condition now: `{held, saw}`. */
  const look = (condition) => {
    if (condition.text !== undefined) {
      const element = showing(condition.text);
      return { held: element !== null, saw: element ? S.describe(element) : null };
    }
    if (condition.gone !== undefined) {
      const element = showing(condition.gone);
      return { held: element === null, saw: element ? S.describe(element) : null };
    }
    const found = tw.find.locate(condition.steps);
    if (found.frames) return { held: false, frames: found.frames.map((each) => tw.idOf(each)), rest: found.rest };
    const elements = condition.index === undefined || condition.index === null
      ? found.elements
      : [found.elements.at(condition.index)].filter(Boolean);
    const shown = elements.filter(tw.find.shown);
    const one = shown[0] ?? elements[0];
    const saw = one ? { ...S.describe(one), visible: shown.length > 0, count: elements.length } : null;
    switch (condition.state) {
      case 'attached': return { held: elements.length > 0, saw };
      case 'detached': return { held: elements.length === 0, saw };
      case 'hidden': return { held: shown.length === 0, saw };
      default: return { held: shown.length > 0, saw };
    }
  };

  tw.define({
    /**
     * `{token, condition, now?}`, the condition one of `{text}`, `{gone}`, `{steps, state,
     * index?}` → `{held, saw, cut?}`; with `now` it is only looked at. A chain that
     * leads into frames ends the wait, unless `stay`.
     */
    waitFor({ token, condition, now = false, stay = false }) {
      if (now) return look(condition);
      return until(token, () => {
        const seen = look(condition);
        return { ...seen, done: seen.held || (seen.frames !== undefined && !stay) };
      });
    },

    /** Resolves when the document changes once more, a frame at the earliest, or is cut. */
    nextChange({ token }) {
      let looks = 0;
      return until(token, () => {
        looks += 1;
        return { done: looks > 2 };
      });
    },

    /** `{token, quiet_ms}`: resolves when the document has not changed for so long. */
    domStable({ token, quiet_ms }) {
      return new Promise((resolve) => {
        let last = performance.now();
        let changes = 0;
        let timer = 0;
        const finish = (result) => {
          running.delete(token);
          watcher.stop();
          clearTimeout(timer);
          resolve({ ...result, changes });
        };
        const check = () => {
          const rest = quiet_ms - (performance.now() - last);
          if (rest <= 0) finish({ held: true });
          else timer = setTimeout(check, rest);
        };
        const watcher = observe(() => {
          last = performance.now();
          changes += 1;
        });
        running.set(token, () => finish({ held: false, cut: true }));
        timer = setTimeout(check, quiet_ms);
      });
    },
  });
})();
