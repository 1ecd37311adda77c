import type { Outcome } from "@fabriclab/experiment-executor-local";
import { describe, expect, it } from "vitest";
import { ofEach, repeatsOf } from "../src/fail/repeats.ts";

const done = (value: string): Outcome => ({
  status: "done",
  value,
  cached: false,
});
const stopped: Outcome = { status: "stopped" };

describe("removals of the same cables", () => {
  const repeats = repeatsOf(
    [[1, 2], [3], [1, 2], [12], [3], [1, 2]].map((links) => ({ links })),
  );

  it("are tried once", () => {
    expect(repeats.firsts).toEqual([0, 1, 3]);
  });

  it("have the same outcome", () => {
    const [a, b, c] = [done("a"), done("b"), done("c")];
    expect(ofEach(repeats, [a, b, c])).toEqual([a, b, a, c, b, a]);
  });

  it("count as stopped after the first that was not tried", () => {
    const [a, c] = [done("a"), done("c")];
    // Two threads: the second kind was stopped, the third ended before it.
    expect(ofEach(repeats, [a, stopped, c])).toEqual([
      ...[a, stopped, stopped, c, stopped, stopped],
    ]);
  });
});
