// Comparing what an agent wrote with what a page says. The same rules as `selector::normal` and
// `selector::describe` in Rust; tests compare the two.
'use strict';

(() => {
  const CJK = '[\\u2e80-\\u2fdf\\u3000-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff' +
    '\\u{20000}-\\u{3134f}]';
  const IS_CJK = new RegExp(`^${CJK}$`, 'u');
  const CJK_SPACE = new RegExp(`(?<=${CJK}) (?=${CJK})`, 'gu');
  const ALNUM = /[\p{Alphabetic}\p{N}]/u;
  const NOT_ALNUM = /[^\p{Alphabetic}\p{N}]/gu;

  const spaced = (text) => text.replace(/\p{White_Space}+/gu, ' ').trim();

  const normalise = (text) =>
    spaced(text.normalize('NFKC').toLowerCase().normalize('NFKC').replace(/[\u200b\ufeff\u00ad]/g, ''))
      .replace(CJK_SPACE, '');

  const squash = (text) => text.replace(NOT_ALNUM, '');

  const same = (a, b) => {
    if (a === b) return true;
    const squashed = squash(a);
    return squashed !== '' && squashed === squash(b);
  };

  const firstOf = (text) => String.fromCodePoint(text.codePointAt(0));
  const lastOf = (text) => Array.from(text.slice(-2)).at(-1);
  const edge = (inner, outer) =>
    outer === undefined || !(ALNUM.test(inner) && ALNUM.test(outer)) ||
    IS_CJK.test(inner) || IS_CJK.test(outer);

  /** Whether `part` occurs in `whole` and is not cut out of a longer word. */
  const containsAtEdges = (whole, part) => {
    if (part === '') return false;
    for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
      const before = at > 0 ? lastOf(whole.slice(0, at)) : undefined;
      const end = at + part.length;
      const after = end < whole.length ? firstOf(whole.slice(end)) : undefined;
      if (edge(firstOf(part), before) && edge(lastOf(part), after)) return true;
    }
    return false;
  };

  /** How well an element fits a guess: 0 whole, 1 other string, 2 part, 3 words, 4 role; or null. */
  const tier = (guess, role, name, others) => {
    if (guess.roles.length > 0 && !guess.roles.includes(role)) return null;
    let found;
    if (guess.name === '') found = 4;
    else if (same(name, guess.name)) found = 0;
    else if (others.some((other) => same(other, guess.name))) found = 1;
    else if (containsAtEdges(name, guess.name)) found = 2;
    else if (guess.name.split(' ').every((word) =>
      containsAtEdges(name, word) || others.some((other) => containsAtEdges(other, word)))) found = 3;
    else return null;
    return found <= guess.loosest ? found : null;
  };

  /** `{whole(text), part(text) | null}` for a MATCH of the selector grammar. */
  const matcher = (match) => {
    if (match.op === 'regex') {
      const regex = new RegExp(match.source, match.flags);
      return { whole: (text) => regex.test(spaced(text)), part: null };
    }
    const wanted = normalise(match.value);
    return {
      whole: (text) => normalise(text) === wanted,
      part: match.op === 'text' && wanted !== '' ? (text) => normalise(text).includes(wanted) : null,
    };
  };

  tw.define({ match: { matcher, normalise, same, spaced, squash, tier } });
})();
