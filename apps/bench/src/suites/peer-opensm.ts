import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { measuredScript } from "../child.ts";
import { engineFabric, type EngineFabric } from "../engine-fabric.ts";
import { compileClock } from "../opensm/clock.ts";
import { runOpensm, type OpensmPlace } from "../opensm/run-opensm.ts";
import {
  geometricMean,
  type BenchOptions,
  type Programs,
  type Row,
  type Suite,
} from "../suite.ts";

interface Measured {
  readonly switches: number;
  readonly hosts: number;
  readonly seconds: number;
  readonly entries?: number;
  readonly different?: number;
}

interface Engine {
  readonly name: string;
  /** OpenSM's, where it has another name. */
  readonly engine: string;
  readonly flags?: readonly string[];
  readonly options?: Readonly<Record<string, unknown>>;
  /** Its tables are not meant to be OpenSM's. */
  readonly other?: boolean;
  /** Minutes of CPU on thousands of hosts: not with --quick. */
  readonly slow?: true;
}

const script = new URL("../points/engines.ts", import.meta.url);
const UMAD2SIM = "/usr/lib/x86_64-linux-gnu/umad2sim/libumad2sim.so";

const minhop: Engine = { name: "minhop", engine: "minhop" };
const weighted: readonly Engine[] = [
  { name: "sssp", engine: "sssp" },
  { name: "dfsssp", engine: "dfsssp", flags: ["-Q"], slow: true },
  ...[1, 8].map((lanes): Engine => ({
    name: `nue on ${String(lanes)}`,
    engine: "nue",
    flags: ["-Q", "--nue_max_num_vls", String(lanes)],
    options: { lanes },
    other: true,
    slow: true,
  })),
];
const onTrees: readonly Engine[] = [
  minhop,
  { name: "updn", engine: "updn", flags: ["-a", "roots"] },
  { name: "dnup", engine: "dnup" },
  { name: "dor", engine: "dor" },
  { name: "ftree", engine: "ftree" },
  ...weighted,
];
const onDragonflies: readonly Engine[] = [
  minhop,
  { name: "lash", engine: "lash", flags: ["-Q"], slow: true },
  ...weighted,
];

/** A fabric, its file's name, and the engines that are tried on it. */
interface Trial {
  readonly fabric: EngineFabric;
  readonly name: string;
  readonly engines: readonly Engine[];
  /** Of so many hosts that --quick leaves it out. */
  readonly large: boolean;
}

const tree = (ports: number): Trial => ({
  fabric: { ports, levels: 3 },
  name: `tree-${String(ports)}`,
  engines: onTrees,
  large: ports > 12,
});
const dragonfly = (p: number): Trial => ({
  fabric: { dragonfly: p },
  name: `dragonfly-${String(p)}`,
  engines: onDragonflies,
  large: p > 2,
});
const trials: readonly Trial[] = [
  tree(12),
  dragonfly(2),
  tree(24),
  dragonfly(4),
];

/** @returns undefined, with a line in the log, where something is missing */
function placeOf(
  programs: Programs,
  folder: string,
  log: (line: string) => void,
): OpensmPlace | undefined {
  const { opensm, ibsim = "ibsim", umad2sim = UMAD2SIM } = programs;
  if (opensm === undefined) {
    log("peer-opensm: left out, no --opensm PATH");
    return undefined;
  }
  if (!existsSync(umad2sim)) {
    log(
      `peer-opensm: left out, ${umad2sim} is not there (Debian's libumad2sim0; --umad2sim PATH)`,
    );
    return undefined;
  }
  try {
    execFileSync("g++", ["--version"], { stdio: "ignore" });
  } catch {
    log("peer-opensm: left out, no g++ to compile the clock that it needs");
    return undefined;
  }
  return { opensm, ibsim, umad: umad2sim, clock: compileClock(folder) };
}

