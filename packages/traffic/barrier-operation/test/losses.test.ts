import { describe, expect, it } from "vitest";
import { ibft, run } from "../examples/laboratory.part.ts";

const registers = async (options: object, nodes = {}) => {
  const { metrics, status } = await run(options, nodes);
  expect(status).toBe("finished");
  return metrics;
};

describe("barriers over links that lose packets", () => {
  it.each([
    { loss: 0.05 },
    { loss: 0.2 },
    { loss: 0.5 },
    { corruption: 0.2 },
    { loss: 0.2, corruption: 0.2 },
  ])("all complete: %j", async (errors) => {
    const metrics = await registers(
      {
        members: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        barriers: 40,
        interval: "2us",
        dun: "4us",
        ...errors,
      },
      { fabric: ibft(8, 2), flight: 40_000 },
    );
    const hosts = metrics["barrier-engine.hosts"]!;
    expect(hosts.value).toBe(9 * 40);
    expect(metrics["barrier"]!.detail!["count"]).toBe(40);
    // Nobody is released before the last one has entered.
    expect(metrics["barrier.total"]!.detail!["min"]).toBeGreaterThan(0);
    const { loss = 0, corruption = 0 } = errors;
    const [sum, all] = [metrics["barrier-engine"]!, hosts].reduce(
      ([lost, sent], { detail = {} }) => {
        const of = (event: string): number =>
          ["combine", "distribute", "ack", "dun"].reduce(
            (count, type) => count + (detail[`${type} ${event}`] ?? 0),
            0,
          );
        for (const event of ["sent", "resent", "lost by chance", "corrupted"])
          expect(detail[event]).toBe(of(event));
        return [
          lost + of("lost by chance") + of("corrupted"),
          sent + of("sent"),
        ];
      },
      [0, 0],
    );
    // Five standard deviations of a binomial count.
    const share = loss + corruption;
    expect(Math.abs(sum - share * all)).toBeLessThan(
      5 * Math.sqrt(all * share * (1 - share)),
    );
  });

  it("need three packets per cable and barrier where nothing is lost, as the registers say", async () => {
    const metrics = await registers(
      { members: [0, 1, 2, 8], barriers: 7 },
      { fabric: ibft(8, 2) },
    );
    const switches = Object.entries(metrics).filter(([name]) =>
      name.startsWith("barrier-engine.SW"),
    );
    const sent = (name: string, type: string): number =>
      metrics[name]!.detail![`${type} sent`]!;
    expect(switches.length).toBeGreaterThan(1);
    const total = (event: string): number[] =>
      ["barrier-engine", "barrier-engine.hosts"].map(
        (name) => metrics[name]!.detail![event]!,
      );
    // A tree of k switches has 4 + k - 1 cables.
    const cables = 4 + switches.length - 1;
    const all = ["barrier-engine", "barrier-engine.hosts"];
    for (const type of ["combine", "distribute", "ack"])
      expect(all.reduce((sum, name) => sum + sent(name, type), 0)).toBe(
        7 * cables,
      );
    expect(all.map((name) => sent(name, "dun"))).toEqual([0, 0]);
    expect(total("sent").reduce((a, b) => a + b)).toBe(3 * 7 * cables);
    expect(total("resent")).toEqual([0, 0]);
    expect(total("lost by chance")).toEqual([0, 0]);
  });

  it("are the same again with the same seed", async () => {
    const options = { barriers: 10, loss: 0.3, intervals: "exponential" };
    const [a, b, c] = await Promise.all([
      run(options),
      run(options),
      run(options, { seed: 2 }),
    ]);
    expect(a.metrics).toEqual(b.metrics);
    expect(a.metrics).not.toEqual(c.metrics);
  });
});
