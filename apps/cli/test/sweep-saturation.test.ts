import type { RunResult } from "@fabriclab/sim";
import { describe, expect, it } from "vitest";
import type { SweepReport } from "../src/sweep/report.ts";
import { fabriclab, workFolder } from "./command.ts";

const work = workFolder();

/** Hosts at one switch with buffers of sixteen packets, so that nothing but links is in the way. */
const hosts = (count: number, pattern: string): string =>
  `topology: { kind: mesh, columns: 1, rows: 1, hostsPerSwitch: ${count} }
addressing: sequential
routing: spf
switch: { kind: hpp, inputBuffer: 4KiB }
link: { byteTime: 4ns, flight: 0ns }
traffic: { kind: poisson, load: 0.3, size: 256B, overload: true, pattern: ${pattern} }
`;

async function saturationOf(
  text: string,
  folder: string,
  key: string,
  ...flags: string[]
): Promise<{
  readonly report: SweepReport;
  readonly found: SweepReport["saturation"][number];
}> {
  const { code, out } = await fabriclab(
    "sweep",
    work.write(`${folder}.yaml`, text),
    ...["-o", work.at(folder), "--json", "--saturation", key, ...flags],
  );
  expect(code).toBe(0);
  const report = JSON.parse(out) as SweepReport;
  expect(report.saturation).toHaveLength(1);
  return { report, found: report.saturation[0]! };
}

/** The saturation lies in the bracket: its lower end is carried but for half of the resolution. */
function expectBracket(
  { low, high }: { readonly low?: number; readonly high?: number },
  truth: number,
): void {
  expect(low! * (1 - 0.01 / 2)).toBeLessThanOrEqual(truth);
  expect(high).toBeGreaterThan(truth);
  expect((high! - low!) / high!).toBeLessThanOrEqual(0.01);
}

