import {
  portMaskWords,
  type PathBits,
  type TablesContext,
} from "@fabriclab/spec";
import {
  NO_PORT,
  type EndportIx,
  type Lid,
  type SwitchIx,
} from "@fabriclab/units";
import { blockOf, hostsWithBlocks } from "./block.ts";
import { hopsTo } from "@fabriclab/paths";
import { lookUp, type LookUpRule } from "./lookup.ts";
import { mend } from "./mend.ts";

/** What the validation of all (source, destination, bits) found. */
export interface Validation {
  /** Walks between hosts of different switches that were followed. */
  readonly walks: number;
  /** Of these, how many would never have arrived. */
  readonly astray: number;
  /** Switch -> entries that were given the default port. */
  readonly mended: Float64Array;
}

export interface CompileOptions {
  readonly lookup: LookUpRule;
  /** Most cables beyond a shortest path that the shortest path by an offered port may have. */
  readonly adaptiveDetour: number;
}

export interface Compiled {
  readonly lft: readonly Uint8Array[];
  readonly portSets: readonly Int32Array[];
  readonly portSetWords: number;
  readonly hosts: readonly EndportIx[];
  readonly validation: Validation;
}

/** The ports of all values towards one switch. */
interface Ports {
  readonly defaults: Uint8Array;
  /** At values · switch + value. */
  readonly ports: Uint8Array;
  /** Switch -> switches on the shortest path by each of its ports, those that have any. */
  readonly offered: readonly ReadonlyMap<number, number>[];
  /** Value and switches that were mended for it. */
  readonly mended: readonly (readonly number[])[];
}

/**
 * Linear tables of paths by bits: of every host the default path for its base LID, the default path and the offered ports for its adaptive LID, and the
 * looked-up and mended port for every value of the bits.
 *
 * Complexity: O(switches · (patterns · 2^bits + LIDs)).
 */
export function compile(
  context: TablesContext,
  pathBits: PathBits,
  { lookup, adaptiveDetour }: CompileOptions,
): Compiled {
  const { fabric, lids, routing } = context;
  const { switchCount } = fabric;
  const block = blockOf(pathBits.bits);
  const hosts = hostsWithBlocks(context, pathBits.bits);
  const words = portMaskWords(fabric);
  const lft = Array.from({ length: switchCount }, () =>
    new Uint8Array(lids.topLid + 1).fill(NO_PORT),
  );
  const portSets = lft.map(() => new Int32Array((lids.topLid + 1) * words));
  const out = new Uint8Array(255);
  for (const [endport, base] of lids.baseLid.entries()) {
    if (base === 0) continue;
    const end = base + 2 ** (lids.lmc[endport] ?? 0);
    for (const [sw, table] of lft.entries())
      if (endport === sw) table.fill(0, base, end);
      else if (routing.candidates(sw as SwitchIx, base as Lid, out) > 0)
        table.fill(out[0] ?? NO_PORT, base, end);
  }

  const attached = new Float64Array(switchCount);
  const switchOf = hosts.map((host) => fabric.attachment(host)?.sw ?? 0);
  for (const sw of switchOf) attached[sw] = (attached[sw] ?? 0) + 1;
  const mended = new Float64Array(switchCount);
  let walks = 0;
  let astray = 0;
  // Destinations switch by switch: the patterns to a switch serve all of its hosts.
  const order = hosts
    .map((host, i) => ({ host, to: (switchOf[i] ?? 0) as SwitchIx }))
    .sort((a, b) => a.to - b.to || a.host - b.host);
  let last: { readonly to: SwitchIx; readonly made: Ports } | undefined;
  for (const { host, to } of order) {
    const base = lids.baseLid[host] ?? 0;
    const defaults = Uint8Array.from(lft, (table) => table[base] ?? NO_PORT);
    // The host's own port at its own switch is the host's; all else is alike for hosts of one switch and, as a rule, of one routing.
    const own = defaults[to] ?? NO_PORT;
    defaults[to] = 0;
    const known =
      last?.to === to && last.made.defaults.every((p, i) => p === defaults[i]);
    if (!known || last === undefined)
      last = { to, made: portsTo(context, pathBits, to, defaults, lookup) };
    const { made } = last;
    const distance = hopsTo(fabric, to);
    for (let sw = 0; sw < switchCount; sw++) {
      const table = lft[sw];
      const sets = portSets[sw];
      if (table === undefined || sets === undefined) continue;
      if (sw === to) {
        for (let i = 0; i < block.values; i++)
          table[base + block.first + i] = own;
        continue;
      }
      for (let value = 0; value < block.values; value++)
        table[base + block.first + value] =
          made.ports[block.values * sw + value] ?? NO_PORT;
      const most = (distance[sw] ?? 0) + 1 + adaptiveDetour;
      for (const [port, hops] of made.offered[sw] ?? [])
        if (hops <= most) addPort(sets, (base + block.adaptive) * words, port);
      if (defaults[sw] !== NO_PORT) walks += (attached[sw] ?? 0) * block.values;
    }
    for (const switches of made.mended)
      for (const sw of switches) {
        mended[sw] = (mended[sw] ?? 0) + 1;
        astray += attached[sw] ?? 0;
      }
  }
  for (const [sw, table] of lft.entries())
    for (const [lid, port] of table.entries())
      if (port !== 0 && port !== NO_PORT)
        addPort(portSets[sw] ?? new Int32Array(0), lid * words, port);
  return {
    lft,
    portSets,
    portSetWords: words,
    hosts,
    validation: { walks, astray, mended },
  };
}

function portsTo(
  { fabric }: TablesContext,
  pathBits: PathBits,
  to: SwitchIx,
  defaults: Uint8Array,
  rule: LookUpRule,
): Ports {
  const values = 2 ** pathBits.bits;
  const ports = new Uint8Array(fabric.switchCount * values);
  const offered: Map<number, number>[] = [];
  for (let sw = 0; sw < fabric.switchCount; sw++) {
    const row = ports.subarray(values * sw, values * (sw + 1));
    const fallback = defaults[sw] ?? NO_PORT;
    const patterns = pathBits.patterns(sw as SwitchIx, to);
    // No bits, no choice: the one path is the default.
    lookUp(pathBits.bits === 0 ? [] : patterns, fallback, rule, row);
    const fewest = new Map<number, number>();
    for (const { port, hops } of patterns)
      if (hops < (fewest.get(port) ?? Infinity)) fewest.set(port, hops);
    offered.push(fewest);
  }
  return {
    defaults,
    ports,
    offered,
    mended: Array.from({ length: values }, (_, value) =>
      mend(fabric, to, ports, values, value, defaults),
    ),
  };
}

function addPort(set: Int32Array, at: number, num: number): void {
  const word = at + (num >> 5);
  set[word] = (set[word] ?? 0) | (1 << (num & 31));
}
