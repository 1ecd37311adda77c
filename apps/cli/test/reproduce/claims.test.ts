import { describe, expect, it } from "vitest";
import { claims } from "../../src/reproduce/zhou2007/claims/claims.ts";
import { made } from "../../src/reproduce/reproduction.ts";
import type { Case } from "../../src/reproduce/zhou2007/cases.ts";
import { packetTimes, syntheticStudy } from "./synthetic-study.ts";

type World = (point: Case, seed: number) => number;

/** Everything as the paper says. */
const asThePaper: World = ({ sources, group, scheme, size }, seed) => {
  const load = 1 + 10 * sources;
  const cyclic = load;
  // 3.5, 2.4, 1.7, 1.05 for groups of 10, 40, 70, 100 %; the same as cyclic from one source.
  const opensm =
    sources === 0 ? load : load * (1.05 + 2.7 * (1 - group) ** 1.2);
  // grows with sources, group and (through the power) size, and is above OpenSM's
  const unicast = load * (4 + 20 * group) * (1 + sources) * size ** 0.1;
  return packetTimes({ cyclic, opensm, unicast }[scheme], size, seed);
};

const verdicts = (world: World) =>
  Object.fromEntries(
    made(claims(syntheticStudy(world))).map((claim) => [
      claim.id,
      claim.verdict,
    ]),
  );
const claim = (world: World, id: string) =>
  made(claims(syntheticStudy(world))).find((one) => one.id === id)!;

/** The paper's world with one scheme changed. */
const but =
  (change: (point: Case, time: number, seed: number) => number): World =>
  (point, seed) =>
    change(point, asThePaper(point, seed), seed);

