import { drawFigure } from "@fabriclab/experiment-plot";
import { describe, expect, it } from "vitest";
import { kim2007 } from "../../src/reproduce/kim2007/index.ts";
import { made } from "../../src/reproduce/reproduction.ts";
import type { Case } from "../../src/reproduce/kim2007/case.ts";
import { casesOf } from "../../src/reproduce/kim2007/cases.ts";
import type { Study, StudyOptions } from "../../src/reproduce/reproduction.ts";
import { isStable } from "../../src/reproduce/kim2007/record.ts";
import { asThePaper, kimStudy, recordOf, type World } from "./kim-study.ts";

const withTasks = (world: World, options: StudyOptions): Study => ({
  ...kimStudy(world, options.quick),
  options,
  tasks: kim2007.tasks(options),
});
/** SPF deadlocks at 60 % under the second seed. */
const stuckOnce: World = (point, seed) =>
  point.scheme === "spf" && point.load === 0.6 && seed === 2
    ? undefined
    : asThePaper(point, seed);

describe("the study of kim2007", () => {
  it("runs seven schemes and autonet, three roots, both fabrics of 15 nodes, both mixes, 10 to 70 %, and 30 nodes with 28 %, in at least five seeds", () => {
    const cases = casesOf({ quick: false });
    const of = <K extends keyof Case>(key: K, where: Partial<Case> = {}) =>
      new Set(
        cases
          .filter((point) =>
            Object.entries(where).every(
              ([name, value]) => point[name as K] === value,
            ),
          )
          .map((point) => point[key]),
      );
    for (const topology of ["random-15", "fig6like"] as const)
      for (const realTime of [0.7, 0.3]) {
        const where = { topology, realTime };
        expect(of("scheme", where).size).toBe(8);
        expect(
          [...of("load", { ...where, scheme: "lfu-drop" })].sort(),
        ).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
        expect(of("root", { ...where, scheme: "updown" }).size).toBe(3);
      }
    expect(of("load", { topology: "random-30" })).toContain(0.28);
    expect(of("multicast").size).toBe(6);
    expect(of("policy")).toEqual(new Set([1, 2, 3, 4]));
    expect(kim2007.seeds({ quick: false }).length).toBeGreaterThanOrEqual(5);
  });

  it("describes every run by what decides it: no two are the same", () => {
    for (const quick of [true, false]) {
      const tasks = kim2007.tasks({ quick });
      expect(
        new Set(
          tasks.map(({ experiment, seed }) =>
            JSON.stringify([experiment, seed]),
          ),
        ).size,
      ).toBe(tasks.length);
    }
  });

  it("sends the same traffic whatever the frames, and as many frames as are asked for", () => {
    const [task] = kim2007.tasks({ quick: true, frames: 7 });
    expect(JSON.stringify(task!.experiment)).toContain('"frames":7');
  });

  it("draws Figures 7 to 10 with all panels", () => {
    const drawn = new Map(
      made(kim2007.figures(withTasks(asThePaper, { quick: true }))).map(
        (figure) => [figure.id, figure],
      ),
    );
    const panels = (id: string): number => drawn.get(id)?.charts.length ?? 0;
    expect(panels("fig-7-random-15")).toBe(5);
    expect(panels("fig-8-random-15")).toBe(5);
    expect(panels("fig-9")).toBe(3);
    expect(panels("fig-10")).toBe(5);
    expect(panels("fig-10f")).toBe(2);
    for (const figure of drawn.values())
      expect(drawFigure(figure)).toContain("</svg>");
    expect(
      made(kim2007.figures(withTasks(asThePaper, { quick: false }))).map(
        ({ id }) => id,
      ),
    ).toEqual(expect.arrayContaining(["fig-7-fig6like", "fig-8-fig6like"]));
  });

  it("has a gap where a run deadlocked, never a number, and counts it", () => {
    const study = withTasks(stuckOnce, { quick: true });
    const figures = new Map(
      made(kim2007.figures(study)).map((figure) => [figure.id, figure]),
    );
    const [dmp] = figures.get("fig-7-random-15")!.charts;
    // Said in the picture, too, where there is a cross, and only there.
    expect(figures.get("fig-7-random-15")!.notes).toEqual([
      expect.stringMatching(/^× above a panel: .*deadlocked/),
    ]);
    expect(figures.get("fig-9")!.notes).toBeUndefined();
    const spf = dmp!.series.find(({ name }) => name === "SPF")!;
    expect(spf.gaps).toEqual([60]);
    expect(spf.points.map(({ x }) => x)).toEqual([40]);
    const { summary, tables } = kim2007.account(study);
    expect(summary.join(" ")).toMatch(/\d+ of \d+ runs deadlocked/);
    expect(JSON.stringify(tables[0]!.rows)).toContain("deadlock 1/2");
    const row = kim2007
      .data(study)
      .rows.find(({ status }) => status === "deadlocked")!;
    expect(row["dmp"]).toBe("");
  });

  it("tells the state of the runs on 30 nodes and of the policies, too", () => {
    const study = withTasks(
      (point, seed) =>
        point.load === 0.6 && seed === 2
          ? undefined
          : point.load === 0.28 && point.scheme === "lfu"
            ? undefined
            : asThePaper(point, seed),
      { quick: true },
    );
    const { tables, summary } = kim2007.account(study);
    const of = (words: string) =>
      tables.find(({ caption }) => caption.includes(words))!.rows;
    expect(of("30 nodes")).toEqual([
      ["random 30/46", "70:30", "SPF", "ok", "ok"],
      ["random 30/46", "70:30", "Multipath+LFU", "ok", "deadlock 2/2"],
      ["random 30/46", "70:30", "Multipath+LFU+Drop", "ok", "ok"],
    ]);
    expect(of("policies")).toEqual(
      ["1", "2", "3", "4"].map((policy) => [policy, "ok", "deadlock 1/2"]),
    );
    expect(
      made(kim2007.figures(study)).find(({ id }) => id === "fig-10f")!.caption,
    ).toContain("all bars at 60 %");
    expect(summary.at(-2)).toContain(
      "Real-time share of the load) changes a verdict of the four claims that one load decides, as none of these has a number",
    );
  });

  it("calls a class saturated by more than the packet that each host may be behind", () => {
    const record = (delivered: number, settled: number) => ({
      ...recordOf(undefined),
      status: "finished" as const,
      control: { latencyUs: 1, delivered, dropped: 0, settled },
    });
    // 32 of 33.4 control packets of 15 hosts; 3000 of 3131; 3200 of 3231; none at all.
    expect(isStable(record(32, 0.958), "control", 15)).toBe(true);
    expect(isStable(record(3000, 0.958), "control", 15)).toBe(false);
    expect(isStable(record(3200, 0.99), "control", 15)).toBe(true);
    expect(isStable(record(0, 0), "control", 15)).toBe(false);
  });

  it("tells every lost parameter with its default and a reason, and what they decide", () => {
    const { parameters, tables } = kim2007.account(
      withTasks(asThePaper, { quick: false }),
    );
    for (const { origin, note, name } of parameters)
      if (origin === "inferred") expect([name, note]).not.toContain(undefined);
    const decisive = tables.find(({ caption }) =>
      caption.startsWith("What decides a verdict"),
    )!;
    for (const words of ["Buffer per lane", "HV", "Real-time", "Payload"])
      expect(
        decisive.rows.filter(([name]) => String(name).startsWith(words)).length,
        words,
      ).toBeGreaterThan(2);
  });

  it("judges C-004-8 by both readings of the ports that a switch may choose", () => {
    // As the paper says by the ports of all simple paths; by those of shortest paths several paths are as SPF.
    const asShort: World = (point, seed) =>
      asThePaper(
        point.topology === "random-30" && point.detours === 0
          ? { ...point, scheme: "spf" }
          : point,
        seed,
      );
    const { tables, summary } = kim2007.account(
      withTasks(asShort, { quick: true }),
    );
    const { rows } = tables.find(({ caption }) =>
      caption.startsWith("What the ports of unreliable datagrams decide"),
    )!;
    expect(rows.map(([, verdict]) => verdict)).toEqual([
      "not reproduced",
      "reproduced",
    ]);
    // Remain at 28 %: 0.4 (control), 0.3 (real-time), 0.1 (best-effort).
    expect(rows[0]!.slice(5)).toEqual(Array(3).fill("0.00 (0.00 … 0.00)"));
    expect(rows[1]!.slice(5).map((cell) => String(cell).split(" ")[0])).toEqual(
      ["0.600", "0.700", "0.900"],
    );
    expect(summary.at(-1)).toContain(
      "C-004-8 is not reproduced with ports of shortest paths",
    );
    expect(summary.at(-1)).toContain(
      "and reproduced with ports of all simple paths",
    );
  });

  it("prints Figure 5 cell by cell as the paper tells it", () => {
    const { tables } = kim2007.account(withTasks(asThePaper, { quick: true }));
    const figure = (letter: string) =>
      tables.find(({ caption }) => caption.startsWith(`Figure 5${letter}`))!;
    // T-004-4: SPF takes port 2 to c (§3.3: "The output port number of the packet will be 2"), and the lowest port to d, which is as far by both.
    expect(figure("a").rows).toEqual([
      ["b", "1"],
      ["c", "2"],
      ["d", "1"],
    ]);
    // T-004-4: below root b everything of a goes by port 1.
    expect(figure("b").rows).toEqual([
      ["b", "1"],
      ["c", "1"],
      ["d", "1"],
    ]);
    // §3.3: b0X, b10 and b11, the latter two combined into b1X by port 2; "the table has 6 (= 2^1 x 3) entries". Words, as 1 would be printed as 1.00.
    expect(figure("c").rows).toEqual([
      ["b0X", "1", "b", "x", "x"],
      ["b1X", "2", "c", "", ""],
      ["c0X", "1", "b", "", "x"],
      ["c1X", "2", "c", "x", ""],
      ["d0X", "1", "b", "x", "x"],
      ["d1X", "2", "c", "", ""],
    ]);
  });

  it("keeps intervals of a share, of a time and of a reduction within their bounds", () => {
    // Two seeds far from each other: t of one degree of freedom reaches -5.3 and 5.9 around 0.3 and 0.9 / 2.
    const apart: World = (point, seed) => {
      const found = asThePaper(point, seed);
      return found === undefined
        ? undefined
        : { ...found, dmp: seed === 1 ? 0.05 : 0.9 };
    };
    const study = withTasks(apart, { quick: true });
    const points = made(kim2007.figures(study))
      .filter(({ id }) => id === "fig-7-random-15")
      .flatMap(({ charts }) => charts[0]!.series)
      .flatMap((series) => series.points);
    expect(points.length).toBeGreaterThan(0);
    for (const { low, high } of points) {
      expect(low).toBe(0);
      expect(high).toBe(1);
    }
    for (const { id, ci95, variants } of made(kim2007.claims(study)))
      // C-004-8's difference is of two reductions, and is no claim's own number.
      for (const [low, high] of [
        ci95,
        ...(variants ?? []).map((variant) => variant.ci95),
      ])
        if (!Number.isNaN(low)) {
          expect(low, id).toBeGreaterThanOrEqual(-1);
          expect(high, id).toBeLessThanOrEqual(1);
        }
  });
});
