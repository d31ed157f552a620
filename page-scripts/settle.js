// When what an action set off has come to rest. Watching starts before the input; quiet is one
// frame in which nothing changed, so a page that does nothing costs one frame.
'use strict';

(() => {
  const S = tw.state;
  const { frame, observe, task } = tw.wake;
  const EVENTS = ['input', 'change', 'scroll', 'focusin', 'submit', 'toggle', 'close', 'cancel'];
  /** An attribute or text that changes in this many frames is a ticker, not an effect. */
  const TICKS = 4;
  /** Frames for which the page may do nothing after an answer came for it: its promise goes through several tasks. */
  const ANSWER = 4;

  /** The watch of the running action. */
  let watch = null;

  const stop = () => {
    if (watch === null) return;
    watch.observer.stop();
    for (const type of EVENTS) document.removeEventListener(type, watch.onEvent, true);
    removeEventListener('hashchange', watch.onUrl);
    watch = null;
  };

  const start = () => {
    stop();
    const seen = {
      added: 0, removed: 0, attributes: 0, text: 0, values: 0, scrolls: 0, focus: 0, ticking: 0,
    };
    const mine = {
      seen, url: location.href, title: document.title, at: performance.now(),
      since: document.timeline.currentTime, beats: new WeakMap(), turn: 0, last: 0,
      focus: S.focused(),
    };
    /** True for what changes again and again by itself; what was counted of it before is taken back. */
    const ticks = (record, counts) => {
      let beat = mine.beats.get(record.target);
      if (beat === undefined) {
        beat = { turns: new Set(), counted: { added: 0, removed: 0, attributes: 0, text: 0 } };
        mine.beats.set(record.target, beat);
      }
      beat.turns.add(mine.turn);
      if (beat.turns.size > TICKS) {
        for (const [kind, count] of Object.entries(beat.counted)) seen[kind] -= count;
        beat.counted = {};
        return true;
      }
      for (const [kind, count] of Object.entries(counts)) beat.counted[kind] += count;
      return false;
    };
    const countsOf = (record) => {
      if (record.type === 'attributes') return { attributes: 1 };
      if (record.type === 'characterData') return { text: 1 };
      return { added: record.addedNodes.length, removed: record.removedNodes.length };
    };
    mine.observer = observe((records) => {
      let counted = false;
      for (const record of records) {
        const counts = countsOf(record);
        if (ticks(record, counts)) {
          seen.ticking += 1;
          continue;
        }
        counted = true;
        for (const [kind, count] of Object.entries(counts)) seen[kind] += count;
      }
      if (counted) mine.last += 1;
    });
    mine.onEvent = (event) => {
      if (event.type === 'input' || event.type === 'change') seen.values += 1;
      else if (event.type === 'scroll') {
        // Scrolling goes on by itself for many frames when it is smooth.
        seen.scrolls += 1;
      } else if (event.type === 'focusin') {
        seen.focus += 1;
        return;
      }
      mine.last += 1;
    };
    mine.onUrl = () => {
      mine.last += 1;
    };
    for (const type of EVENTS) document.addEventListener(type, mine.onEvent, true);
    addEventListener('hashchange', mine.onUrl);
    watch = mine;
  };

  /** Animations that began since the watch and end by themselves. */
  const animations = () => {
    if (watch === null) return [];
    const since = Number(watch.since ?? 0);
    return document.getAnimations().filter((animation) => {
      if (animation.playState !== 'running') return false;
      const end = Number(animation.effect?.getComputedTiming().endTime);
      if (!Number.isFinite(end) || end > 2000) return false;
      return animation.startTime === null || Number(animation.startTime) >= since;
    });
  };

  const report = (pending) => ({
    ...(watch?.seen ?? {}),
    url: location.href,
    moved: watch !== null && location.href !== watch.url,
    title: document.title,
    refocused: watch !== null && S.focused() !== watch.focus,
    pending,
  });

  /** Waits for quiet, at most `bound` ms; the watch goes on. After an `answer`, what the page does with it is awaited. */
  const settle = async (token, bound, answer) => {
    if (watch === null) start();
    const mine = watch;
    const end = performance.now() + bound;
    let cut = false;
    tw.wake.running.set(token, () => {
      cut = true;
    });
    const pending = [];
    const first = mine.last;
    let idle = answer ? ANSWER : 0;
    try {
      for (;;) {
        const before = mine.last;
        mine.turn += 1;
        await frame();
        await task();
        if (cut || watch !== mine) {
          pending.push('interrupted');
          break;
        }
        const running = animations();
        if (mine.last === before && running.length === 0) {
          if (mine.last !== first || idle === 0) break;
          idle -= 1;
        }
        if (performance.now() >= end) {
          if (mine.last !== before) pending.push('changes');
          if (running.length > 0) pending.push('animations');
          break;
        }
      }
    } finally {
      tw.wake.running.delete(token);
    }
    return report(pending);
  };

  tw.define({
    quiet: { report, settle, start, stop },

    /** Starts to watch for the effects of an action; an older watch ends. */
    watch() {
      start();
      return {};
    },

    /** `{token, bound, answer?, keep?}`: waits for quiet and tells what changed since `watch`. */
    async settle({ token, bound, answer = false, keep = false }) {
      const result = await settle(token, bound, answer);
      if (!keep) stop();
      return result;
    },
  });
})();
