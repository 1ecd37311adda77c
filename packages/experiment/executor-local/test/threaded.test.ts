import { describe, expect, it } from "vitest";
import {
  splitFabric,
  threadedEngine,
  type ThreadedEngineOptions,
} from "@fabriclab/experiment-executor-local";
import { compose, runExperiment, type RunOptions } from "@fabriclab/sim";
import {
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  JournalKind,
} from "@fabriclab/spec";
import { mesh } from "@fabriclab/topology-mesh";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { experiment, type Input } from "./threaded/experiments.ts";

// Worker threads run the sources as they stand, which needs a node that strips types.
const strips = (process.features as { typescript?: unknown }).typescript;
const onSources = describe.skipIf(strips === false || strips === undefined);

const module = new URL("./threaded/experiments.ts", import.meta.url);
const execArgv = [
  "--conditions=fabriclab-source",
  "--disable-warning=ExperimentalWarning",
];
const engine = (input: Input, threads: number): ThreadedEngineOptions => ({
  module,
  input: { ...input },
  threads,
  execArgv,
});
const on = (
  threads: number,
  text: string,
  options: RunOptions = {},
  input: Input = { text, seed: 3 },
) =>
  runExperiment(experiment({ text, seed: 3 }), {
    ...options,
    ...(threads === 1
      ? {}
      : { engine: threadedEngine(engine(input, threads)) }),
  });

const meshRun = `topology: { kind: mesh, columns: 5, rows: 4, hostsPerSwitch: 2 }
routing: xy
addressing: sequential
switch: { kind: relay, virtualLanes: 2, inputBuffer: 2 packets }
traffic: { kind: poisson, load: 0.12, size: 256B, sl: [0, 1] }
metrics: [latency, throughput, link-load, xmit-wait, queue-length]
measure: { precision: 0.05, maxPackets: 20000 }
checked: true
`;
const mixedSizes = `topology: { kind: mesh, columns: 4, rows: 4 }
routing: xy
addressing: sequential
switch: { kind: relay, virtualLanes: 4, inputBuffer: 8KiB, outputBuffer: 4KiB }
traffic:
  kind: poisson
  load: 0.3
  sizes: [{ size: 64B, weight: 3 }, { size: 2KiB, weight: 1 }]
  sl: [0, 1, 2, 3]
metrics: [latency, throughput, link-load, xmit-wait, queue-length]
measure: { precision: 0.05, maxPackets: 10000 }
`;
const saturated = meshRun
  .replace("load: 0.12", "load: 0.9")
  .replace("virtualLanes: 2", "virtualLanes: 1")
  .replace(", sl: [0, 1]", "");
const multicast = `topology: { kind: fat-tree, ports: 4, levels: 3 }
routing: cyclic
switch: { kind: relay, inputBuffer: 2 packets }
traffic: { kind: multicast-operation, sources: "50%", group: "40%", size: 1KiB, repeats: 6 }
metrics: [completion, latency, link-load, xmit-wait, queue-length]
checked: true
`;
const expectant = multicast.replace(
  "traffic: { kind: multicast-operation,",
  "traffic:\n  - { kind: poisson, load: 0.1, size: 256B }\n  - { kind: expectant,",
);
// OpenSM's trees lead to hosts that are no members, too.
const video = `topology: { kind: mesh, columns: 3, rows: 2, hostsPerSwitch: 2 }
routing: xy
multicast: multicast-spanning-tree
addressing: sequential
switch: { kind: relay, virtualLanes: 2, inputBuffer: 4KiB }
traffic:
  - kind: mpeg2
    load: 0.02
    frames: 3
    sl: [0, 1]
    multicast: { share: 0.5, groups: 2, members: [3] }
  - { kind: poisson, load: 0.01, size: 2KiB }
metrics: [latency, throughput, link-load, xmit-wait, queue-length]
`;
const torus = `topology: { kind: mesh, columns: 4, rows: 4, wrap: true }
routing: clockwise
addressing: sequential
traffic: { kind: poisson, load: 1, size: 1KiB }
metrics: latency
`;