describe("claims of zhou2007", () => {
  it("are all reproduced in a world that is as the paper says", () => {
    expect(verdicts(asThePaper)).toEqual({
      "C-001-1": "reproduced",
      "C-001-2": "reproduced",
      "C-001-3": "reproduced",
      "C-001-4": "reproduced",
      "C-001-5": "reproduced",
      "C-001-6": "reproduced",
      "C-001-7": "reproduced",
      "C-001-8": "reproduced",
    });
  });

  it("give the ratio and its interval, seed by seed, so that a factor common to both schemes does not widen it", () => {
    const { measured, ci95 } = claim(asThePaper, "C-001-4");
    expect(measured).toBeCloseTo(1.05, 10);
    expect(ci95[1] - ci95[0]).toBeLessThan(1e-9);
  });

  it.each<[string, string, World]>([
    [
      "C-001-1",
      "unicast ahead in one single case",
      but(({ sources, group, scheme }, time) =>
        scheme === "unicast" && sources === 1 && group === 0.1
          ? time / 100
          : time,
      ),
    ],
    [
      "C-001-2",
      "OpenSM 3 % slower from one source",
      but(({ sources, scheme }, time) =>
        sources === 0 && scheme === "opensm" ? time * 1.03 : time,
      ),
    ],
    [
      "C-001-3",
      "OpenSM ahead to 40 %",
      but(({ group, scheme }, time) =>
        scheme === "opensm" && group === 0.4 ? time / 5 : time,
      ),
    ],
    [
      "C-001-4",
      "OpenSM ahead to all",
      but(({ group, scheme, sources }, time) =>
        scheme === "opensm" && group === 1 && sources > 0 ? time / 1.1 : time,
      ),
    ],
    [
      "C-001-5",
      "unicast faster from all hosts than from 40 %",
      but(({ sources, scheme }, time) =>
        scheme === "unicast" && sources === 1 ? time / 20 : time,
      ),
    ],
    [
      "C-001-6",
      "the speed-up rising with the group",
      but(({ group, scheme }, time) =>
        scheme === "opensm" ? time * 10 * group ** 2 : time,
      ),
    ],
    [
      "C-001-7",
      "OpenSM behind unicast to 10 %",
      but(({ group, scheme, sources }, time) =>
        scheme === "opensm" && group === 0.1 && sources > 0 ? time * 10 : time,
      ),
    ],
    [
      "C-001-8",
      "the speed-up falling with the sources",
      but(({ sources, scheme }, time) =>
        scheme === "unicast" ? time / (1 + 30 * sources) : time,
      ),
    ],
  ])("%s is contradicted by %s", (id, _what, world) => {
    expect(claim(world, id).verdict).toBe("contradicted");
  });

  /** Differences that come and go with the seed: the interval holds 1. */
  const noise = (seed: number): number => [1.5, 0.7, 1.4, 0.6, 1][seed - 1]!;

  it.each<[string, World]>([
    [
      "C-001-1",
      ({ scheme, size }, seed) =>
        packetTimes(scheme === "unicast" ? noise(seed) : 1, size, seed),
    ],
    [
      "C-001-2",
      but(({ sources, scheme }, time, seed) =>
        sources === 0 && scheme === "opensm" ? time * noise(seed) : time,
      ),
    ],
    [
      "C-001-3",
      ({ scheme, size }, seed) =>
        packetTimes(scheme === "opensm" ? noise(seed) : 1, size, seed),
    ],
    [
      "C-001-4",
      ({ scheme, size }, seed) =>
        packetTimes(scheme === "opensm" ? noise(seed) : 1, size, seed),
    ],
    [
      "C-001-5",
      ({ sources, size }, seed) =>
        packetTimes(sources === 1 ? noise(seed) : 1, size, seed),
    ],
    [
      "C-001-6",
      ({ scheme, group, size }, seed) =>
        packetTimes(
          scheme === "opensm" && group === 0.4 ? noise(seed) : 1,
          size,
          seed,
        ),
    ],
    [
      "C-001-7",
      ({ scheme, size }, seed) =>
        packetTimes(scheme === "unicast" ? noise(seed) : 1, size, seed),
    ],
    [
      "C-001-8",
      ({ scheme, size, group }, seed) =>
        packetTimes(
          scheme === "unicast" && group === 1 ? noise(seed) : 1,
          size,
          seed,
        ),
    ],
  ])("%s is neither where the seeds disagree", (id, world) => {
    expect(claim(world, id).verdict).toBe("not reproduced");
  });

  it("takes equal times for neither faster nor slower", () => {
    const equal: World = ({ size }, seed) => packetTimes(1, size, seed);
    expect(verdicts(equal)).toMatchObject({
      "C-001-1": "not reproduced",
      "C-001-2": "reproduced",
      "C-001-4": "not reproduced",
      "C-001-7": "not reproduced",
    });
  });

  it("does not call twice as fast a little faster", () => {
    const twice = but(({ scheme, group, sources }, time) =>
      scheme === "opensm" && group === 1 && sources > 0 ? time * 2 : time,
    );
    expect(claim(twice, "C-001-4").verdict).toBe("not reproduced");
  });

  it("needs the interval of every single size, not only of their mean", () => {
    const oneSize = but(({ scheme, group, sources, size }, time, seed) =>
      scheme === "opensm" && group === 0.4 && sources === 0.4 && size === 2048
        ? (time * noise(seed)) / 3.2
        : time,
    );
    expect(claim(oneSize, "C-001-3").verdict).toBe("not reproduced");
  });

  it("judges both readings of the groups, and lets that with own groups decide", () => {
    const onlyOwn = but(({ mode, scheme, sources }, time) =>
      mode === "same" && scheme === "opensm" && sources > 0 ? time / 10 : time,
    );
    const found = claim(onlyOwn, "C-001-3");
    expect(found.verdict).toBe("reproduced");
    expect(found.variants).toMatchObject([
      { name: "same group", verdict: "contradicted" },
    ]);
    expect(claim(onlyOwn, "C-001-2").variants).toBeUndefined();
  });

  it("come with statement, source, rule and reason", () => {
    for (const found of made(claims(syntheticStudy(asThePaper)))) {
      for (const text of [
        found.statement,
        found.paper,
        found.criterion,
        found.why,
        found.quantity,
      ])
        expect(text.length).toBeGreaterThan(10);
      expect(found.ci95[0]).toBeLessThanOrEqual(found.measured);
      expect(found.ci95[1]).toBeGreaterThanOrEqual(found.measured);
    }
  });
});
