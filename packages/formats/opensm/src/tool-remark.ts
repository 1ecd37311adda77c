import { excerpt } from "@fabriclab/spec";

/**
 * What infiniband-diags say of their troubles, and remarks. Debian's `dump_lfts` and `dump_mfts` end with
 * `*** WARNING ***: this command has been replaced by dump_fts`, on stdout.
 */
export const TOOL_REMARK =
  /^\s*(?:#|ibwarn:|ibroute:|dump_[lm]?fts:|\*\*\* WARNING \*\*\*|\S+\.c:\d+|SubnGet\(\) failed|.*\b(?:bad status|timed out)\b)/i;

/** How a remark stands in the notes. */
export const passedOver = (text: string): string =>
  `passed over: ${excerpt(text.trim())}`;
