import { expect, it } from "vitest";
import { fabriclab, withoutProgress, workFolder } from "./command.ts";

const { at } = workFolder();

it("tells the switches that pairs cross in a ring of 64 in lines of no more than 100 characters", async () => {
  const ring = at("ring.topo");
  await fabriclab(..."topology torus --x 64 --y 1 --z 1 -o".split(" "), ring);
  const { out } = await fabriclab(
    ...["audit", "--fabric", ring, "--routing", "minhop"],
    ...["--no-remedies", "--samples", "2"],
  );
  const lines = withoutProgress(out).split("\n");
  const numbers = (start: string): number[] =>
    lines
      .filter((line) => line.startsWith(start))
      .flatMap((line) => line.slice(start.length).trim().split(/ +/))
      .map(Number);
  // Two hosts at each distance up to 31 cables, and one at 32.
  const distances = Array.from({ length: 32 }, (_, i) => i + 1);
  expect(numbers("  switches crossed")).toEqual(distances.map((d) => d + 1));
  expect(numbers("  pairs ")).toEqual(
    distances.map((d) => (d === 32 ? 64 : 128)),
  );
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(
    100,
  );
});
