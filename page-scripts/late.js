// Tells whether the document changed since the last time it was asked: what appears between two calls of an agent is told
// with the next one. Nothing of this can be seen by the page.
tw.define((() => {
  let observer = null;
  let changed = false;

  const stop = () => {
    changed = true;
    // One change is enough to look again; a busy page costs nothing more.
    observer.disconnect();
  };

  const watch = () => {
    changed = false;
    observer ??= new MutationObserver(stop);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  };

  return {
    /** From here on a change is a late one: what is there now is being read. */
    looked() {
      observer?.disconnect();
      watch();
    },

    /** Whether the document changed since it was read; one that never was has. */
    late() {
      if (observer === null) return true;
      if (!changed && observer.takeRecords().length > 0) stop();
      return changed;
    },
  };
})());
