import { type Io, paint } from "../io.ts";

/** First line of a part of the report: `reachability: ok`, or what is bad. */
export const title = (io: Io, name: string, bad: readonly string[]): string =>
  `${paint(io, "bold", name)}: ${bad.length === 0 ? "ok" : paint(io, "red", bad.join(", "))}`;
