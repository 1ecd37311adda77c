import type { Json, Setup } from "./setup.ts";

/** An experiment to begin with. */
export interface Preset {
  readonly name: string;
  readonly title: string;
  /** What there is to see. */
  readonly about: string;
  readonly setup: Setup;
}

const measured = {
  metrics: ["latency", "throughput"],
  measure: { maxTime: "10ms" },
};

/** Switches with eight virtual lanes, and the links of the papers. */
const experiment = (
  name: string,
  design: Setup,
  traffic: Json,
  results: Setup = measured,
  seed = 1,
): Setup => ({
  name,
  ...design,
  switch: { kind: "relay", virtualLanes: 8 },
  link: { byteTime: "4ns", flight: "20ns" },
  traffic: [traffic],
  ...results,
  seed,
});

const poisson = (load: number, pattern: Json = "uniform"): Json => ({
  kind: "poisson",
  load,
  size: "256B",
  pattern,
});

/** With this seed packets of minhop block each other after some 30 us, a quarter of a minute at the speed that the page begins with; with others after up to several hundred. */
const BLOCKS_SOON = 10;

const torus = { kind: "mesh", columns: 5, rows: 5, wrap: true };

/** The experiments that the page offers. The first is there when the page is opened. */
export const presets: readonly Preset[] = [
  {
    name: "fat-tree",
    title: "Fat tree, 16 hosts",
    about:
      "A 4-port 3-tree under uniform traffic. Pick two hosts and compare the paths that engines choose; raise the load until it saturates.",
    setup: experiment(
      "fat-tree",
      {
        topology: { kind: "fat-tree", ports: 4, levels: 3 },
        routing: "ftree",
      },
      poisson(0.5),
    ),
  },
  {
    name: "torus-deadlock",
    title: "A torus that deadlocks",
    about:
      "Shortest paths on a 5 x 5 torus close cycles of buffers. Audit shows one; run shows packets filling it until nothing moves. Then try torus-2qos, nue or lash.",
    setup: experiment(
      "torus-deadlock",
      { topology: torus, routing: "minhop" },
      poisson(0.9),
      measured,
      BLOCKS_SOON,
    ),
  },
  {
    name: "torus-2qos",
    title: "The same torus with virtual lanes",
    about:
      "torus-2qos breaks every cycle with two virtual lanes and keeps shortest paths: the audit finds none, and the run goes on.",
    setup: experiment(
      "torus-2qos",
      { topology: torus, routing: "torus-2qos" },
      poisson(0.9),
      measured,
      BLOCKS_SOON,
    ),
  },
  {
    name: "multicast",
    title: "Multicast in a fat tree",
    about:
      "Eight hosts send to groups of their own, by multicast. Choose a group and see its tree.",
    setup: experiment(
      "multicast",
      {
        topology: { kind: "fat-tree", ports: 8, levels: 2 },
        addressing: "multiple-lid",
        routing: "cyclic",
        multicast: "union",
      },
      {
        kind: "multicast-operation",
        sources: 8,
        group: "40%",
        size: "1KiB",
        repeats: 50,
      },
      { metrics: ["latency", "throughput", "completion"] },
    ),
  },
  {
    name: "mesh-hotspot",
    title: "A hot spot in a mesh",
    about:
      "Half of all packets go to one host: the links towards it fill up, and packets that go elsewhere wait behind them.",
    setup: experiment(
      "mesh-hotspot",
      { topology: { kind: "mesh", columns: 8, rows: 8 }, routing: "xy" },
      poisson(0.2, { kind: "hotspot", fraction: 0.5 }),
    ),
  },
  {
    name: "irregular",
    title: "An irregular fabric",
    about:
      "Switches cabled at random, as in a machine that grew. Audit it with minhop, then with updown and dfsssp, which leave no credit loop.",
    setup: experiment(
      "irregular",
      { topology: { kind: "irregular" }, routing: "minhop" },
      poisson(0.2),
    ),
  },
  {
    name: "large",
    title: "18,000 nodes",
    about:
      "A fat tree of 48,000 cables: look at it, route it, follow paths. A run of it is slow in a browser.",
    setup: experiment(
      "large",
      {
        topology: { kind: "fat-tree", ports: 40, levels: 3 },
        routing: "minhop",
      },
      poisson(0.3),
    ),
  },
];
