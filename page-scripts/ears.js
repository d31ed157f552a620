// Runs in our world when a document begins, before any script of the page: listeners that stand
// before the page's own, and hand what they hear to the interceptor once that is there.
'use strict';

(() => {
  const key = Symbol.for('tabward.ears');
  if (globalThis[key] !== undefined || document.readyState !== 'loading') return;
  const ears = { hear: null, heard: [] };
  Object.defineProperty(globalThis, key, { value: ears });
  const types = [
    'pointermove', 'mousemove', 'pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click',
    'auxclick', 'dblclick', 'contextmenu', 'dragstart', 'keydown', 'keypress', 'keyup',
    'beforeinput', 'compositionstart', 'compositionupdate', 'compositionend', 'input', 'drop',
    'paste', 'touchstart',
  ];
  const listen = (event) => {
    if (ears.hear !== null) ears.hear(event);
    else if (event.isTrusted && ears.heard.length < 1000) ears.heard.push([event.type, Date.now()]);
  };
  // Adding what is there already changes nothing; `document.open` takes all listeners away.
  ears.put = () => {
    for (const type of types) addEventListener(type, listen, { capture: true, passive: type === 'touchstart' });
  };
  ears.put();
})();
