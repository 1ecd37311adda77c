/** One BookSim2 experiment, in BookSim2's terms. Uniform traffic, Bernoulli sources, input-queued routers; what is not here stands in `cfg.ts`. */
export interface BookSimConfiguration {
  /** Says what it is: `a_mesh16_p1_v4_b8_r0.05`. */
  readonly name: string;
  /** `mesh` k x k with dimension order, `fattree` k-ary n-tree with a random way up, `fly` one switch of k ports (n = 1). */
  readonly topology: "mesh" | "fattree" | "fly";
  readonly k: number;
  readonly n: number;
  readonly virtualChannels: number;
  /** Flits of buffer per VC. */
  readonly vcBuffer: number;
  /** Flits per packet. */
  readonly flits: number;
  /** Offered flits per node and cycle. */
  readonly rate: number;
  /** A VC is used again only when the tail's credit has come back. */
  readonly tailCredit: boolean;
  /** The switch is held for a whole packet, as InfiniBand does. */
  readonly hold: boolean;
  /** Cycles of warm-up, and of each sample. */
  readonly samplePeriod: number;
  /** Beyond saturation: throughput is asked for, latency has no meaning. */
  readonly saturated: boolean;
}

type Allocation = "plain" | "wtc0" | "wtc1" | "wtc0_hold";

interface Family {
  readonly letter: string;
  readonly label: string;
  readonly topology: BookSimConfiguration["topology"];
  readonly k: number;
  readonly n: number;
}

const mesh16: Family = {
  letter: "b",
  label: "mesh16",
  topology: "mesh",
  k: 16,
  n: 2,
};
const oneFlit16: Family = { ...mesh16, letter: "a" };
const tree: Family = {
  letter: "c",
  label: "ft4_3",
  topology: "fattree",
  k: 4,
  n: 3,
};
const mesh64: Family = {
  letter: "d",
  label: "mesh64",
  topology: "mesh",
  k: 64,
  n: 2,
};
const oneSwitch: Family = {
  letter: "e",
  label: "fly16",
  topology: "fly",
  k: 16,
  n: 1,
};

/** `[offered load, cycles of a sample]`; a load that ends in `s` is beyond saturation. */
type Load = readonly [load: string, samplePeriod: number];

function family(
  of: Family,
  flits: number,
  virtualChannels: number,
  allocation: Allocation,
  loads: readonly Load[],
): BookSimConfiguration[] {
  const vcBuffer = flits === 1 ? 8 : 2 * flits;
  return loads.map(([load, samplePeriod]) => {
    const saturated = load.endsWith("s");
    const rate = saturated ? load.slice(0, -1) : load;
    return {
      name: [
        `${of.letter}_${of.label}_p${String(flits)}_v${String(virtualChannels)}_b${String(vcBuffer)}`,
        ...(allocation === "plain" ? [] : [allocation]),
        `r${rate}`,
        ...(saturated ? ["sat"] : []),
      ].join("_"),
      topology: of.topology,
      k: of.k,
      n: of.n,
      virtualChannels,
      vcBuffer,
      flits,
      rate: Number(rate),
      tailCredit: allocation === "wtc1",
      hold: allocation === "wtc0_hold",
      samplePeriod,
      saturated,
    };
  });
}

const each = (samplePeriod: number, loads: readonly string[]): Load[] =>
  loads.map((load) => [load, samplePeriod]);
const full = each(25_000, ["1.0s"]);

/** All of them, in the order of their names. */
export const configurations: readonly BookSimConfiguration[] = [
  ...family(oneFlit16, 1, 4, "plain", [
    ["0.001", 5000],
    ...each(2500, ["0.05", "0.1", "0.2", "0.21", "0.3s"]),
  ]),
  ...family(mesh16, 16, 4, "wtc0_hold", each(5000, ["0.05", "0.2", "0.3s"])),
  ...family(mesh16, 16, 4, "wtc0", [
    ["0.005", 20_000],
    ...each(5000, ["0.05", "0.1", "0.2", "0.3s"]),
  ]),
  ...family(mesh16, 16, 4, "wtc1", each(5000, ["0.05", "0.1", "0.2", "0.3s"])),
  ...family(mesh16, 64, 4, "wtc0", each(5000, ["0.05", "0.2", "0.3s"])),
  ...family(mesh16, 64, 4, "wtc1", each(5000, ["0.05"])),
  ...family(tree, 16, 4, "wtc0", [
    ["0.01", 20_000],
    ...each(10_000, ["0.1", "0.3", "0.5", "0.8s", "1.0s"]),
  ]),
  ...family(tree, 16, 4, "wtc1", each(10_000, ["0.1", "0.5"])),
  ...family(
    tree,
    1,
    4,
    "plain",
    each(10_000, ["0.01", "0.1", "0.3", "0.5", "0.9", "1.0s"]),
  ),
  ...family(mesh64, 16, 4, "wtc0", each(500, ["0.02"])),
  ...family(mesh64, 1, 4, "plain", each(250, ["0.02", "0.05"])),
  ...family(oneSwitch, 16, 1, "wtc0_hold", full),
  ...family(oneSwitch, 16, 1, "wtc0", [
    ...each(25_000, ["0.2", "0.5"]),
    ...full,
  ]),
  ...family(oneSwitch, 16, 1, "wtc1", full),
  ...family(oneSwitch, 16, 2, "wtc0_hold", full),
  ...family(oneSwitch, 16, 2, "wtc0", full),
  ...family(oneSwitch, 16, 2, "wtc1", full),
  ...family(oneSwitch, 16, 4, "wtc0_hold", full),
  ...family(oneSwitch, 16, 4, "wtc0", [
    ...each(25_000, ["0.2", "0.5"]),
    ...full,
  ]),
  ...family(oneSwitch, 16, 4, "wtc1", full),
  ...[1, 2, 4].flatMap((vcs) => family(oneSwitch, 1, vcs, "plain", full)),
];
