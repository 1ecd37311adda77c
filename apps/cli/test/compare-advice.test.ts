import type { RoutingPlugin } from "@fabriclab/spec";
import { expect, it } from "vitest";
import { advise as adviseJudged, type Advice } from "../src/compare/advice.ts";
import type { Row } from "../src/compare/row.ts";
import { loadRegistry } from "../src/plugins.ts";

const { routing = [] } = await loadRegistry({});
const plugins = routing as unknown as readonly RoutingPlugin[];

interface Shape {
  readonly value: number;
  /** How the bisections lie about the mean, in points; the same pattern for all unless it is given. */
  readonly noise?: readonly number[];
  readonly unreachable?: readonly [all: number, chosen: number];
  readonly loops?: readonly [all: number, chosen: number];
  readonly lanes?: number;
  readonly lists?: string;
}

const SAMPLES = 200;
const noises = new Map<Row, readonly number[]>();

/** Rows with bisections whose mean is the row's value: noise that all share, as the same bisections do, or noise of a row's own. */
const advise = (rows: readonly Row[]): Advice =>
  adviseJudged(
    rows.map((one) => {
      const noise = noises.get(one) ?? [3.6, -3.6];
      const value = one.figures?.bisection.value ?? 0;
      const means = Array.from(
        { length: SAMPLES },
        (_, i) => value + (noise[i % noise.length] ?? 0),
      );
      return { row: one, series: { means, samples: SAMPLES } };
    }),
  );

const row = (engine: string, shape: Shape): Row => {
  const both = ([all, chosen]: readonly [number, number] = [0, 0]) => ({
    all,
    chosen,
  });
  const plugin = plugins.find(({ name }) => name === engine);
  const made: Row = {
    engine,
    set: [],
    lists: shape.lists ?? null,
    options: {},
    takes: "",
    reverseHops: 0,
    opensm: plugin?.opensm ?? null,
    withoutLists: plugin?.withoutLists ?? null,
    deadlockFree: ["dfsssp", "lash", "nue", "updown"].includes(engine),
    status: "accepted",
    reason: null,
    seconds: 1,
    figures: {
      unreachable: both(shape.unreachable),
      loopChannels: both(shape.loops),
      lanes: shape.lanes ?? 1,
      lmc: 0,
      hops: { mean: 2, most: 3 },
      busiest: { routes: 1, channel: "" },
      channels: 1,
      dark: 0,
      bisection: {
        value: shape.value,
        ci95: 0.5,
        unit: "%",
        samples: SAMPLES,
        seed: 1,
      },
    },
  };
  if (shape.noise !== undefined) noises.set(made, shape.noise);
  return made;
};

const taken = (...rows: Row[]): string | undefined =>
  rows[advise(rows).take ?? -1]?.engine;

it("takes most bandwidth", () => {
  expect(taken(row("minhop", { value: 70 }), row("sssp", { value: 75 }))).toBe(
    "sssp",
  );
});

it("takes OpenSM's default, which needs no change, where another is no better", () => {
  const equal = { value: 70 };
  expect(taken(row("dnup", equal), row("minhop", equal))).toBe("minhop");
  expect(taken(row("dnup", { value: 70.1 }), row("minhop", equal))).toBe(
    "dnup",
  );
});

it("of equal ones takes one without credit loops on any fabric, and says which are equal and by which rule", () => {
  const equal = { value: 70 };
  const rows = [
    row("minhop", equal),
    row("nue", equal),
    row("updn", { ...equal, lists: "A" }),
    row("dfsssp", equal),
    row("sssp", { value: 69.9 }),
  ];
  expect(taken(...rows)).toBe("dfsssp");
  const { says } = advise(rows);
  expect(says[1]).toMatch(/^minhop, nue, updn measure the same here/);
  expect(says[1]).toContain("no credit loops on any fabric");
  expect(advise([row("minhop", equal)]).says).toHaveLength(1);
});

it("takes nothing under which compute hosts are cut off or could deadlock", () => {
  expect(
    taken(
      row("sssp", { value: 75, loops: [9, 9] }),
      row("ftree", { value: 74, unreachable: [2, 2] }),
      row("updn", { value: 60 }),
    ),
  ).toBe("updn");
});

it("takes fewer reservations, then fewer VLs, where bandwidth is the same within its interval", () => {
  expect(
    taken(
      row("sssp", { value: 75.2, loops: [9, 0] }),
      row("dfsssp", { value: 75, lanes: 2 }),
      row("updn", { value: 74.9 }),
    ),
  ).toBe("updn");
});

it("names what has no reservations beside it", () => {
  const rows = [
    row("ftree", { value: 78, unreachable: [432, 0], lists: "A" }),
    row("dfsssp", { value: 75, lanes: 2 }),
    row("minhop", { value: 70, loops: [333, 0] }),
  ];
  const { take, safe, says } = advise(rows);
  expect([take, safe]).toEqual([0, 1]);
  expect(says.join(" ")).toContain(
    "minhop, gives 70.0 % ± 0.5 (8.0 ± 0.0 points less in the same bisections)",
  );
  expect(says.join(" ")).toContain("432 ordered pairs");
  expect(says.join(" ")).toContain("Without the lists ftree refuses");
});

