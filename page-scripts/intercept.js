// The last look before an input takes effect. Capture listeners on `window` repeat the hit test
// at the first trusted event, acknowledge the events that are ours (by type, point and order),
// and cancel all of ours on a miss. Any other trusted pointer, key, drop or paste is a person's.
'use strict';

(() => {
  const S = tw.state;
  const POINTER = [
    'pointermove', 'mousemove', 'pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click',
    'auxclick', 'dblclick', 'contextmenu', 'dragstart',
  ];
  const KEYS = ['keydown', 'keypress', 'keyup'];
  const TEXT = ['beforeinput', 'compositionstart', 'compositionupdate', 'compositionend', 'input'];
  /** What of a person counts as input; movement, wheel and focus do not. */
  const PERSONS = new Set(['pointerdown', 'mousedown', 'touchstart', 'keydown', 'drop', 'paste']);
  const PRESSES = new Set(['pointerdown', 'mousedown']);
  /** The browser drops input until a page has painted: a release whose press was dropped is no click. */
  const RELEASES = new Set(['pointerup', 'mouseup', 'click', 'auxclick']);
  const TESTED = new Set(['pointermove', 'mousemove', 'pointerdown', 'mousedown']);

  /** What is expected now; one at a time. */
  let plan = null;
  const person = { count: 0, last: null };

  /** The innermost element at a point, through open shadow roots. */
  const elementAt = (x, y) => {
    let at = document.elementFromPoint(x, y);
    while (at) {
      const inner = S.shadowOf(at)?.elementFromPoint(x, y);
      if (!inner || inner === at) break;
      at = inner;
    }
    return at;
  };

  /** Whether an event at `hit` reaches `target` or what stands for it. */
  const reaches = (hit, targets) => {
    for (const target of targets) {
      if (S.belongs(target, hit)) return true;
      // A press anywhere inside a label goes to its control, unless something else takes it.
      const label = S.closest(hit, 'label');
      if (label && label.control === target) {
        const taker = S.closest(hit, 'a[href],button,input,select,textarea');
        if (!taker || !S.within(label, taker) || taker === target) return true;
      }
    }
    return false;
  };

  /** Whether an element stands beside the point: it moved away, and nothing covers it there. */
  const elsewhere = (element) => {
    const rects = Array.from(element.getClientRects());
    return rects.length > 0 && rects.every((rect) =>
      plan.x < rect.left || plan.x > rect.right || plan.y < rect.top || plan.y > rect.bottom);
  };

  const COVER_ROLES = new Set([
    'dialog', 'alertdialog', 'alert', 'banner', 'navigation', 'region', 'status', 'menu', 'listbox',
    'tooltip', 'complementary', 'contentinfo', 'img',
  ]);
  const DISMISS = /reject|decline|dismiss|close|cancel|no thanks|not now|skip|got it|accept|agree|^ok$|^x$|^×$|关闭|拒绝|取消|知道了|同意|接受/i;

  /** What lies over the target: the element to name, and buttons that could remove it. */
  const coverOf = (hit, targets) => {
    if (!hit) return null;
    let outer = hit;
    let named = null;
    for (let at = hit; at; at = S.parentOf(at)) {
      if (targets.some((target) => S.belongs(at, target))) break;
      outer = at;
      if (named === null && COVER_ROLES.has(tw.roleOf(at))) named = at;
    }
    const named2 = named ?? (tw.nameOf(hit) ? hit : outer);
    const buttons = [];
    for (const root of S.rootsBelow(named ?? outer)) {
      for (const element of root.querySelectorAll('button,[role="button" i],a[href],input[type=button],input[type=submit]')) {
        // What is to be reached does not remove what covers it.
        if (targets.some((target) => S.belongs(target, element))) continue;
        if (buttons.length < 40 && S.visible(element)) buttons.push(element);
      }
    }
    const wanted = buttons.filter((element) => DISMISS.test(tw.nameOf(element) || ''));
    return {
      ...S.describe(named2),
      text: S.bounded(outer.textContent ?? '', 80),
      html: outer.localName + (outer.id ? `#${outer.id}` : ''),
      buttons: (wanted.length > 0 ? wanted : buttons).slice(0, 3).map(S.describe),
    };
  };

  const cancel = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  const near = (event) =>
    Math.abs(event.clientX - plan.x) <= plan.slack && Math.abs(event.clientY - plan.y) <= plan.slack;

  const notePerson = (event) => {
    if (!PERSONS.has(event.type)) return;
    // One press is a pointer and a mouse event.
    if (event.type === 'mousedown') return;
    person.count += 1;
    person.last = { type: event.type, at: Date.now() };
    // Outside it is known whether one of ours is still under way.
    if (typeof globalThis.tabwardHeard === 'function') globalThis.tabwardHeard(`unexpected ${event.type}`);
  };

  /** What became of a plan so far. */
  const answerOf = (mine) => {
    let hit = false;
    if (mine.kind === 'mouse' && mine.strays === 0 && !mine.acks.some((type) => PRESSES.has(type))) {
      const at = elementAt(mine.x, mine.y);
      hit = at !== null && reaches(at, mine.targets.filter((target) => target.isConnected));
    }
    return {
      acks: mine.acks.slice(), missed: mine.missed === null ? null : told(mine), hit,
      value: mine.value ?? undefined,
    };
  };

  /**
   * Tells that a plan is fulfilled or missed, to who waits for it and, since input goes before
   * questions, by our own function too: before the page's own listeners run, so a page that goes
   * away, opens a dialog or never returns has acknowledged before.
   */
  const tell = (mine) => {
    if (mine.announced) return;
    mine.announced = true;
    say(mine, answerOf(mine));
    mine.heard?.();
  };

  const say = (mine, what) => {
    if (typeof globalThis.tabwardHeard === 'function') {
      globalThis.tabwardHeard(`${mine.token} ${JSON.stringify(what)}`);
    }
  };

  /** Tells that the page gets the first press: it may go away before the release. */
  const begin = (mine) => {
    if (mine.begun) return;
    mine.begun = true;
    say(mine, { begun: true });
  };

  /** Looks whether the last event of ours is in. */
  const heard = (type) => {
    const mine = plan;
    if (mine.deny) return;
    if (mine.clicks === 0 && type === 'mousemove') {
      tell(mine);
      return;
    }
    const last = mine.ups >= mine.clicks;
    if (last && LAST.has(type) && !(mine.clicks > 1 && type === 'click')) tell(mine);
    else if (last && type === 'pointerup') tw.wake.task().then(() => tell(mine));
  };
  const LAST = new Set(['click', 'auxclick', 'dblclick']);

  const onPointer = (event) => {
    if (!event.isTrusted) return;
    if (plan?.kind !== 'mouse' || !near(event)) {
      // During a drag the pointer leaves its starting point; those moves are ours.
      if (plan?.kind === 'mouse' && plan.drag && plan.acks.length > 0) plan.acks.push(event.type);
      else {
        // Perhaps a person's, perhaps ours that arrived elsewhere: not to be sent again.
        if (plan?.kind === 'mouse' && event.type === 'pointerdown') plan.strays += 1;
        notePerson(event);
      }
      return;
    }
    if (plan.clicks > 0 && plan.missed === null && RELEASES.has(event.type) && !plan.acks.some((type) => PRESSES.has(type))) {
      plan.missed = { lost: true, type: event.type };
    }
    // What is kept from the page, it did not get.
    if (plan.missed === null) plan.acks.push(event.type);
    // A page that cancels `pointerdown` gets no mouse events but the click.
    if (event.type === 'pointerup') plan.ups += 1;
    heard(event.type);
    if (plan.missed === null && TESTED.has(event.type) && !plan.pressed) {
      if (plan.deny) plan.missed = { hit: null, type: event.type };
      else {
        const hit = elementAt(plan.x, plan.y);
        const targets = plan.targets.filter((target) => target.isConnected);
        if (targets.length === 0) plan.missed = { gone: true, type: event.type };
        else if (!hit || !reaches(hit, targets)) {
          plan.missed = { hit, moved: targets.every(elsewhere), type: event.type };
        } else if (event.type.endsWith('down')) {
          plan.disabled = S.disabledBy(plan.control) !== null;
          if (plan.disabled) plan.missed = { disabled: true, type: event.type };
        }
      }
    }
    if (plan.missed !== null) {
      cancel(event);
      if (!plan.deny) tell(plan);
      return;
    }
    // From the press on the page may move things about as it likes; each further press of a
    // double click is looked at again.
    if (event.type === 'pointerdown' || event.type === 'mousedown') {
      plan.pressed = true;
      begin(plan);
    }
    if (event.type === 'mouseup' || event.type === 'click') plan.pressed = false;
  };

  const onKey = (event) => {
    if (!event.isTrusted) return;
    const target = event.composedPath()[0];
    if (plan?.kind !== 'keys') {
      notePerson(event);
      return;
    }
    if (event.type === 'keydown') {
      const wanted = plan.expect[plan.next];
      if (wanted !== undefined && wanted !== event.key) {
        notePerson(event);
        return;
      }
      plan.next += 1;
      if (plan.missed === null && !plan.accepts(target)) plan.missed = { hit: target, type: event.type };
      if (plan.missed === null) {
        plan.acks.push(event.key);
        if (plan.next >= plan.expect.length && plan.holds === null) tell(plan);
        if (target !== plan.last) {
          plan.last = target;
          plan.receivers.push(target);
        }
      }
    }
    if (plan.missed !== null) {
      cancel(event);
      tell(plan);
    }
  };

  const onText = (event) => {
    if (!event.isTrusted || plan?.kind !== 'keys') return;
    if (event.type === 'beforeinput' && plan.missed === null) {
      const target = event.composedPath()[0];
      if (!plan.accepts(target)) plan.missed = { hit: target, type: event.type };
      else if (target !== plan.last) {
        plan.last = target;
        plan.receivers.push(target);
      }
    }
    if (plan.missed !== null && event.type === 'beforeinput') cancel(event);
    else plan.texts.push(event.type);
    // The value is in, and the page's listeners, which may leave it, come next.
    if (event.type === 'input' && plan.missed === null && !plan.announced && plan.next >= plan.expect.length) {
      const value = plan.holds?.();
      if (value) {
        plan.value = value;
        tell(plan);
      }
    }
  };

  const listeners = new Map([
    ...POINTER.map((type) => [type, onPointer]),
    ...KEYS.map((type) => [type, onKey]),
    ...TEXT.map((type) => [type, onText]),
    ...['drop', 'paste'].map((type) => [type, (event) => {
      if (event.isTrusted && plan === null) notePerson(event);
    }]),
    ['touchstart', (event) => {
      if (event.isTrusted && plan?.kind !== 'mouse') notePerson(event);
    }],
  ]);
  // Without ears, in worlds that the browser did not make with the document, ours come last of those
  // on `window`.
  const ears = globalThis[Symbol.for('tabward.ears')];
  if (ears !== undefined) {
    ears.hear = (event) => listeners.get(event.type)?.(event);
    for (const [type, at] of ears.heard) {
      if (!PERSONS.has(type) || type === 'mousedown') continue;
      person.count += 1;
      person.last = { type, at };
    }
    ears.heard.length = 0;
  }
  /** Puts the listeners up, again where the page has taken them away. */
  const listen = () => {
    if (ears !== undefined) {
      ears.put();
      return;
    }
    for (const [type, listener] of listeners) addEventListener(type, listener, { capture: true, passive: type === 'touchstart' });
  };
  listen();

  /** Expects a press at a point on one of `targets`. */
  const armMouse = ({ token, targets, control, x, y, slack = 1.5, clicks = 1, drag = false }) => {
    listen();
    plan = {
      kind: 'mouse', token, targets, control, x, y, slack, clicks, drag, acks: [], missed: null,
      pressed: false, deny: false, ups: 0, strays: 0, heard: null,
      announced: false, begun: false,
    };
  };

  /**
   * Expects keys; `accepts` says where they may arrive, `holds` what the field holds once that is
   * what was asked for: then that is told, and not already the last key.
   */
  const armKeys = ({ token, expect, accepts, holds = null }) => {
    listen();
    plan = {
      kind: 'keys', token, expect, accepts, holds, next: 0, acks: [], texts: [], receivers: [],
      last: null, missed: null, heard: null, announced: false, value: null,
    };
  };

  const told = (mine) => ({
    type: mine.missed.type,
    gone: mine.missed.gone === true,
    lost: mine.missed.lost === true,
    moved: mine.missed.moved === true,
    disabled: mine.missed.disabled === true,
    cover: mine.missed.hit ? coverOf(mine.missed.hit, mine.targets ?? []) : null,
  });

  /** Ends the plan and says what became of it. */
  const disarm = (token) => {
    if (plan === null || (token !== undefined && plan.token !== token)) return null;
    const ended = plan;
    plan = null;
    return {
      acks: ended.acks,
      texts: ended.texts ?? [],
      missed: ended.missed === null ? null : told(ended),
      receivers: ended.receivers ?? [],
    };
  };

  tw.define({
    guard: { armKeys, armMouse, coverOf, disarm, elementAt, reaches },

    /** This frame's place among its parent's frames, and the size of its viewport. */
    frameIndex() {
      let index = -1;
      for (let at = 0; at < parent.length && parent !== window; at += 1) if (parent[at] === window) index = at;
      return { index, width: innerWidth, height: innerHeight };
    },

    /** The element of the frame with this place: `{index}` → `{id}`, 0 if there is none. */
    frameElement({ index }) {
      const wanted = window[index];
      for (const root of S.rootsBelow(document)) {
        for (const frame of root.querySelectorAll('iframe,frame,object,embed')) {
          if (wanted && frame.contentWindow === wanted) return { id: tw.idOf(frame), box: S.boxOf(frame) };
        }
      }
      return { id: 0, box: null };
    },

    /**
     * Whether a frame element receives what happens at a point of this document; with `token`
     * presses that this document would get there instead are cancelled until `disarm`.
     */
    frameHit({ id, x, y, token }) {
      const frame = tw.byId(id);
      if (!frame) return { why: 'stale' };
      const hit = elementAt(x, y);
      if (!hit || !S.belongs(frame, hit)) {
        return { why: hit ? 'covered' : 'outside', cover: coverOf(hit, [frame]) };
      }
      if (token !== undefined) {
        armMouse({ token, targets: [], control: frame, x, y, slack: 2 });
        plan.deny = true;
      }
      return { why: null };
    },

    /**
     * Resolves once the last of the expected events came, before the page sees it, or when it is
     * cut: `{token}` → `{acks, missed, hit}`; `hit`: whether the point still reaches the target.
     */
    acked({ token }) {
      const mine = plan;
      if (mine === null || mine.token !== token) return { acks: [], missed: null, hit: false };
      return new Promise((resolve) => {
        const finish = () => {
          tw.wake.running.delete(token);
          mine.heard = null;
          resolve(answerOf(mine));
        };
        const pressed = mine.clicks === 0 ? mine.acks.length > 0 : mine.ups >= mine.clicks;
        const over = mine.missed !== null ||
          (mine.kind === 'mouse' ? pressed : mine.next >= mine.expect.length);
        mine.heard = finish;
        tw.wake.running.set(token, finish);
        if (over) finish();
      });
    },

    /** What was acknowledged so far: `{token}` → `{acks, missed}`. */
    ackedNow({ token }) {
      if (plan === null || plan.token !== token) return { acks: [], missed: null };
      return { acks: plan.acks.slice(), missed: plan.missed === null ? null : told(plan) };
    },

    /** Ends an expectation without looking at it. */
    disarm({ token }) {
      const ended = disarm(token);
      return { acks: ended?.acks ?? [], missed: ended?.missed ?? null };
    },

    /** Trusted input that was not ours, since this document began to be watched. */
    personInput() {
      return { count: person.count, last: person.last };
    },
  });
})();