onSources("a run on several threads", () => {
  it.each([
    ["a mesh with two lanes", meshRun, "converged"],
    ["mixed sizes over four lanes, buffers in bytes", mixedSizes, "limit"],
    ["a saturated mesh", saturated, "saturated"],
    ["multicast operations on a fat tree", multicast, "finished"],
    ["traffic that never has all, beside others", expectant, "finished"],
    ["frames beside others, counted on the way", video, "finished"],
    ["a deadlock across the border", torus, "deadlocked"],
  ])("gives the bytes of one thread: %s", async (_, text, status) => {
    const one = await on(1, text);
    expect(one.status).toBe(status);
    expect(one.events).toBeGreaterThan(100);
    if (status === "deadlocked") {
      const rows = new Set(one.deadlock?.map(({ place }) => place.slice(0, 6)));
      expect(rows.size).toBeGreaterThan(2);
    }
    for (const threads of [2, 3])
      expect(JSON.stringify(await on(threads, text))).toBe(JSON.stringify(one));
  });

  it("gives the bytes of one thread where times have more than 32 bits", async () => {
    // Ticks of a picosecond: operations a millisecond apart move the clock's base often.
    const text = multicast
      .replace("switch:", "link: { flight: 19.999ns }\nswitch:")
      .replace("repeats: 6", "repeats: 60, interval: 1073.741us");
    const one = await on(1, text);
    expect(one.status).toBe("finished");
    expect(JSON.stringify(await on(2, text))).toBe(JSON.stringify(one));
  });

  it("gives the bytes of one thread where packets have waited for more than 2^30 ticks", async () => {
    // Ticks of a picosecond; all is born in the first 0.1 ms of some 2.4.
    const text = multicast
      .replace("switch:", "link: { flight: 19.999ns }\nswitch:")
      .replace("repeats: 6", "repeats: 100, interval: 1us");
    const one = await on(1, text);
    expect(one.status).toBe("finished");
    expect(one.metrics["latency"]!.percentiles!["90"]).toBeGreaterThan(
      2 ** 30 / 1000,
    );
    expect(JSON.stringify(await on(2, text))).toBe(JSON.stringify(one));
  });

  it("reads what a thread has delivered in the order in which it was, however much of it comes at once", async () => {
    // Three hosts of the second thread send a packet each in 64 ticks of 4 ns. Ten million ticks in which nothing happens make the next stretch long.
    const [idle, busy] = [10_000_000, 2_850_000];
    const text = `topology: { kind: mesh, columns: 2, rows: 1, hostsPerSwitch: 4 }
routing: xy
addressing: sequential
switch: { kind: relay, inputBuffer: 16 packets }
traffic:
  kind: constant-rate
  load: 1
  size: 64B
  start: 40ms
  pattern: { kind: pairs, pairs: { "H(1,0,0)": "H(1,0,1)", "H(1,0,1)": "H(1,0,2)", "H(1,0,2)": "H(1,0,0)" } }
metrics: latency
`;
    const composition = compose(experiment({ text, seed: 3 }));
    expect(composition.tickPs).toBe(4000);
    const partOf = Uint8Array.of(0, 1, 0, 0, 0, 0, 1, 1, 1, 1);
    const network = await threadedEngine({
      ...engine({ text, seed: 3 }, 2),
      partOf,
    })(composition);
    try {
      const last = new Map<number, number>();
      let earlier = 0;
      let most = 0;
      while (network.now < idle + busy) {
        await network.run(network.now < idle ? idle : idle + busy);
        const { records, count } = network.journal;
        let delivered = 0;
        for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
          if (records[at + JOURNAL_KIND] !== JournalKind.delivered) continue;
          const host = records[at + JOURNAL_PLACE]!;
          const time = records[at + JOURNAL_TIME]!;
          if (time < (last.get(host) ?? 0)) earlier += 1;
          last.set(host, time);
          delivered += 1;
        }
        most = Math.max(most, delivered);
        network.clearJournal();
      }
      expect(most).toBeGreaterThan(2 ** 17);
      expect(earlier).toBe(0);
    } finally {
      await network.close?.();
    }
  });

  it("finds the same deadlock however its cycle is cut", async () => {
    const input = { text: torus, seed: 3 };
    const one = await on(1, torus);
    // Halves west and east: every ring that runs east crosses the border twice.
    const partOf = Uint8Array.from({ length: 32 }, (_, node) =>
      node % 4 < 2 ? 0 : 1,
    );
    const split = await runExperiment(experiment(input), {
      engine: threadedEngine({ ...engine(input, 2), partOf }),
    });
    expect(JSON.stringify(split)).toBe(JSON.stringify(one));
  });

  it("uses no more threads than there are switches", async () => {
    const pair = meshRun.replace("columns: 5, rows: 4", "columns: 2, rows: 1");
    expect(await on(8, pair)).toEqual(await on(1, pair));
  });

  it("stops when the signal comes", async () => {
    const controller = new AbortController();
    const long = meshRun.replace("0.05, maxPackets: 20000", "1e-6");
    let slices = 0;
    const running = on(2, long, {
      signal: controller.signal,
      onProgress: () => {
        if (++slices === 20) controller.abort(new Error("enough"));
      },
    });
    await expect(running).rejects.toThrow("enough");
    expect(slices).toBe(20);
  });

  it("throws what a thread threw, from this one as from another", async () => {
    const failing = meshRun.replace("kind: poisson", "kind: failing");
    await expect(on(2, failing)).rejects.toThrow("the source has failed");
    const reversed = splitFabric(
      experiment({ text: failing, seed: 3 }).fabric,
      2,
    ).map((part) => 1 - part);
    const running = runExperiment(experiment({ text: failing, seed: 3 }), {
      engine: threadedEngine({
        ...engine({ text: failing, seed: 3 }, 2),
        partOf: reversed,
      }),
    });
    await expect(running).rejects.toThrow("the source has failed");
  });

  it("refuses a thread that makes another experiment of its input", async () => {
    const input = { text: meshRun, seed: 3, differ: true };
    await expect(on(2, meshRun, {}, input)).rejects.toMatchObject({
      code: "E_EXECUTOR_THREADS_DIFFER",
    });
  });

  it("passes on a refusal of the experiment's module, with its place", async () => {
    const input = { text: meshRun.replace("mesh", "mash"), seed: 3 };
    await expect(on(2, meshRun, {}, input)).rejects.toMatchObject({
      code: "E_SCENARIO_UNKNOWN_PLUGIN",
      where: { file: "test.yaml", line: 1 },
    });
  });

  it("refuses traffic that reacts to deliveries", async () => {
    const closed = meshRun.replace("kind: poisson", "kind: listening");
    await expect(on(2, closed)).rejects.toMatchObject({
      code: "E_EXECUTOR_THREADS_CLOSED_LOOP",
      where: { path: "traffic[0]" },
    });
  });

  it("refuses links that take no time, and says which parameter says so", async () => {
    const text = meshRun
      .replace(
        "switch: { kind: relay,",
        "switch: { kind: relay, routingDelay: 0ns,",
      )
      .replace("routing:", "link: { flight: 0ns }\nrouting:");
    await expect(on(2, text)).rejects.toMatchObject({
      code: "E_NETWORK_PARTITION",
      where: { path: "link.flight" },
      hint: expect.stringContaining("flight time"),
    });
  });
});