/** Routing engines beside OpenSM's own binary under ibsim: CPU time of routing alone, and the tables entry by entry. */
export const peerOpensm: Suite = {
  name: "peer-opensm",
  summary:
    "OpenSM under ibsim and our engines in turn on fat trees and dragonflies: CPU time of routing, entries of the tables that differ",
  async *run({ quick, rounds, programs, log }: BenchOptions) {
    const top = mkdtempSync(join(tmpdir(), "fabriclab-opensm-"));
    try {
      const place = placeOf(programs, top, log);
      if (place === undefined) return;
      const ratios: number[] = [];
      for (const trial of trials) {
        if (quick && trial.large) continue;
        const fabric = engineFabric(trial.fabric);
        const file = `${trial.name}.topo`;
        writeFileSync(join(top, file), writeIbnetdiscover(fabric));
        const roots = fabric.nodeName
          .map((name, node) => ({ name, guid: fabric.nodeGuid[node] ?? 0n }))
          .filter(({ name }) => /^SW<.*,0>$/.test(name))
          .map(({ guid }) => `0x${hex(guid)}\n`);
        writeFileSync(join(top, "roots"), roots.join(""));
        // The fabric's first host by GUID, where the subnet manager sits here as in ours.
        const host = `H-${hex(fabric.nodeGuid.slice(fabric.switchCount).reduce((a, b) => (b < a ? b : a)))}`;
        for (const engine of trial.engines) {
          if (quick && engine.slow === true) continue;
          const row = await pair(
            place,
            { folder: top, file, host, trial },
            engine,
            quick || (engine.slow === true && trial.large) ? 1 : rounds,
          );
          if (trial.name === "tree-24")
            ratios.push(row.figures["OpenSM / ours"] ?? NaN);
          yield row;
        }
      }
      if (ratios.length > 0) {
        yield {
          suite: "peer-opensm",
          name: `geometric mean of ${String(ratios.length)} engines, 3,456 hosts`,
          figures: { "OpenSM / ours": geometricMean(ratios) },
        };
      }
    } finally {
      rmSync(top, { recursive: true, force: true });
    }
  },
};

const hex = (guid: bigint): string => guid.toString(16).padStart(16, "0");

/** What ibsim simulates: a file in a folder, and the host that the subnet manager sits on. */
interface Network {
  readonly folder: string;
  readonly file: string;
  readonly host: string;
  readonly trial: Trial;
}

async function pair(
  place: OpensmPlace,
  { folder, file, host, trial }: Network,
  { name, engine, flags = [], options, other = false }: Engine,
  rounds: number,
): Promise<Row> {
  const asked = {
    engine,
    host,
    flags: flags.map((flag) => (flag === "roots" ? join(folder, flag) : flag)),
  };
  const { lfts } = await runOpensm(place, folder, file, {
    ...asked,
    dump: true,
  });
  const theirs: number[] = [];
  const ours: number[] = [];
  let last: Measured | undefined;
  for (let round = 0; round < rounds; round++) {
    const { seconds } = await runOpensm(place, folder, file, {
      ...asked,
      dump: false,
    });
    theirs.push(seconds);
    last = await measuredScript<Measured>(script, {
      fabric: trial.fabric,
      engine,
      ...(options === undefined ? {} : { options }),
      lfts,
    });
    ours.push(last.seconds);
  }
  // The least of each: what is above it is the machine's doing.
  const [least, mine] = [Math.min(...theirs), Math.min(...ours)];
  return {
    suite: "peer-opensm",
    name: `${trial.name}, ${String(last?.hosts ?? NaN)} hosts, ${name}`,
    figures: {
      "cpu s": mine,
      "OpenSM cpu s": least,
      "OpenSM / ours": least / mine,
      entries: last?.entries ?? NaN,
      "entries that differ": last?.different ?? NaN,
    },
    ...(other
      ? { note: "other tables by design" }
      : { targets: [{ figure: "entries that differ", atMost: 0 }] }),
  };
}
