import { expect, it } from "vitest";
import { advise } from "../src/compare/advice.ts";
import type { Row } from "../src/compare/row.ts";

interface Shape {
  readonly value: number;
  readonly unreachable?: readonly [all: number, chosen: number];
  readonly loops?: readonly [all: number, chosen: number];
  readonly lanes?: number;
  readonly lists?: string;
}

const row = (engine: string, shape: Shape): Row => {
  const both = ([all, chosen]: readonly [number, number] = [0, 0]) => ({
    all,
    chosen,
  });
  return {
    engine,
    lists: shape.lists ?? null,
    options: {},
    takes: "",
    deadlockFree: ["dfsssp", "lash", "nue", "updown"].includes(engine),
    status: "accepted",
    reason: null,
    seconds: 1,
    figures: {
      unreachable: both(shape.unreachable),
      loopChannels: both(shape.loops),
      lanes: shape.lanes ?? 1,
      hops: { mean: 2, most: 3 },
      busiest: { routes: 1, channel: "" },
      channels: 1,
      dark: 0,
      bisection: {
        value: shape.value,
        ci95: 0.5,
        unit: "%",
        samples: 200,
        seed: 1,
      },
    },
  };
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
  expect(says.join(" ")).toContain("11.4 % more");
  expect(says.join(" ")).toContain("432 ordered pairs");
  expect(says.join(" ")).toContain("Without the lists ftree refuses");
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
  expect(close.says.join(" ")).not.toContain("nue");
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
  expect(bad.says[0]).toContain("None of 1 accepted routing serves");
});
