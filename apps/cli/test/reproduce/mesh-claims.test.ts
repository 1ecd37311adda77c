import { describe, expect, it } from "vitest";
import type { Case } from "../../src/reproduce/zhou2010/cases.ts";
import { made } from "../../src/reproduce/reproduction.ts";
import { claims } from "../../src/reproduce/zhou2010/claims/claims.ts";
import { meshStudy } from "./mesh-study.ts";

type World = (point: Case, seed: number) => number;

/** Everything as the paper says. */
const asThePaper: World = ({ sources, group, scheme, lanes, size }, seed) => {
  const load = (1 + sources) * (4 * size + 600) * (1 + seed / 100);
  // Shared lanes help, the smaller the message the more, and unicast more than multicast.
  const count = lanes.endsWith("shared") ? Number(lanes[0]) : 1;
  const help = 1 + Math.log2(count) * (32 / size) ** 1.5;
  if (scheme === "unicast")
    return (load * (4 + 20 * group) * (1 + sources) * size ** 0.3) / help ** 2;
  return sources === 0 ? load : load / help;
};
const but =
  (change: (point: Case, time: number, seed: number) => number): World =>
  (point, seed) =>
    change(point, asThePaper(point, seed), seed);
const claim = (world: World, id: string) =>
  made(claims(meshStudy(world))).find((one) => one.id === id)!;
/** Factors of 0.5 and 2 in turn. */
const noise = (seed: number): number => (seed % 2 === 0 ? 2 : 0.5);

describe("claims of zhou2010", () => {
  it("are all reproduced in a world that is as the paper says", () => {
    expect(
      made(claims(meshStudy(asThePaper))).map(({ id, verdict }) => [
        id,
        verdict,
      ]),
    ).toEqual(
      Array.from({ length: 8 }, (_, k) => [`C-000-${k + 1}`, "reproduced"]),
    );
  });

  it.each([
    [
      "C-000-1",
      but(({ scheme }, time) => (scheme === "unicast" ? time / 1e4 : time)),
    ],
    [
      "C-000-2",
      but(({ scheme, size }, time) =>
        scheme === "unicast" ? time / size : time,
      ),
    ],
    [
      "C-000-3",
      but(({ scheme, group }, time) =>
        scheme === "unicast" && group === 1 ? time / 10 : time,
      ),
    ],
    [
      "C-000-4",
      but(({ scheme, sources }, time) =>
        scheme === "unicast" && sources === 1 ? time / 10 : time,
      ),
    ],
    [
      "C-000-5",
      but(({ lanes }, time) => (lanes === "4VL-shared" ? time * 10 : time)),
    ],
    [
      "C-000-6",
      but(({ lanes }, time) => (lanes.endsWith("shared") ? time * 10 : time)),
    ],
    [
      "C-000-8",
      but(({ sources }, time) => (sources === 1 ? time / 100 : time)),
    ],
  ] as const)("%s is contradicted in a world of the contrary", (id, world) => {
    expect(claim(world, id).verdict).toBe("contradicted");
  });

  it.each([
    [
      "C-000-1",
      but(({ scheme, sources, group, lanes, size }, time, seed) =>
        scheme === "unicast" &&
        sources === 1 &&
        group === 1 &&
        lanes === "2VL-shared" &&
        size === 64
          ? asThePaper(
              {
                reading: "own",
                sources,
                group,
                scheme: "multicast",
                lanes,
                size,
              },
              seed,
            ) * noise(seed)
          : time,
      ),
    ],
    [
      "C-000-2",
      but(({ scheme, sources, size, lanes }, time, seed) =>
        scheme === "unicast" &&
        sources === 0 &&
        lanes === "1VL" &&
        size === 8192
          ? (time / 8) * noise(seed)
          : time,
      ),
    ],
    [
      "C-000-4",
      but(({ scheme, sources, lanes, size }, time, seed) =>
        scheme === "unicast" && sources === 1 && lanes === "1VL" && size === 32
          ? (time / 2) * noise(seed)
          : time,
      ),
    ],
    [
      "C-000-5",
      but(({ scheme, sources, lanes }, time, seed) =>
        scheme === "multicast" && sources === 1 && lanes === "4VL-shared"
          ? time * noise(seed)
          : time,
      ),
    ],
    [
      "C-000-6",
      but(({ sources, lanes, size }, time) =>
        sources === 0.4 && lanes === "2VL-dedicated" && size > 512
          ? time * 1.06
          : time,
      ),
    ],
    [
      "C-000-8",
      but(({ scheme, sources, lanes }, time, seed) =>
        scheme === "multicast" && sources === 1 && lanes === "1VL"
          ? time * noise(seed)
          : time,
      ),
    ],
  ] as const)(
    "%s is not reproduced where one case does not show it",
    (id, world) => {
      expect(claim(world, id).verdict).toBe("not reproduced");
    },
  );

  it("C-000-7 needs every run without a wait, and is contradicted by a case that waits", () => {
    const waiting = (share: number) =>
      made(claims(meshStudy(asThePaper, (time) => time / share))).find(
        ({ id }) => id === "C-000-7",
      )!.verdict;
    expect(waiting(1)).toBe("reproduced");
    expect(waiting(1.001)).toBe("not reproduced");
    expect(waiting(1.02)).toBe("contradicted");
  });

  it("C-000-5 and C-000-6 tell what the single packet of one-source multicast would make of them", () => {
    for (const id of ["C-000-5", "C-000-6"])
      expect(claim(asThePaper, id).variants?.at(-1)).toMatchObject({
        name: "one-source multicast included",
        verdict: "not reproduced",
      });
  });

  it("judge other readings beside the first", () => {
    const world = but(({ reading, scheme }, time) =>
      reading === "same" && scheme === "unicast" ? time / 1e4 : time,
    );
    const found = claim(world, "C-000-1");
    expect(found.verdict).toBe("reproduced");
    expect(found.variants).toMatchObject([
      { name: "same group", verdict: "contradicted" },
      { name: "one source anywhere", verdict: "reproduced" },
    ]);
  });
});