describe("the split of a fabric", () => {
  const weights = (partOf: Uint8Array, parts: number) =>
    Array.from(
      { length: parts },
      (_, part) => partOf.filter((of) => of === part).length,
    );
  const cut = (
    fabric: ReturnType<typeof mesh.build>,
    partOf: Uint8Array,
  ): number => {
    let cables = 0;
    for (let port = 0; port < fabric.portCount; port += 1) {
      const peer = fabric.portPeer[port]!;
      if (peer < port) continue;
      const ends = [fabric.portNode[port]!, fabric.portNode[peer]!];
      if (partOf[ends[0]!] === partOf[ends[1]!]) continue;
      expect(Math.max(...ends)).toBeLessThan(fabric.switchCount);
      cables += 1;
    }
    return cables;
  };

  it("halves a mesh along a row or column", () => {
    const fabric = mesh.build(mesh.params.parse({ columns: 16, rows: 16 }));
    const partOf = splitFabric(fabric, 2);
    expect(weights(partOf, 2)).toEqual([256, 256]);
    expect(cut(fabric, partOf)).toBe(16);
  });

  it("cuts a long mesh across, whichever way it is numbered", () => {
    for (const [columns, rows] of [
      [4, 24],
      [24, 4],
    ]) {
      const fabric = mesh.build(mesh.params.parse({ columns, rows }));
      const partOf = splitFabric(fabric, 3);
      expect(cut(fabric, partOf)).toBeLessThanOrEqual(10);
      expect(Math.min(...weights(partOf, 3))).toBeGreaterThan(56);
    }
  });

  it("keeps the hosts of a fat tree with their switch and the parts about equal", () => {
    const fabric = fatTree.build(fatTree.params.parse({ ports: 8, levels: 3 }));
    const partOf = splitFabric(fabric, 2);
    const own = (part: number) =>
      partOf.subarray(0, fabric.switchCount).filter((of) => of === part).length;
    expect(own(0) + own(1)).toBe(fabric.switchCount);
    expect(Math.abs(own(0) - own(1))).toBeLessThanOrEqual(8);
    // 64 cables are cut where every top switch has half of the pods on either side, and the pods are whole.
    expect(cut(fabric, partOf)).toBeLessThanOrEqual(70);
  });
});
