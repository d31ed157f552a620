// Waiting in the page without a clock: conditions are looked at again when something happened
// that could have changed them. Frames are asked for only while a condition says that it moves;
// hidden tabs get none and have throttled timers, so nothing here depends on them, and the end
// of each wait is called from outside by `tw.cut`.
'use strict';

(() => {
  /** Waits that run, by token. */
  const running = new Map();

  const hidden = () => document.visibilityState === 'hidden';

  /** Resolves at the next frame, or soon after where frames do not come. */
  const frame = () =>
    new Promise((resolve) => {
      let done = false;
      const finish = () => {
        if (done) return;
        done = true;
        resolve();
      };
      if (!hidden()) {
        requestAnimationFrame(finish);
        // A tab that loses its visibility meanwhile gets no frame any more.
        setTimeout(finish, 100);
        return;
      }
      // Message tasks are not throttled in hidden tabs; timers are (to one a second).
      const until = performance.now() + 16;
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        if (performance.now() >= until) {
          channel.port1.close();
          finish();
        } else channel.port2.postMessage(0);
      };
      channel.port2.postMessage(0);
    });

  /** Resolves in a task of its own, after what is queued now. */
  const task = () =>
    new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        channel.port1.close();
        resolve();
      };
      channel.port2.postMessage(0);
    });

  const WATCHED = {
    subtree: true, childList: true, attributes: true, characterData: true,
  };
  const EVENTS = [
    'transitionend', 'transitioncancel', 'animationend', 'animationcancel', 'load', 'error',
    'scroll', 'input', 'change', 'toggle', 'focusin', 'focusout', 'slotchange', 'close',
    'readystatechange', 'DOMContentLoaded', 'visibilitychange', 'fullscreenchange',
  ];

  /** Calls `changed` after each change of the document, shadow roots included. */
  const observe = (changed) => {
    const seen = new WeakSet();
    const observer = new MutationObserver((records) => {
      for (const record of records) {
        for (const node of record.addedNodes) {
          if (node.nodeType === Node.ELEMENT_NODE) add(node);
        }
      }
      changed(records);
    });
    const watch = (root) => {
      if (seen.has(root)) return;
      seen.add(root);
      observer.observe(root, WATCHED);
    };
    const add = (node) => {
      for (const root of tw.state.rootsBelow(node)) {
        if (root.nodeType === Node.DOCUMENT_FRAGMENT_NODE) watch(root);
      }
    };
    watch(document);
    add(document);
    return { add, stop: () => observer.disconnect(), take: () => observer.takeRecords() };
  };

  /**
   * Runs `check` now and after each change until it returns something with `done`, or the wait
   * is cut; resolves to the last result (`{…, cut: true}` if it was cut). A result with
   * `moving` asks for a look at each frame.
   */
  const until = (token, check) =>
    new Promise((resolve, reject) => {
      let last;
      let scheduled = false;
      let over = false;
      let watcher = null;
      let slow = 0;
      const finish = (result) => {
        if (over) return;
        over = true;
        running.delete(token);
        watcher?.stop();
        clearInterval(slow);
        for (const type of EVENTS) document.removeEventListener(type, wake, true);
        removeEventListener('resize', wake);
        resolve(result);
      };
      const look = async () => {
        scheduled = false;
        if (over) return;
        try {
          last = await check();
        } catch (error) {
          finish({ done: true, failed: String(error?.message ?? error) });
          return;
        }
        if (over) return;
        if (last.done) finish(last);
        else if (last.moving) wake();
      };
      function wake() {
        if (scheduled || over) return;
        scheduled = true;
        frame().then(look);
      }
      running.set(token, () => finish({ ...(last ?? {}), cut: true }));
      look().then(() => {
        if (over) return;
        watcher = observe(wake);
        for (const type of EVENTS) document.addEventListener(type, wake, true);
        addEventListener('resize', wake);
        // Style sheets and scripts can move things without any event; this is the net below.
        slow = setInterval(wake, 100);
        // What changed while the first look was under way was not observed yet.
        wake();
      }, reject);
    });

  tw.define({
    wake: { frame, hidden, observe, running, task, until },

    /** Ends the wait with this token now; it answers with what it saw last. */
    cut({ token }) {
      const end = running.get(token);
      if (end) end();
      return { cut: end !== undefined };
    },
  });
})();