it("says of ftree without lists that a lost cable may end it, where lists are as good", () => {
  const bare = row("ftree", { value: 80 });
  const roots = (value: number): Row => row("ftree", { value, lists: "A" });
  const { take, says } = advise([
    bare,
    roots(80),
    row("minhop", { value: 70 }),
  ]);
  expect(take).toBe(0);
  expect(says.join(" ")).toMatch(
    /when a cable fails it may refuse .* minhop\. ftree with A, 80\.0 %/,
  );
  for (const rows of [[bare], [bare, roots(60)], [roots(80)]])
    expect(advise(rows).says.join(" ")).not.toContain("when a cable fails");
});

it("prefers tables that OpenSM makes itself, and says where others give more", () => {
  const rows = [row("nue", { value: 80 }), row("minhop", { value: 70 })];
  const { take, says } = advise(rows);
  expect(take).toBe(1);
  expect(says.join(" ")).toMatch(/Better still: nue, 80.0 %.*-R file/);
  const close = advise([
    row("nue", { value: 70.3 }),
    row("minhop", { value: 70 }),
  ]);
  expect(close.says.join(" ")).not.toContain("Better still");
});

it("names tables from files that have no reservations, where OpenSM's own that have none give less", () => {
  const { take, safe, says } = advise([
    row("ftree", { value: 78, unreachable: [432, 0], lists: "A" }),
    row("nue", { value: 78.1 }),
    row("dfsssp", { value: 75, lanes: 2 }),
  ]);
  expect([take, safe]).toEqual([0, 2]);
  expect(says.join(" ")).toContain("Or, without these reservations: nue");
});

it("says how to load tables that OpenSM does not make, where it makes none that serve", () => {
  const { take, says } = advise([
    row("minhop", { value: 70, loops: [9, 9] }),
    row("updown", { value: 60 }),
  ]);
  expect(take).toBe(1);
  expect(says[1]).toContain("-R file");
});

it("says so where nothing serves", () => {
  expect(advise([]).take).toBeNull();
  const bad = advise([row("minhop", { value: 70, loops: [1, 1] })]);
  expect(bad.take).toBeNull();
  expect(bad.says[0]).toContain(
    "The one routing that was accepted does not serve: it leaves pairs",
  );
});

it("says of a routing with fewer VLs why it is passed over: OpenSM does not make its tables", () => {
  const { take, says } = advise([
    row("dfsssp", { value: 75, lanes: 2 }),
    row("nue", { value: 74.8, lanes: 1 }),
    row("xy", { value: 60, lanes: 1 }),
  ]);
  expect(take).toBe(0);
  const said = says.find((one) => one.includes("passed over"));
  expect(said).toMatch(/nue \(74\.8 %.*1 data VL against 2\)/);
  expect(said).toContain("OpenSM makes itself, entry for entry, come first");
  // Less bandwidth is reason enough.
  expect(said).not.toContain("xy");
});

it("names deadlock as the reason against minhop, though minhop has more bandwidth", () => {
  const { says } = advise([
    row("updn", { value: 60 }),
    row("minhop", { value: 70, loops: [13, 9] }),
  ]);
  expect(says[0]).toContain("10.0 ± 0.0 points more");
  expect(says[1]).toMatch(
    /^minhop does not serve here: .*9 channels.*deadlock/,
  );
  const beside = advise([
    row("updn", { value: 70.1 }),
    row("minhop", { value: 70, loops: [4, 0] }),
  ]);
  expect(beside.says[1]).toMatch(
    /^minhop has reservations .*4 channels.*deadlock/,
  );
  const cut = advise([
    row("updn", { value: 60 }),
    row("minhop", { value: 70, unreachable: [6, 6] }),
  ]);
  expect(cut.says[1]).toContain("6 ordered pairs of them unreachable");
});

it("claims no difference within the noise of the samples, and a small one that all bisections show", () => {
  // Noise of its own: 0.3 points lie far inside of the interval of the difference.
  const noisy = advise([
    row("updn", { value: 70.3 }),
    row("minhop", { value: 70, noise: [5, 5, -5, -5] }),
  ]);
  expect(noisy.says[0]).toContain("no difference that these samples show");
  expect(noisy.says[0]).not.toMatch(/points|more/);
  const clear = advise([
    row("updn", { value: 70.3 }),
    row("minhop", { value: 70 }),
  ]);
  expect(clear.says[0]).toContain("0.3 ± 0.0 points less");
  const same = advise([
    row("dfsssp", { value: 70 }),
    row("minhop", { value: 70 }),
  ]);
  expect(same.says[0]).toContain("the same in each bisection");
});

it("calls nothing better that the samples do not tell apart", () => {
  const noise = [40, -40, 40, 40, -40, -40];
  const rows = [row("nue", { value: 71, noise }), row("minhop", { value: 70 })];
  expect(advise(rows).says.join(" ")).not.toContain("Better still");
  const clear = [row("nue", { value: 71 }), row("minhop", { value: 70 })];
  expect(advise(clear).says.join(" ")).toContain(
    "Better still: nue, 71.0 % ± 0.5 (1.0 ± 0.0 points more",
  );
});
