/** Every word of a refusal's code is in the titles of many refusals, so that a word alone would find them all first. */
const CODE = /\bE_/;

/** Sections that are written from manifests and tests, by their headings. */
const GENERATED =
  /^(Parameters and claims of |What the tests hold$|examples\/)/;

/** Options of a search with MiniSearch. */
export interface SearchRank {
  tokenize(query: string): string[];
  boostDocument(
    page: string,
    term: string,
    fields: { readonly title?: unknown } | undefined,
  ): number;
}

/**
 * Ranks guides and concepts before pages of reference: who looks for `sweep` wants to know how, and who looks for a refusal's code its page.
 *
 * Why as one: a page's boost is asked for word by word, and only where the query is taken apart can be seen that it is a code.
 */
export function searchRank(): SearchRank {
  let isCode = false;
  return {
    tokenize(query) {
      isCode = CODE.test(query);
      // As the index was made: MiniSearch's own way.
      return query.split(/[\n\r\p{Z}\p{P}]+/u);
    },
    boostDocument(page, _, fields) {
      if (isCode) return 1;
      if (/\/(guides|concepts)\/|\/(start|glossary)\.html/.test(page)) return 3;
      const title = typeof fields?.title === "string" ? fields.title : "";
      return page.includes("/errors/") || GENERATED.test(title) ? 0.5 : 1;
    },
  };
}
