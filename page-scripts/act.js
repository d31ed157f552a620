// Before and after an input: waits until the element can receive it, brings it into view, finds
// a point that reaches it, arms the interceptor; afterwards reads what arrived.
'use strict';

(() => {
  const S = tw.state;
  const { elementAt, reaches, coverOf, armMouse, disarm } = tw.guard;
  const { frame, until } = tw.wake;

  /** Properties whose animation moves an element. */
  const MOVES = /^(?:transform|translate|rotate|scale|offset|left|right|top|bottom|inset|margin|padding|width|height|fontSize|lineHeight|flex|grid|gap|border)/;

  /** Whether an animation moves the element now. */
  const animated = (element) =>
    document.getAnimations().some((animation) => {
      const target = animation.effect?.target;
      if (!target || animation.playState !== 'running' || animation.effect.pseudoElement) return false;
      if (!S.within(target, element)) return false;
      return animation.effect.getKeyframes().some((key) => Object.keys(key).some((name) => MOVES.test(name)));
    });

  const rectsOf = (element) => {
    const rects = Array.from(element.getClientRects()).filter((rect) => rect.width * rect.height > 0.99);
    if (rects.length > 0) return rects;
    // No box of its own (`display: contents`): what it contains is what can be hit.
    return Array.from(element.querySelectorAll('*'))
      .slice(0, 50)
      .flatMap((child) => Array.from(child.getClientRects()))
      .filter((rect) => rect.width * rect.height > 0.99);
  };

  const clip = (rect) => {
    const left = Math.max(rect.left, 0);
    const top = Math.max(rect.top, 0);
    const right = Math.min(rect.right, innerWidth);
    const bottom = Math.min(rect.bottom, innerHeight);
    return right - left > 0.5 && bottom - top > 0.5 ? { left, top, right, bottom } : null;
  };

  /** A coordinate between two edges, whole where there is room for it. */
  const between = (low, high, share) => {
    const exact = low + (high - low) * share;
    const whole = Math.floor(exact);
    return whole > low && whole < high ? whole : Math.round(exact * 100) / 100;
  };

  /** The points to try, the most natural first. */
  const pointsOf = (element, position) => {
    const rects = rectsOf(element);
    if (position) {
      const rect = rects[0];
      return rect ? [{ x: rect.left + position.x, y: rect.top + position.y }] : [];
    }
    const clipped = rects.map(clip).filter(Boolean);
    const points = clipped.map((rect) => ({
      x: between(rect.left, rect.right, 0.5), y: between(rect.top, rect.bottom, 0.5),
    }));
    for (const rect of clipped.slice(0, 4)) {
      for (const [h, v] of [[0.5, 0.2], [0.5, 0.8], [0.2, 0.5], [0.8, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]]) {
        points.push({ x: between(rect.left, rect.right, h), y: between(rect.top, rect.bottom, v) });
      }
    }
    return points;
  };

  /** Something else inside the target that would take the press for itself. */
  const takenInside = (hit, target) => {
    for (let at = hit; at && at !== target; at = S.parentOf(at)) {
      if (at.matches('a[href],button,input,select,textarea,summary,[role="button" i],[role="link" i],[role="checkbox" i]')) {
        // The field of a label is what the label is for.
        return !(target.localName === 'label' && target.control === at);
      }
    }
    return false;
  };

  /** A point at which an event reaches one of the targets, or what lies there instead. */
  const aim = (target, targets, position) => {
    let cover = null;
    let second = null;
    let first = null;
    for (const point of pointsOf(target, position)) {
      first ??= point;
      const hit = elementAt(point.x, point.y);
      if (hit && reaches(hit, targets)) {
        if (!takenInside(hit, target)) return { point };
        second ??= point;
      } else cover ??= hit;
    }
    if (second) return { point: second };
    return { point: null, cover, outside: first === null };
  };

  const SCROLLS = [
    null,
    { block: 'nearest', inline: 'nearest', behavior: 'instant' },
    { block: 'center', inline: 'center', behavior: 'instant' },
    { block: 'end', inline: 'end', behavior: 'instant' },
    { block: 'start', inline: 'start', behavior: 'instant' },
  ];

  /** Aims, scrolling in each way that can bring the target out from under sticky bars. */
  const aimInView = (target, targets, position, inFrame) => {
    let result = null;
    let scrolled = false;
    for (const way of SCROLLS) {
      if (way !== null) {
        target.scrollIntoView(way);
        scrolled = true;
      } else if (inFrame) target.scrollIntoViewIfNeeded(true);
      result = aim(target, targets, position);
      if (result.point) return { ...result, scrolled };
    }
    return { ...result, scrolled };
  };

  const same = (a, b) =>
    Math.abs(a.x - b.x) < 0.01 && Math.abs(a.y - b.y) < 0.01 &&
    Math.abs(a.width - b.width) < 0.01 && Math.abs(a.height - b.height) < 0.01;

  /** Two frames in which the element did not leave its own middle. */
  const steady = async (element) => {
    const before = S.boxOf(element);
    await frame();
    const after = S.boxOf(element);
    if (same(before, after)) return true;
    // A slow mover is under its own middle in both frames; the interceptor has the last word.
    return Math.abs(before.x - after.x) < after.width / 4 && Math.abs(before.y - after.y) < after.height / 4;
  };

  /** Resolves `{id}` or `{steps, index, first}` to an element or a reason. */
  const resolve = (target) => {
    if (target.id !== undefined) {
      const element = tw.byId(target.id);
      return element ? { element } : { why: 'stale' };
    }
    const found = tw.find.locate(target.steps);
    if (found.frames) {
      return { why: 'frames', frames: found.frames.map((each) => tw.idOf(each)), rest: found.rest };
    }
    return { ...tw.find.pick(found, target), how: found.how };
  };

  /** Reasons that no waiting mends. */
  const FINAL = new Set(['stale', 'ambiguous', 'frames']);
  /** How long a list that is too short for the index may grow, in ms. */
  const GROWING = 1500;

  /** What an element is, for the answer and for what comes after. */
  const kindOf = (element) => ({
    tag: element.localName,
    type: element.localName === 'input' ? element.type : null,
    text: S.isTextField(element),
    editable: element.isContentEditable === true,
    checked: S.checkedOf(element),
    multiple: element.multiple === true,
    popup: element.getAttribute('aria-haspopup'),
    expanded: element.getAttribute('aria-expanded'),
  });

  /**
   * Waits until an element can be acted on. `{token, target, needs: {visible, enabled, editable,
   * writable, point}, field?, position?, steady?, in_frame?, clicks?, drag?}`; `field` goes from a label
   * to its control. With `point` the interceptor is armed and the effects are watched. Answers
   * `{why: null, id, role, name, kind, point, …}` or why not.
   */
  const preflight = (arg) => {
    const began = performance.now();
    const { token, target, needs } = arg;
    disarm(token);
    return until(token, async () => {
      const found = resolve(target);
      const base = { how: found.how ?? null, count: found.count, candidates: found.candidates, frames: found.frames, rest: found.rest };
      if (found.why) {
        const late = found.why === 'index' && performance.now() - began > GROWING;
        return { ...base, why: found.why, done: FINAL.has(found.why) || late };
      }
      const { element } = found;
      const control = arg.field ? S.fieldOf(element) : S.controlOf(element);
      const subject = arg.field ? control : element;
      const about = {
        ...base, ...S.describe(arg.field ? control : element), kind: kindOf(control), control: tw.idOf(control),
        field: arg.field ? tw.fields.fieldKind(control) : null,
      };
      const no = (why, more) => ({ ...about, ...more, why, done: false });

      let aimed = subject;
      // A file input is given its files, seen or not.
      const files = arg.field === true && control.localName === 'input' && control.type === 'file';
      if (needs.visible !== false && !files && !S.visible(subject)) {
        const stand = S.labelsOf(control).find(S.visible);
        if (!stand) return no('not_visible');
        aimed = stand;
      }
      if (needs.enabled !== false) {
        const disabled = S.disabledBy(control);
        if (disabled !== null) return no('disabled', { detail: disabled });
      }
      if (needs.editable) {
        if (!S.isEditable(control)) return { ...no('not_editable'), done: true };
        const readonly = S.readonlyBy(control);
        if (readonly !== null) return no('readonly', { detail: readonly });
      }
      if (needs.writable && S.isEditable(control)) {
        const readonly = S.readonlyBy(control);
        if (readonly !== null) return no('readonly', { detail: readonly });
      }
      if (!needs.point) return { ...about, why: null, done: true };

      const moving = animated(aimed);
      if ((moving || arg.steady) && !(await steady(aimed))) return no('unstable', { moving: true });
      if (!aimed.isConnected) return no('not_visible', { moving: true });

      const targets = aimed === control ? [aimed] : [aimed, control];
      const result = aimInView(aimed, targets, arg.position, arg.in_frame === true);
      if (!result.point) {
        if (result.outside) return no('outside', { moving });
        return no('covered', { cover: coverOf(result.cover, targets), moving });
      }
      armMouse({
        token, targets, control, x: result.point.x, y: result.point.y, clicks: arg.clicks, drag: arg.drag,
      });
      tw.quiet.start();
      return {
        ...about, why: null, done: true, point: result.point, scrolled: result.scrolled,
        box: S.boxOf(aimed), waited: performance.now() - began,
      };
    });
  };

  /**
   * After the input: quiet, and what the element is now. `{token, bound, id?, answer?}` → `{settle,
   * kind?, attached}`.
   */
  const after = async ({ token, bound, id, answer = false }) => {
    disarm(token);
    const settle = await tw.quiet.settle(token, bound, answer);
    const element = id === undefined || id === null ? null : tw.byId(id);
    return { settle, attached: element !== null, kind: element ? kindOf(element) : null };
  };

  tw.define({
    acting: { kindOf, resolve },
    preflight,
    after,

    /** A point of an element that is in view: `{id}` → `{x, y}` or null. */
    middleOf({ id }) {
      const element = tw.byId(id);
      return element ? pointsOf(element)[0] ?? null : null;
    },
  });
})();
