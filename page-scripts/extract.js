// One round trip for browser_extract_content: links, headings, text, tables, and (with a hint) the facts
// and repeated structure from which a record or records are made.
(() => {
  const { container, links, headings, tables, visibleText, cut, deepAll } = tw.reading;

  const extract = ({ root = null, hint = false, excerpt = 4000, max_headings: maxHeadings = 50, max_links: maxLinks = 200, max_tables: maxTables = 10, max_rows: maxRows = 300 }) => tw.withRoots(() => {
    const scope = container(root);
    if (!scope) return { gone: true };
    const text = visibleText(scope.el, excerpt * 2 + 128, scope.skip);
    const linked = links(scope, maxLinks);
    const answer = {
      url: location.href, title: document.title, lang: document.documentElement.lang || '',
      how: scope.how, where: tw.selectorOf(scope.el),
      text: cut(text, excerpt * 2 + 128), more_text: text.length > excerpt * 2 + 128,
      links: linked.found, links_total: linked.total,
      headings: headings(scope, maxHeadings),
      tables: hint ? [] : tables(scope, maxTables, maxRows),
      frames: deepAll(scope.el, 'iframe', 50).filter(f => tw.reading.isVisible(f)).length,
      facts: [], groups: [], json_ld: [],
    };
    if (hint) {
      const repeated = tw.facts.groups(scope, { maxRecords: maxRows });
      const within = new Set(repeated.members);
      for (const table of tw.reading.tableList(scope)) {
        const g = tw.reading.grid(table);
        if (g && g.header && g.lines.length - g.header >= 2) for (const l of g.lines.slice(g.header)) within.add(l.row);
      }
      answer.groups = repeated.found;
      // Facts of the page itself come first; those inside repeated structure would be one record's among many.
      const first = tw.facts.gather(scope.el, { whole: true, limit: 400, skip: el => (scope.skip && scope.skip(el)) || within.has(el) });
      const key = f => `${f.e} ${f.k.join()} ${f.v}`;
      const seen = new Set(first.map(key));
      const inner = tw.facts.gather(scope.el, { whole: true, limit: 150, skip: el => (scope.skip && scope.skip(el)) || (el.localName === 'tr' && within.has(el)) });
      answer.facts = [...first, ...inner.filter(f => !seen.has(key(f))).map(f => ({ ...f, g: true }))];
      // What the page says of itself belongs to the page, not to a part that was asked for.
      if (root === null) {
        answer.facts.push(...tw.facts.metadata());
        answer.json_ld = tw.facts.jsonLd();
      }
    }
    return answer;
  });

  // Selectors for the elements whose facts were used; null where none names the element alone.
  const selectorsOf = ({ ids }) => tw.withRoots(() => ids.map(id => {
    const el = tw.byId(id);
    return el ? tw.selectorOf(el) : null;
  }));

  tw.define({ extract, selectorsOf });
})();
