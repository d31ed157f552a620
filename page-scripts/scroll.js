// Scrolling the page or a container, and whether its end is reached.
'use strict';

(() => {
  const S = tw.state;

  const roomOf = (element) => ({
    x: element.scrollWidth - element.clientWidth,
    y: element.scrollHeight - element.clientHeight,
  });

  const scrolls = (element, axis) => {
    if (element === document.scrollingElement) return true;
    const style = getComputedStyle(element);
    const overflow = axis === 'x' ? style.overflowX : style.overflowY;
    return /auto|scroll|overlay/.test(overflow) && roomOf(element)[axis] > 0;
  };

  /** The page's own scroller; in an app shell that does not scroll, its largest scrolling part. */
  const mainScroller = (axis) => {
    const page = document.scrollingElement ?? document.documentElement;
    if (roomOf(page)[axis] > 1) return page;
    let best = page;
    let area = 0;
    for (const root of S.rootsBelow(document)) {
      for (const element of root.querySelectorAll('*')) {
        if (roomOf(element)[axis] <= 1 || element.clientHeight < 40) continue;
        if (!scrolls(element, axis) || !S.visible(element)) continue;
        const size = element.clientWidth * element.clientHeight;
        if (size > area) {
          area = size;
          best = element;
        }
      }
    }
    return best;
  };

  const scrollerOf = (element, axis) => {
    for (let at = element; at; at = S.parentOf(at)) if (scrolls(at, axis)) return at;
    return document.scrollingElement ?? document.documentElement;
  };

  const where = (scroller, axis) => {
    const at = axis === 'x' ? scroller.scrollLeft : scroller.scrollTop;
    const room = Math.max(roomOf(scroller)[axis], 0);
    // Right-to-left containers count from 0 to minus the room.
    return { at: Math.abs(at), room, start: Math.abs(at) <= 1, end: Math.abs(at) >= room - 1 };
  };

  tw.define({
    /**
     * `{id?, direction: down|up|left|right|start|end, amount: "page"|px}` → `{moved: {x, y}, at,
     * room, reached_bottom, container}`.
     */
    scroll({ id, direction, amount }) {
      const element = id === undefined || id === null ? null : tw.byId(id);
      if (id !== undefined && id !== null && !element) return { why: 'stale' };
      const axis = direction === 'left' || direction === 'right' ? 'x' : 'y';
      const scroller = element ? scrollerOf(element, axis) : mainScroller(axis);
      tw.quiet.start();
      const page = axis === 'x' ? scroller.clientWidth : scroller.clientHeight;
      // A little of the last page stays in sight.
      const step = amount === 'page' ? Math.max(page - 40, page * 0.9) : Number(amount);
      const before = { x: scroller.scrollLeft, y: scroller.scrollTop };
      const options = { behavior: 'instant' };
      if (direction === 'start') options.top = 0;
      else if (direction === 'end') options.top = scroller.scrollHeight;
      else options[axis === 'x' ? 'left' : 'top'] =
        before[axis] + (direction === 'up' || direction === 'left' ? -step : step);
      scroller.scrollTo(options);
      const now = where(scroller, axis);
      return {
        why: null,
        scroller: tw.idOf(scroller),
        page: scroller === document.scrollingElement,
        container: scroller === document.scrollingElement ? null : S.describe(scroller),
        moved: { x: scroller.scrollLeft - before.x, y: scroller.scrollTop - before.y },
        at: now.at,
        room: now.room,
        reached_bottom: where(scroller, 'y').end,
        reached_end: direction === 'up' || direction === 'left' || direction === 'start' ? now.start : now.end,
      };
    },

    /** Where a scroller is now; `{scroller}`. */
    scrolled({ scroller }) {
      const element = tw.byId(scroller);
      if (!element) return { why: 'stale' };
      const { at, room, end } = where(element, 'y');
      return { why: null, at, room, reached_bottom: end };
    },

    /** Brings an element into view; `{id}`. */
    reveal({ id }) {
      const element = tw.byId(id);
      if (!element) return { why: 'stale' };
      element.scrollIntoViewIfNeeded(true);
      return { why: null, box: S.boxOf(element) };
    },
  });
})();
