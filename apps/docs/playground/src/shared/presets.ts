import type { Setup } from "./setup.ts";

/** An experiment to begin with. */
export interface Preset {
  readonly name: string;
  readonly title: string;
  /** What there is to see. */
  readonly about: string;
  readonly setup: Setup;
}

const papersLink = { byteTime: "4ns", flight: "20ns" };
const measure = { maxTime: "10ms" };

/** The experiments that the page offers. The first is there when the page is opened. */
export const presets: readonly Preset[] = [
  {
    name: "fat-tree",
    title: "Fat tree, 16 hosts",
    about:
      "A 4-port 3-tree under uniform traffic. Pick two hosts and compare the paths that engines choose; raise the load until it saturates.",
    setup: {
      name: "fat-tree",
      topology: { kind: "fat-tree", ports: 4, levels: 3 },
      routing: "ftree",
      switch: { kind: "relay", virtualLanes: 8 },
      link: papersLink,
      traffic: [
        { kind: "poisson", load: 0.5, size: "256B", pattern: "uniform" },
      ],
      metrics: ["latency", "throughput"],
      measure,
      seed: 1,
    },
  },
  {
    name: "torus-deadlock",
    title: "A torus that deadlocks",
    about:
      "Shortest paths on a 5 x 5 torus close circles of buffers. Audit shows one; run shows packets filling it until nothing moves. Then try torus-2qos, nue or lash.",
    setup: {
      name: "torus-deadlock",
      topology: { kind: "mesh", columns: 5, rows: 5, wrap: true },
      routing: "minhop",
      switch: { kind: "relay", virtualLanes: 8 },
      link: papersLink,
      traffic: [
        { kind: "poisson", load: 0.9, size: "256B", pattern: "uniform" },
      ],
      metrics: ["latency", "throughput"],
      measure,
      seed: 1,
    },
  },
  {
    name: "torus-2qos",
    title: "The same torus with virtual lanes",
    about:
      "torus-2qos breaks every circle with two virtual lanes and keeps shortest paths: the audit finds none, and the run goes on.",
    setup: {
      name: "torus-2qos",
      topology: { kind: "mesh", columns: 5, rows: 5, wrap: true },
      routing: "torus-2qos",
      switch: { kind: "relay", virtualLanes: 8 },
      link: papersLink,
      traffic: [
        { kind: "poisson", load: 0.9, size: "256B", pattern: "uniform" },
      ],
      metrics: ["latency", "throughput"],
      measure,
      seed: 1,
    },
  },
  {
    name: "multicast",
    title: "Multicast in a fat tree",
    about:
      "Eight hosts send to groups of their own, by multicast. Choose a group and see its tree.",
    setup: {
      name: "multicast",
      topology: { kind: "fat-tree", ports: 8, levels: 2 },
      addressing: "multiple-lid",
      routing: "cyclic",
      multicast: "union",
      switch: { kind: "relay", virtualLanes: 8 },
      link: papersLink,
      traffic: [
        {
          kind: "multicast-operation",
          sources: 8,
          group: "40%",
          size: "1KiB",
          repeats: 50,
        },
      ],
      metrics: ["latency", "throughput", "completion"],
      seed: 1,
    },
  },
  {
    name: "mesh-hotspot",
    title: "A hot spot in a mesh",
    about:
      "Half of all packets go to one host: the links towards it fill up, and packets that go elsewhere wait behind them.",
    setup: {
      name: "mesh-hotspot",
      topology: { kind: "mesh", columns: 8, rows: 8 },
      routing: "xy",
      switch: { kind: "relay", virtualLanes: 8 },
      link: papersLink,
      traffic: [
        {
          kind: "poisson",
          load: 0.2,
          size: "256B",
          pattern: { kind: "hotspot", fraction: 0.5 },
        },
      ],
      metrics: ["latency", "throughput"],
      measure,
      seed: 1,
    },
  },
  {
    name: "irregular",
    title: "An irregular fabric",
    about:
      "Switches cabled at random, as in a machine that grew. Compare minhop, updn and dfsssp.",
    setup: {
      name: "irregular",
      topology: { kind: "irregular" },
      routing: "updn",
      switch: { kind: "relay", virtualLanes: 8 },
      link: papersLink,
      traffic: [
        { kind: "poisson", load: 0.2, size: "256B", pattern: "uniform" },
      ],
      metrics: ["latency", "throughput"],
      measure,
      seed: 1,
    },
  },
  {
    name: "large",
    title: "17,000 nodes",
    about:
      "A fat tree of 41,154 cables: look at it, route it, follow paths. A run of it is slow in a browser.",
    setup: {
      name: "large",
      topology: { kind: "fat-tree", ports: 38, levels: 3 },
      routing: "minhop",
      switch: { kind: "relay", virtualLanes: 8 },
      link: papersLink,
      traffic: [
        { kind: "poisson", load: 0.3, size: "256B", pattern: "uniform" },
      ],
      metrics: ["latency", "throughput"],
      measure,
      seed: 1,
    },
  },
];
