// What every page script stands on: the object `tw`, and the identity of elements.
//
// All files of this folder are joined into one script, this one first, which runs in an isolated
// world: the page sees neither `tw` nor the numbers, and cannot patch the built-ins used here.
// Nothing in this folder may write into the page.
'use strict';

/** Methods that the hub may call, and helpers that page scripts share. */
const tw = Object.create(null);

/** Adds methods; a name is defined once. */
tw.define = (methods) => {
  for (const name of Object.keys(methods)) {
    if (name in tw) throw new Error(`tw.${name} is defined twice`);
    tw[name] = methods[name];
  }
};

(() => {
  /** element → number; holds no element alive. */
  const numbers = new WeakMap();
  /** number → WeakRef of the element. */
  const elements = new Map();
  let last = 0;
  const forget = new FinalizationRegistry((id) => elements.delete(id));

  tw.define({
    /**
     * The number of an element: from 1, given at the first call, the same as long as the element
     * lives (also while it is out of the document), never used again in this document.
     */
    idOf(element) {
      let id = numbers.get(element);
      if (id === undefined) {
        id = ++last;
        numbers.set(element, id);
        elements.set(id, new WeakRef(element));
        forget.register(element, id);
      }
      return id;
    },

    /** The number of an element that has one already, else 0. */
    knownId(element) {
      return numbers.get(element) ?? 0;
    },

    /** The element with this number; null when it is collected or out of this document. */
    byId(id) {
      const element = elements.get(id)?.deref();
      return element !== undefined && element.isConnected && element.ownerDocument === document
        ? element
        : null;
    },
  });
})();