describe("the saturation that a sweep finds", () => {
  it("is 1 of hosts that send to each other over links of their own, an M/D/1 queue each", async () => {
    const { found } = await saturationOf(
      hosts(2, "uniform"),
      "pair",
      "load",
      ...["--vary", "load=0.5,1.5"],
    );
    expect(found.status).toBe("found");
    expectBracket(found, 1);
  });

  it("is 1/2 of two hosts that send to a third; longer runs make clear what short ones leave open", async () => {
    const text = hosts(3, "{ kind: hotspot, hosts: [0], fraction: 1 }");
    const within = (packets: number) =>
      saturationOf(
        text,
        `hot-${packets}`,
        "load",
        ...["--vary", "load=0.4,0.6"],
        ...["--set", `measure.maxPackets=${packets}`],
      );
    const { found: short, report } = await within(1000);
    expect(short.status).toBe("undecided");
    expect(short.low! * (1 - 0.01 / 2)).toBeLessThanOrEqual(0.5);
    expect(short.high).toBeGreaterThan(0.5);
    expect(report.longer).toEqual([4, 16, 64]);
    const { found: long } = await within(20_000);
    expect(long.status).toBe("found");
    expectBracket(long, 0.5);
  });

  it("is not there where all traffic is finite, and the table says why", async () => {
    const text = `${hosts(3, "uniform")
      .split("\n")
      .filter((line) => !line.startsWith("traffic"))
      .join("\n")}traffic: { kind: multicast-operation, size: 1KiB, group: 2 }
`;
    const { code, out } = await fabriclab(
      ...["sweep", work.write("finite.yaml", text), "-o", work.at("finite")],
      ...["--saturation", "size", "--vary", "size=256B,1KiB"],
    );
    expect(code).toBe(0);
    expect(out).toContain("not saturated by the largest value");
    expect(out.replaceAll(/\s+/g, " ")).toContain(
      "Where all traffic is finite nothing saturates, but what overloads a link for longer than can be counted.",
    );
  });

  it("with a bound on the mean latency is the load at which that of an M/D/1 queue passes it", async () => {
    // 2 ns a byte: 512 ns a packet, and twelve stages of 3.2 ns through the switch, of which show-ahead saves one. Waiting at load x is 512 x / (2 (1 - x)) ns.
    const text = hosts(2, "uniform").replace("byteTime: 4ns", "byteTime: 2ns");
    const { found, report } = await saturationOf(
      text,
      "bound",
      "load",
      ...["--vary", "load=0.2,1.5", "--seeds", "3"],
      ...["--set", "measure.precision=0.02", "--resolution", "0.02"],
      ...["--require", "latency <= 1200ns"],
    );
    expect(report.required).toBe("latency <= 1200ns");
    const loadAt = (wait: number): number => wait / (256 + wait);
    expect(found.status).toBe("found");
    // 2 % of 1200 ns are 24 ns.
    expect(found.high).toBeGreaterThan(loadAt(1200 - 512 - 38.4 - 24));
    expect(found.low).toBeLessThan(loadAt(1200 - 512 - 35.2 + 24));
    const folder = work.at("bound");
    const again = await fabriclab(
      ...["sweep", work.at("bound.yaml"), "-o", folder, "--saturation", "load"],
      ...["--vary", "load=0.2,1.5", "--seeds", "3", "--resolution", "0.02"],
      ...["--set", "measure.precision=0.02", "--require", "latency <= 1200ns"],
    );
    expect(again.code).toBe(0);
    expect(again.out).toContain("of them kept from before");
    expect(again.out).toMatch(
      new RegExp(
        `latency <= 1200ns +no longer at[^]*${found.low} +${found.high}`,
      ),
    );
  });

  it("may be bounded by a percentile of the time of video frames, on whose two sides its ends lie", async () => {
    const bound = 3_000_000;
    const text = `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: cyclic
switch: iba
traffic: { kind: mpeg2, load: 0.3, frames: 6 }
metrics: deadline
`;
    const { found, report } = await saturationOf(
      text,
      "frames",
      "load",
      ...["--vary", "load=0.1,0.9", "--resolution", "0.05"],
      ...["--require", `deadline.frame p99 <= ${bound}ns`],
    );
    expect(report.required).toBe(`deadline_frame_p99 <= ${bound}ns`);
    expect(found.status).toBe("found");
    const p99 = async (load: number): Promise<number> => {
      const { out } = await fabriclab(
        ...["run", work.at("frames.yaml"), "--json", "--set", `load=${load}`],
      );
      const { metrics } = JSON.parse(out) as RunResult;
      return metrics["deadline.frame"]!.detail!["p99"]!;
    };
    expect(await p99(found.low!)).toBeLessThanOrEqual(bound);
    expect(await p99(found.high!)).toBeGreaterThan(bound);
  });

  it("of a whole number is between two next to each other: six hosts offer a seventh 0.93 of its link, seven an eighth 1.085", async () => {
    const { found, report } = await saturationOf(
      hosts(2, "{ kind: hotspot, hosts: [0], fraction: 1 }"),
      "whole",
      "hostsPerSwitch",
      ...["--vary", "hostsPerSwitch=2,12", "--set", "load=0.155"],
      ...["--set", "measure.maxPackets=50000"],
    );
    expect(found).toMatchObject({ status: "found", low: 7, high: 8 });
    expect(report.failed).toEqual([]);
  });

  it("of a buffer is in whole packets: with a round trip of 1024 + 2 * 1000 + 100 ns, two of 1024 ns carry 0.66 of a link, three 0.98", async () => {
    const text = `topology: { kind: mesh, columns: 1, rows: 1, hostsPerSwitch: 2 }
routing: spf
switch: { kind: relay, routingDelay: 100ns }
link: { byteTime: 4ns, flight: 1us }
traffic: { kind: poisson, load: 0.8, size: 256B }
`;
    const { found } = await saturationOf(
      text,
      "buffer",
      "inputBuffer",
      ...["--vary", "inputBuffer=1 packet,16 packets"],
    );
    expect(found).toMatchObject({ status: "found", low: 3, high: 2 });
    const { out } = await fabriclab(
      "sweep",
      work.write("buffer.yaml", text),
      ...["-o", work.at("buffer"), "--saturation", "inputBuffer"],
      ...["--vary", "inputBuffer=1 packet,16 packets"],
    );
    expect(out).toMatch(
      /^ *3 packets +2 packets +the smaller values saturate/m,
    );
  });

  it("of the size of packets stays within the range, in whole bytes, and falls where a switch has work to do for each", async () => {
    const mesh = `topology: { kind: mesh, columns: 3, rows: 3 }
addressing: sequential
routing: xy
switch: relay
traffic: { kind: poisson, load: 0.55, size: 256B, pattern: uniform }
measure: { warmup: 20us, maxTime: 200us }
`;
    const { found, report } = await saturationOf(
      mesh,
      "sizes",
      "size",
      ...["--vary", "size=64B,4KiB", "--resolution", "0.3"],
    );
    expect(report.failed).toEqual([]);
    expect(found.status).toMatch(/found|undecided/);
    expect(found.high).toBeGreaterThanOrEqual(64);
    expect(found.low).toBeGreaterThan(found.high!);
    expect(found.low).toBeLessThanOrEqual(4096);
  });
});
