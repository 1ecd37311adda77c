import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const work = workFolder();
const readme = readFileSync(
  join(
    import.meta.dirname,
    "../../../packages/traffic/barrier-operation/README.md",
  ),
  "utf8",
);
for (const [, body = "", name = ""] of readme.matchAll(
  /^```yaml\n(# (\S+)\n[\s\S]*?)^```$/gm,
))
  work.write(name, body);

/** Rows of the table whose last column is a command: a time and the words of the command. */
const rows = [
  ...readme.matchAll(
    /^\|[^|]+\| ([\d.,]+ [nu]s) +\| `fabriclab run (\S+)( --set \S+)?`(, the median)? +\|$/gm,
  ),
].map(([, time = "", file = "", set = "", median]) => ({
  time,
  file,
  flags: set.split(" ").filter((word) => word !== ""),
  of: median === undefined ? ("barrier" as const) : ("median" as const),
}));

describe("the times that the README of barrier-operation gives", () => {
  it.each(rows)(
    "$time are what run $file $flags prints",
    async ({ time, file, flags, of }) => {
      const { out } = await fabriclab("run", work.at(file), ...flags, "--json");
      const { metrics } = JSON.parse(out) as {
        metrics: Record<
          string,
          { value: number; percentiles: Record<string, number> }
        >;
      };
      const [number = "", unit] = time.replace(",", "").split(" ");
      const digits = number.replace(".", "").length;
      const ns =
        of === "barrier"
          ? metrics["barrier"]!.value
          : metrics["barrier.total"]!.percentiles["50"]!;
      expect(
        Number((ns / (unit === "us" ? 1000 : 1)).toPrecision(digits)),
      ).toBe(Number(number));
    },
    120_000,
  );

  it("are three", () => {
    expect(rows).toHaveLength(3);
  });
});
