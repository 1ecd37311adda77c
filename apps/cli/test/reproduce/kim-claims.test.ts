import { describe, expect, it } from "vitest";
import type { Case } from "../../src/reproduce/kim2007/case.ts";
import { made } from "../../src/reproduce/reproduction.ts";
import { claims } from "../../src/reproduce/kim2007/claims/claims.ts";
import {
  compare,
  reduction,
} from "../../src/reproduce/kim2007/claims/rules.ts";
import { asThePaper, kimStudy, type Made, type World } from "./kim-study.ts";

const IDS = Array.from({ length: 13 }, (_, k) => `C-004-${k + 1}`);

/** The paper's world with factors on some quantities. */
const but =
  (factors: (point: Case, seed: number) => Partial<Made> | undefined): World =>
  (point, seed) => {
    const made = asThePaper(point, seed)!;
    const change = factors(point, seed) ?? {};
    return Object.fromEntries(
      Object.entries(made).map(([name, value]) => [
        name,
        (value as number) * (change[name as keyof Made] ?? 1),
      ]),
    ) as unknown as Made;
  };
const claim = (world: World, id: string) =>
  made(claims(kimStudy(world))).find((one) => one.id === id)!;
const all = (factor: number): Made => ({
  dmp: factor,
  dmtMs: factor,
  control: factor,
  realTime: factor,
  bestEffort: factor,
  unicast: factor,
  multicast: factor,
});
/** Large and small in turn. */
const noise = (seed: number): number => (seed % 2 === 0 ? 6 : 1 / 6);

describe("a reduction", () => {
  it("is what the paper calls a reduction, and differs by its sign only the other way round", () => {
    expect(reduction(10, 5)).toBe(0.5);
    expect(reduction(5, 10)).toBe(-0.5);
    expect(reduction(3, 0)).toBe(1);
    expect(reduction(0, 3)).toBe(-1);
    expect(reduction(0, 0)).toBe(0);
  });

  it("leaves out pairs without a value, and has no interval from one pair", () => {
    const two = compare("two", [10, undefined, 10], [5, 5, 4]);
    expect(two.missing).toBe(1);
    expect(two.estimate?.value).toBeCloseTo(0.55, 12);
    // Student's t for one degree of freedom at 95 %: 12.706; the deviation of 0.5 and 0.6 over the root of 2 is 0.05.
    expect(two.estimate?.low).toBeCloseTo(0.55 - 12.7062 * 0.05, 4);
    // It would be 1.185, and no reduction is above 1.
    expect(two.estimate?.high).toBe(1);
    expect(compare("one", [10, undefined], [5, 5]).estimate).toBeUndefined();
  });
});

