// Runs in our world when a document begins, before any script of the page: listeners that stand
// before the page's own, and hand what they hear to the interceptor once that is there. In a
// document that was there before us they come last of those on `window`. Until the interceptor is
// there nothing of ours is expected, so what a person would do is told outside.
'use strict';

(() => {
  const key = Symbol.for('tabward.ears');
  if (globalThis[key] !== undefined) return;
  const ears = { hear: null, heard: [] };
  Object.defineProperty(globalThis, key, { value: ears });
  const types = [
    'pointermove', 'mousemove', 'pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click',
    'auxclick', 'dblclick', 'contextmenu', 'dragstart', 'keydown', 'keypress', 'keyup',
    'beforeinput', 'compositionstart', 'compositionupdate', 'compositionend', 'input', 'drop',
    'paste', 'touchstart',
  ];
  /** What of a person counts as input; as in the interceptor. */
  const persons = new Set(['pointerdown', 'touchstart', 'keydown', 'drop', 'paste']);
  const listen = (event) => {
    if (ears.hear !== null) {
      ears.hear(event);
      return;
    }
    if (!event.isTrusted) return;
    if (ears.heard.length < 1000) ears.heard.push([event.type, Date.now()]);
    if (persons.has(event.type) && typeof globalThis.tabwardHeard === 'function') {
      globalThis.tabwardHeard(`unexpected ${event.type}`);
    }
  };
  // Adding what is there already changes nothing; `document.open` takes all listeners away.
  ears.put = () => {
    for (const type of types) addEventListener(type, listen, { capture: true, passive: type === 'touchstart' });
  };
  ears.put();
})();
