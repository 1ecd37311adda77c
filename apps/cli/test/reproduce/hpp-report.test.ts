import { drawFigure } from "@fabriclab/experiment-plot";
import { describe, expect, it } from "vitest";
import {
  casesOf,
  COLLECTIVES,
  LANES,
  type Case,
} from "../../src/reproduce/hpp2008/cases.ts";
import { made } from "../../src/reproduce/reproduction.ts";
import { hpp2008 } from "../../src/reproduce/hpp2008/index.ts";
import { run } from "../../src/reproduce/hpp2008/run/task.ts";
import { asThePaper, hppStudy } from "./hpp-study.ts";

describe("the study of hpp2008", () => {
  it("runs Figures 7 to 12 as the paper has them, in at least five seeds", () => {
    const cases = casesOf({ quick: false });
    const of = <K extends keyof Case>(key: K, where: Partial<Case>) =>
      new Set(
        cases
          .filter((point) =>
            Object.entries(where).every(
              ([name, value]) => point[name as K] === value,
            ),
          )
          .map((point) => point[key]),
      );
    const unicast = { measure: "unicast", setting: "default" } as const;
    expect(of("lanes", unicast)).toEqual(new Set(LANES));
    for (const lanes of LANES)
      expect([...of("packet", { ...unicast, lanes })]).toEqual(
        expect.arrayContaining([64, 128, 256, 512, 1024]),
      );
    expect(of("buffer", { ...unicast, packet: 8 }).size).toBe(8);
    // Virtual cut-through: no buffer is smaller than a packet.
    expect(Math.min(...of("buffer", { ...unicast, packet: 1024 }))).toBe(1024);
    for (const packet of [128, 1024])
      expect(of("interval", { measure: "barrier", packet }).size).toBe(12);
    for (const collective of COLLECTIVES)
      expect(of("processors", { measure: "collective", collective })).toEqual(
        new Set([8, 16, 32, 64, 128, 256, 512, 1024]),
      );
    for (const quick of [true, false])
      expect(hpp2008.seeds({ quick }).length).toBeGreaterThanOrEqual(5);
  });

  it("describes every run by what decides it: no two are the same", () => {
    for (const quick of [true, false]) {
      const tasks = hpp2008.tasks({ quick });
      expect(
        new Set(
          tasks.map(({ experiment, seed }) =>
            JSON.stringify([experiment, seed]),
          ),
        ).size,
      ).toBe(tasks.length);
    }
  });

  it("finds the warm-up itself in every run of endless traffic", () => {
    for (const { experiment } of hpp2008.tasks({ quick: true }))
      expect(JSON.stringify(experiment)).toContain('"warmup":"auto"');
  });

  it("draws Figures 7 to 12 and what the unstated parameters decide", () => {
    for (const quick of [true, false]) {
      const figures = made(hpp2008.figures(hppStudy(asThePaper, quick)));
      expect(figures.map(({ id }) => id)).toEqual([
        "fig-7",
        "fig-8",
        "fig-9",
        "fig-10",
        "fig-11",
        "fig-12",
        "fig-sensitivity",
      ]);
      for (const figure of figures)
        expect(drawFigure(figure)).toContain("</svg>");
      // Panels share a legend: what differs in name differs in look.
      const looks = new Map(
        figures
          .find(({ id }) => id === "fig-12")!
          .charts.flatMap(({ series }) => series)
          .filter(({ kind }) => kind !== "bound")
          .map(({ name, style }) => [name, style]),
      );
      expect(new Set(looks.values()).size).toBe(COLLECTIVES.length);
    }
  });

  it("has Table 1 with the aggregated bandwidth that follows from ports and rates", () => {
    const { tables } = hpp2008.account(hppStudy(asThePaper, true));
    const table = tables.find(({ caption }) => caption.startsWith("Table 1"))!;
    for (const [name, ports, rate, all] of table.rows) {
      const both = name === "Elite4 (Quadrics)" ? 1 : 2;
      expect([name, Number(all)]).toEqual([
        name,
        Number((both * Number(ports) * Number(rate)).toFixed(6)),
      ]);
    }
  });

  it("gives every inferred parameter a reason, and a verdict for each claim", () => {
    const study = hppStudy(asThePaper, false);
    const { parameters, tables } = hpp2008.account(study);
    for (const { origin, note, name } of parameters)
      if (origin === "inferred") expect([name, note]).not.toContain(undefined);
    expect(tables[0]!.rows).toHaveLength(8);
    const { rows } = hpp2008.data(study);
    expect(rows).toHaveLength(study.tasks.length);
    expect(rows[0]).toMatchObject({ measure: "packet", creditPacket: 0 });
  });
});

describe("its runs", () => {
  const runOf = (point: Partial<Case>) => {
    const [task] = hpp2008
      .tasks({ quick: true })
      .map(({ input }) => input as unknown as Parameters<typeof run>[0])
      .filter((input) =>
        Object.entries(point).every(
          ([name, value]) => input.point[name as keyof Case] === value,
        ),
      );
    return run({ ...task!, checked: true });
  };

  it("time one packet: 38.4 ns, and 35.2 ns shown ahead", async () => {
    const of = async (setting: Case["setting"]) =>
      (await runOf({ measure: "packet", setting })).headNs;
    expect(await of("no-show-ahead")).toBeCloseTo(38.4, 9);
    expect(await of("default")).toBeCloseTo(35.2, 9);
  });

  it("time a barrier on an idle switch: 128 ns", async () => {
    const { barrierNs } = await runOf({ measure: "barrier", packet: 0 });
    expect(barrierNs).toBeCloseTo(128, 9);
  });

  it("time barriers beside more unicast than the switch takes: at least the 128 ns, at most two waits for each phase more", async () => {
    const { barrierNs, status, throughput } = await runOf({
      measure: "barrier",
      packet: 128,
      interval: 50,
    });
    expect(status).toBe("saturated");
    expect(throughput).toBeGreaterThan(0.8);
    expect(barrierNs).toBeGreaterThan(128);
    expect(barrierNs).toBeLessThan(128 + 4 * 128 * 1.6);
  });

  it("time a multicast to 1024 nodes: O_s, six wires, five switches, 64 bytes, O_r", async () => {
    const { collectiveNs } = await runOf({
      measure: "collective",
      collective: "multicast",
      processors: 1024,
    });
    expect(collectiveNs).toBeCloseTo(
      400 + 6 * 40 + 5 * 38.4 + 64 * 1.6 + 400,
      6,
    );
  });
});