describe("claims of kim2007", () => {
  it("are all reproduced in a world that is as the paper says, quick or not", () => {
    for (const quick of [true, false])
      expect(
        made(claims(kimStudy(asThePaper, quick))).map(
          ({ id, verdict, why }) => [
            id,
            verdict === "reproduced" ? verdict : why,
          ],
        ),
      ).toEqual(IDS.map((id) => [id, "reproduced"]));
  });

  it.each([
    ["C-004-1", but(({ scheme }) => (scheme === "updown" ? all(0.1) : {}))],
    [
      "C-004-2",
      but(({ scheme, load }) =>
        load < 0.5 ? (scheme === "spf" ? { dmp: 40 } : {}) : {},
      ),
    ],
    [
      "C-004-3",
      but(({ scheme }) => (scheme === "spf" ? { dmp: 0.1, dmtMs: 0.1 } : {})),
    ],
    ["C-004-4", but(({ scheme }) => (scheme === "spf" ? { dmp: 0.1 } : {}))],
    ["C-004-5", but(({ scheme }) => (scheme === "lfu" ? { control: 2 } : {}))],
    [
      "C-004-6",
      but(({ scheme }) => (scheme === "spf" ? { bestEffort: 0.1 } : {})),
    ],
    ["C-004-7", but(({ realTime }) => (realTime === 0.3 ? { dmp: 20 } : {}))],
    [
      "C-004-8",
      but(({ topology, scheme, load }) =>
        topology === "random-30" && scheme === "lfu" && load === 0.2
          ? { bestEffort: 0.5 }
          : {},
      ),
    ],
    [
      "C-004-9",
      but(({ multicast }) => (multicast === "holding" ? all(3) : {})),
    ],
    [
      "C-004-10",
      but(({ multicast }) => (multicast === "synchronous-rr" ? all(0.5) : {})),
    ],
    [
      "C-004-11",
      but(({ policy }) => (policy === 1 ? { multicast: 3, unicast: 3 } : {})),
    ],
    [
      "C-004-12",
      but(({ scheme }) =>
        scheme === "spf"
          ? { control: 0.01, realTime: 0.01, bestEffort: 0.01 }
          : {},
      ),
    ],
    [
      "C-004-13",
      but(({ scheme, root }) =>
        scheme === "updown" ? { realTime: 1 / (1 + 0.7 * root) } : {},
      ),
    ],
  ] as const)("%s is contradicted in a world of the contrary", (id, world) => {
    const { verdict, why } = claim(world, id);
    expect([verdict, why]).toEqual(["contradicted", why]);
  });

  it.each([
    [
      "C-004-1",
      but(({ scheme }, seed) =>
        scheme === "updown" ? { dmp: noise(seed) / 2 } : {},
      ),
    ],
    [
      "C-004-2",
      but(({ scheme, load }, seed) =>
        load < 0.5 && scheme === "spf" ? { dmp: 40 * noise(seed) } : {},
      ),
    ],
    // In the right direction, by far more than the paper says.
    [
      "C-004-3",
      but(({ scheme }) => (scheme === "lfu-drop" ? { dmp: 0.1 } : {})),
    ],
    [
      "C-004-4",
      but(({ scheme }) =>
        scheme === "lfu" || scheme === "credit" ? { dmp: 1.7 } : {},
      ),
    ],
    [
      "C-004-5",
      but(({ scheme }, seed) =>
        scheme === "lfu" ? { realTime: noise(seed) } : {},
      ),
    ],
    [
      "C-004-6",
      but(({ scheme }) =>
        scheme === "lfu-drop" || scheme === "credit-drop"
          ? { realTime: 3 }
          : {},
      ),
    ],
    ["C-004-7", but(({ realTime }) => (realTime === 0.3 ? { dmp: 2 } : {}))],
    [
      "C-004-8",
      but(({ topology, scheme, load }) =>
        topology === "random-30" && scheme === "lfu" && load === 0.28
          ? { control: 1.5 }
          : {},
      ),
    ],
    [
      "C-004-9",
      but(({ multicast }) => (multicast === "central" ? all(0.5) : {})),
    ],
    [
      "C-004-10",
      but(({ multicast }) => (multicast === "synchronous-rr" ? all(2) : {})),
    ],
    [
      "C-004-11",
      but(({ policy }, seed) =>
        policy === 4 ? { multicast: noise(seed), unicast: noise(seed) } : {},
      ),
    ],
    [
      "C-004-12",
      but(({ scheme }) =>
        scheme.endsWith("drop") ? { realTime: 3, control: 2 } : {},
      ),
    ],
    [
      "C-004-13",
      but(({ scheme, root }, seed) =>
        scheme === "updown" && root > 0 && seed !== 1
          ? { realTime: 1 / (1 + 0.7 * root) }
          : {},
      ),
    ],
  ] as const)(
    "%s is not reproduced where it holds neither by the rule nor the other way round",
    (id, world) => {
      const { verdict, why } = claim(world, id);
      expect([verdict, why]).toEqual(["not reproduced", why]);
    },
  );

  it("are judged on random fabrics, with fig6like beside them", () => {
    const world = but(({ topology, scheme }) =>
      topology === "fig6like" && scheme === "updown" ? all(0.1) : {},
    );
    const found = claim(world, "C-004-1");
    expect(found.verdict).toBe("reproduced");
    expect(found.variants).toMatchObject([
      { name: "fig6like", verdict: "contradicted" },
    ]);
  });

  it("are not reproduced where SPF deadlocks in all runs, and have no number", () => {
    const stuck: World = (point, seed) =>
      point.scheme === "spf" && point.load > 0.5
        ? undefined
        : asThePaper(point, seed);
    const { verdict, measured, why } = claim(stuck, "C-004-3");
    expect(verdict).toBe("not reproduced");
    expect(measured).toBeNaN();
    expect(why).toContain("too few values (with 0 of 5 seeds)");
    // The points are named, and only those that this claim compares.
    expect(why).toMatch(
      / Deadlocked: random-15, SPF, 70:30, load 60 % \(5 of 5\)\.$/,
    );
    expect(claim(stuck, "C-004-13").why).not.toContain("Deadlocked");
  });

  it("say what was asked where they do not hold, and why they hold where no mean says it", () => {
    // The root matters with one seed only.
    const roots = but(({ scheme, root }, seed) =>
      scheme === "updown" && root > 0 && seed !== 1
        ? { realTime: 1 / (1 + 0.7 * root) }
        : {},
    );
    expect(claim(roots, "C-004-13").why).toMatch(
      / Undecided \[asked: interval above 0\.1, mean at least 0\.2\]: real-time latency/,
    );
    // No frame is late at low load, so that there is no DMT, and DMP falls from nothing.
    const idle: World = (point, seed) => {
      const made = asThePaper(point, seed)!;
      const { dmtMs: _, ...others } = made;
      return point.load < 0.5 ? ({ ...others, dmp: 0 } as Made) : made;
    };
    const { verdict, why } = claim(idle, "C-004-2");
    expect(verdict).toBe("reproduced");
    expect(why).toMatch(
      /: too few values \(with 0 of 5 seeds\) \[holds as the DMP of SPF is below 0\.01: hardly a frame is late\]/,
    );
  });

  it("say how many pairs a deadlock took away", () => {
    const once: World = (point, seed) =>
      point.scheme === "spf" && point.load === 0.6 && seed === 2
        ? undefined
        : asThePaper(point, seed);
    const { verdict, why } = claim(once, "C-004-3");
    expect(verdict).toBe("reproduced");
    expect(why).toContain("1 pair left out");
    expect(why).toContain("SPF, 70:30, load 60 % (1 of 5)");
  });

  it("C-004-9 is contradicted by a deadlock of synchronous FCFS alone", () => {
    const stuck: World = (point, seed) =>
      point.multicast === "synchronous-fcfs" && point.load === 0.7 && seed === 1
        ? undefined
        : asThePaper(point, seed);
    expect(claim(stuck, "C-004-9").verdict).toBe("contradicted");
  });
});
