import {
  defineUnicastTables,
  FabricError,
  portMaskWords,
  type ForwardingTables,
  type TablesContext,
} from "@fabriclab/spec";
import { NO_PORT, type Lid, type Sl, type SwitchIx } from "@fabriclab/units";
import { z } from "zod";

/**
 * Compiles a routing rule into linear forwarding tables: for every switch and every LID the first port that the rule offers.
 *
 * 0 = the switch itself, 255 = no path. LIDs that nobody owns have no path. Where the rule offers several ports (an adaptive routing) the port
 * sets are compiled as well. Everything else about paths (which LID, which service level) is the rule's, or the default: base LID, SL 0.
 *
 * Complexity: one call of the rule for every (switch, LID); one byte of memory each.
 *
 * @throws FabricError E_LINEAR_BAD_PORT when the rule names a port that the switch does not have or that is not cabled, E_LINEAR_BAD_COUNT when it does not say
 * how many ports it names
 */
export const linear = defineUnicastTables({
  name: "linear",
  summary: "Compiles a routing rule into linear forwarding tables.",
  cites: [],
  params: z.object({}),
  claims: {},
  build(context): ForwardingTables {
    const { lids, routing } = context;
    return {
      lids,
      ...compile(context),
      lanes: routing.lanes ?? 1,
      engine: context.routingName,
      sameForAllSources:
        routing.pathLid === undefined && routing.pathSl === undefined,
      pathLid: (source, destination) =>
        routing.pathLid?.(source, destination) ??
        ((lids.baseLid[destination] ?? 0) as Lid),
      pathSl: (source, destination) =>
        routing.pathSl?.(source, destination) ?? (0 as Sl),
    };
  },
});

/**
 * LIDs that are compiled together, beside each other for every switch.
 *
 * Why: written LID by LID, every entry would lie in another switch's table and so in memory that is in no cache; a 128 x 128 mesh, of 5·10^8 entries,
 * took twice as long.
 */
const BLOCK = 64;

type Compiled = Pick<ForwardingTables, "lft" | "portSets" | "portSetWords">;

function compile(context: TablesContext): Compiled {
  const { fabric, lids, routing } = context;
  const { switchCount } = fabric;
  const lft = Array.from({ length: switchCount }, () =>
    new Uint8Array(lids.topLid + 1).fill(NO_PORT),
  );
  const words = portMaskWords(fabric);
  let portSets: Int32Array[] | undefined;
  const out = new Uint8Array(255);
  const columns = new Uint8Array(switchCount * BLOCK);
  for (let first = 1; first <= lids.topLid; first += BLOCK) {
    const end = Math.min(first + BLOCK, lids.topLid + 1);
    context.onProgress?.("compiling tables", first, lids.topLid);
    columns.fill(NO_PORT);
    // Why LIDs outside: rules that search from the destination then do so once for each destination.
    for (let lid = first; lid < end; lid++) {
      const owner = lids.owner[lid] ?? -1;
      if (owner < 0) continue;
      for (let sw = 0; sw < switchCount; sw++) {
        const at = sw * BLOCK + lid - first;
        if (owner === sw) {
          columns[at] = 0;
          continue;
        }
        const count = routing.candidates(sw as SwitchIx, lid as Lid, out);
        if (count === 0) continue;
        if (!(Number.isInteger(count) && count > 0 && count <= out.length))
          refuseBadCount(context, sw, lid, count);
        for (let i = 0; i < count; i++) refuseBadPort(context, sw, lid, out[i]);
        columns[at] = out[0] ?? NO_PORT;
        if (count === 1) continue;
        portSets ??= lft.map(() => new Int32Array((lids.topLid + 1) * words));
        const set = portSets[sw];
        for (let i = 0; set !== undefined && i < count; i++)
          addPort(set, lid * words, out[i] ?? 0);
      }
    }
    for (const [sw, table] of lft.entries())
      table.set(columns.subarray(sw * BLOCK, sw * BLOCK + end - first), first);
  }
  if (portSets === undefined) return { lft };
  for (const [sw, set] of portSets.entries())
    for (const [lid, num] of lft[sw]?.entries() ?? [])
      if (num !== 0 && num !== NO_PORT) addPort(set, lid * words, num);
  return { lft, portSets, portSetWords: words };
}

function addPort(set: Int32Array, at: number, num: number): void {
  const word = at + (num >> 5);
  set[word] = (set[word] ?? 0) | (1 << (num & 31));
}

function refuseBadCount(
  { fabric, routingName }: TablesContext,
  sw: number,
  lid: number,
  count: unknown,
): never {
  throw new FabricError({
    code: "E_LINEAR_BAD_COUNT",
    message: `routing ${routingName} does not say how many ports it has for LID ${lid}`,
    where: { path: fabric.nodeName[sw] ?? "" },
    got: String(count),
    expected: "the number of ports that were written to `out`, 0 to 255",
    hint: "`candidates` returns it; where it ends without a return, that is missing",
  });
}

function refuseBadPort(
  { fabric, routingName }: TablesContext,
  sw: number,
  lid: number,
  num = 0,
): void {
  const { portStart, portPeer } = fabric;
  const port = (portStart[sw] ?? 0) + num - 1;
  const exists = num > 0 && port < (portStart[sw + 1] ?? 0);
  if (exists && (portPeer[port] ?? -1) >= 0) return;
  const name = fabric.nodeName[sw] ?? "";
  throw new FabricError({
    code: "E_LINEAR_BAD_PORT",
    message: `routing ${routingName} sends LID ${lid} out of a port of ${name} that leads nowhere`,
    where: { path: `${name}:${num}` },
    got: `port ${num}, which ${exists ? "has no cable" : "the switch does not have"}`,
    expected: "a cabled port",
    hint: `the routing is wrong about this fabric (${fabric.name}): run its conformance kit on it`,
  });
}
