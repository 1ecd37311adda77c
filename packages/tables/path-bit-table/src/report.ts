import {
  endportName,
  type Fabric,
  type ForwardingTables,
  type PathBits,
  type ReportTable,
  type TablesContext,
  type TablesReport,
} from "@fabriclab/spec";
import { MAX_LMC, type SwitchIx } from "@fabriclab/units";
import { blockOf } from "./block.ts";
import type { Compiled } from "./compile.ts";
import { bitText, mergeValues, type TableEntry } from "./merge.ts";

/** Percent with as many digits as tell anything. */
const percent = (share: number): string =>
  `${Number((100 * share).toPrecision(3))} %`;

/** What there is to tell of a path-bit table: cycles, sizes against the paper's formula, what would loop, and tables of single switches. */
export function pathBitReport(
  context: TablesContext,
  pathBits: PathBits,
  compiled: Compiled,
  beside: readonly ForwardingTables[],
): TablesReport {
  const { fabric } = context;
  const { bits, cycles, cycleCount } = pathBits;
  const { walks, astray, mended } = compiled.validation;
  const sizes = Array.from({ length: fabric.switchCount }, (_, sw) => {
    const through = cycles.filter(({ switches }) =>
      switches.includes(sw as SwitchIx),
    ).length;
    const others = compiled.hosts.filter(
      (host) => fabric.attachment(host)?.sw !== sw,
    ).length;
    const entries = entriesOf(context, compiled, bits, sw).reduce(
      (sum, { merged }) => sum + merged.length,
      0,
    );
    return { sw, through, others, entries };
  });
  const all = compiled.hosts.length;
  return {
    tables: [
      {
        name: "multipath",
        title: "Paths by bits",
        columns: ["figure", "value"],
        rows: [
          ["path bits", bits],
          ["independent cycles of the fabric", cycleCount],
          ["walks of (source, destination, bits)", walks],
          ["  that would not arrive", astray],
          ["  their share", walks === 0 ? "none" : percent(astray / walks)],
          [
            "entries mended with the default port",
            mended.reduce((sum, count) => sum + count, 0),
          ],
        ],
      },
      {
        name: "cycles",
        title: "Cycles, in their direction for bit value 1",
        columns: ["bit", "length", "cycle"],
        rows: cycles.map(({ switches }, bit) => [
          bit + 1,
          switches.length,
          [...switches, ...switches.slice(0, 1)]
            .map((sw) => fabric.nodeName[sw] ?? "")
            .join(" -> "),
        ]),
      },
      {
        name: "sizes",
        title:
          "Entries per switch, merged, and 2^k times the hosts of other switches or all hosts (kim2007), where k cycles run through the switch",
        columns: [
          "switch",
          "k",
          "entries",
          "2^k x others",
          "2^k x all",
          "mended",
        ],
        rows: sizes.map(({ sw, through, others, entries }) => [
          fabric.nodeName[sw] ?? "",
          through,
          entries,
          2 ** through * others,
          2 ** through * all,
          mended[sw] ?? 0,
        ]),
      },
    ],
    switchTable: (at) => switchTable(context, compiled, bits, at, beside),
    notes: notesOf(context.fabric, pathBits, compiled),
  };
}

function notesOf(
  fabric: Fabric,
  { bits, cycles, cycleCount }: PathBits,
  { validation: { walks, astray } }: Compiled,
): string[] {
  const notes: string[] = [];
  if (cycles.length < cycleCount)
    notes.push(
      `${fabric.name} has ${cycleCount} independent cycles and ${bits} path bits: ${cycleCount - cycles.length} cycles have no bit, so paths that differ only in their direction along these have the same bits`,
    );
  if (astray > 0)
    notes.push(
      `${astray} of ${walks} walks of (source, destination, bits), ${percent(astray / walks)}, would not arrive by the patterns alone; they take default ports where they would go astray`,
    );
  if (bits + 1 > MAX_LMC)
    notes.push(
      `LMC ${bits + 1} is more than the ${MAX_LMC} of the InfiniBand Architecture: these tables are for simulation, no subnet manager can load them`,
    );
  return notes;
}

/** The entries of a switch, host by host of the other switches. */
function entriesOf(
  { fabric, lids }: TablesContext,
  { hosts, lft }: Compiled,
  bits: number,
  sw: number,
) {
  const block = blockOf(bits);
  return hosts
    .filter((host) => fabric.attachment(host)?.sw !== sw)
    .map((host) => {
      const first = (lids.baseLid[host] ?? 0) + block.first;
      const ports =
        lft[sw]?.subarray(first, first + block.values) ?? new Uint8Array(1);
      return { host, merged: mergeValues(ports, bits) };
    });
}

/** Figure 5(c) of kim2007: patterns, ports and the flags of the routings whose path an entry is on. */
function switchTable(
  context: TablesContext,
  compiled: Compiled,
  bits: number,
  at: SwitchIx,
  beside: readonly ForwardingTables[],
): ReportTable {
  const { fabric, lids } = context;
  const routings = [
    { name: "default", lft: compiled.lft, lids },
    ...beside.map((tables) => ({
      name: tables.engine,
      lft: tables.lft,
      lids: tables.lids,
    })),
  ];
  const rows = entriesOf(context, compiled, bits, at).flatMap(
    ({ host, merged }) => {
      const destination = endportName(fabric, host);
      const flagged = routings.map(({ lft, lids: owned }) => {
        const port = lft[at]?.[owned.baseLid[host] ?? 0] ?? 255;
        // The first entry with the port of the routing; where no value of the bits has it, a row of its own.
        return { port, entry: merged.find((one) => one.port === port) };
      });
      const flags = (entry: TableEntry | undefined, port: number): string[] =>
        flagged.map((flag) =>
          flag.entry === entry && flag.port === port ? "x" : "",
        );
      const alone = [
        ...new Set(
          flagged
            .filter(({ entry, port }) => entry === undefined && port !== 255)
            .map(({ port }) => port),
        ),
      ];
      return [
        ...merged.map((entry) => [
          destination,
          bitText(entry, bits),
          entry.port,
          neighbour(fabric, at, entry.port),
          ...flags(entry, entry.port),
        ]),
        ...alone.map((port) => [
          destination,
          "none",
          port,
          neighbour(fabric, at, port),
          ...flags(undefined, port),
        ]),
      ];
    },
  );
  return {
    name: `table-of-${fabric.nodeName[at] ?? at}`,
    title: `Table of switch ${fabric.nodeName[at] ?? at} for hosts of other switches; x = the entry that a routing without path bits takes`,
    columns: [
      "destination",
      "path bits",
      "port",
      "to",
      ...routings.map(({ name }) => name),
    ],
    rows,
  };
}

function neighbour(fabric: Fabric, sw: number, num: number): string {
  const peer = fabric.portPeer[(fabric.portStart[sw] ?? 0) + num - 1] ?? -1;
  return fabric.nodeName[fabric.portNode[peer] ?? -1] ?? "";
}
