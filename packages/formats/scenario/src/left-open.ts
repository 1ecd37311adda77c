import { CST, Parser } from "yaml";

/** A bracket, brace or quote that nothing closes. */
export interface LeftOpen {
  /** `{`, `[`, `"` or `'`. */
  readonly opened: string;
  /** What closes it. */
  readonly closed: string;
  /** Where it stands in the text. */
  readonly offset: number;
}

/** Kinds of the token that opens a flow collection -> the characters, and the kind of the one that closes it. */
const PAIRS = {
  "flow-map-start": { opened: "{", closed: "}", end: "flow-map-end" },
  "flow-seq-start": { opened: "[", closed: "]", end: "flow-seq-end" },
} as const;

/**
 * The innermost bracket or brace that is opened at or before `before` and never closed, or the quote that runs to the end of the text. A reader stumbles lines
 * below it, over the next key.
 *
 * Complexity: one pass over the text.
 */
export function leftOpen(text: string, before: number): LeftOpen | undefined {
  let found: LeftOpen | undefined;
  const take = (one: LeftOpen): void => {
    if (one.offset <= before && one.offset >= (found?.offset ?? 0)) found = one;
  };
  const visit = (token: CST.Token | null | undefined): void => {
    if (token == null) return;
    if (token.type === "document") visit(token.value);
    else if (CST.isCollection(token)) {
      for (const { key, value } of token.items) {
        visit(key);
        visit(value);
      }
      if (token.type !== "flow-collection") return;
      const pair = PAIRS[token.start.type as keyof typeof PAIRS];
      if (!token.end.some(({ type }) => type === pair.end))
        take({ ...pair, offset: token.start.offset });
    } else if (
      token.type === "double-quoted-scalar" ||
      token.type === "single-quoted-scalar"
    ) {
      const quote = token.source.charAt(0);
      if (token.source.length < 2 || !token.source.endsWith(quote))
        take({ opened: quote, closed: quote, offset: token.offset });
    }
  };
  for (const token of new Parser().parse(text)) visit(token);
  return found;
}
