import { endportGuid } from "@fabriclab/fabric";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { formatGuid, type EndportIx } from "@fabriclab/units";

/** Name under which the policy is written; a folder of tables is read without it. */
export const QOS_POLICY_FILE = "opensm-qos-policy.conf";

const GUIDS_ON_A_LINE = 6;

/**
 * The QoS policy (`opensm -Q -Y opensm-qos-policy.conf`) that makes OpenSM answer path queries with the SLs of these tables: one rule for every set of
 * sources and SL other than 0. Its "file" engine knows no SLs. Undefined where all paths use SL 0.
 *
 * OpenSM takes the first rule whose source and destination fit; ports are named by GUID, in ranges that hold no port of another SL.
 *
 * Complexity: O(host ports²) calls of the path policy.
 * @see QoS_management_in_OpenSM.txt, sections 4 and 5
 */
export function writeQosPolicy(
  fabric: Fabric,
  tables: ForwardingTables,
): Iterable<string> | undefined {
  const rows = sourcesByRow(fabric, tables);
  return rows.size === 0 ? undefined : policyChunks([...rows.values()]);
}

/** Sources that use the same SLs to the same destinations, and these: SL -> ranges of GUIDs. */
interface Row {
  readonly sources: string[];
  readonly ranges: ReadonlyMap<number, readonly string[]>;
}

function sourcesByRow(
  fabric: Fabric,
  tables: ForwardingTables,
): Map<string, Row> {
  const order = Array.from(
    { length: fabric.endportCount },
    (_, endport) => endport as EndportIx,
  )
    .filter((endport) => (tables.lids.baseLid[endport] ?? 0) > 0)
    .map((endport) => ({ endport, guid: endportGuid(fabric, endport) }))
    .sort((a, b) => (a.guid < b.guid ? -1 : Number(a.guid > b.guid)));
  const rows = new Map<string, Row>();
  for (const { endport: source, guid } of order) {
    if (source < fabric.switchCount) continue;
    const ranges = new Map<number, string[]>();
    for (let from = 0, to; from < order.length; from = to) {
      const sl = slTo(fabric, tables, source, order[from]?.endport ?? source);
      to = from + 1;
      while (
        to < order.length &&
        sl === slTo(fabric, tables, source, order[to]?.endport ?? source)
      )
        to++;
      if (sl === 0) continue;
      const range = [order[from], order[to - 1]].map((one) =>
        formatGuid(one?.guid ?? 0n),
      );
      const list = ranges.get(sl) ?? [];
      list.push([...new Set(range)].join("-"));
      ranges.set(sl, list);
    }
    if (ranges.size === 0) continue;
    const key = JSON.stringify([...ranges]);
    const row = rows.get(key);
    if (row === undefined)
      rows.set(key, { sources: [formatGuid(guid)], ranges });
    else row.sources.push(formatGuid(guid));
  }
  return rows;
}

/** Switches, and the port itself, stay at SL 0. */
const slTo = (
  fabric: Fabric,
  tables: ForwardingTables,
  source: EndportIx,
  destination: EndportIx,
): number =>
  destination < fabric.switchCount || destination === source
    ? 0
    : tables.pathSl(source, destination);

function* policyChunks(rows: readonly Row[]): Generator<string> {
  yield "# SLs of paths for OpenSM: opensm -Q -Y opensm-qos-policy.conf; pairs that no rule names use SL 0\n\nport-groups\n";
  for (const [i, { sources, ranges }] of rows.entries()) {
    yield group(`from${i}`, sources);
    for (const [sl, list] of ranges) yield group(`from${i}-sl${sl}`, list);
  }
  yield "end-port-groups\n\nqos-levels\n";
  const levels = new Set(rows.flatMap(({ ranges }) => [...ranges.keys()]));
  for (const sl of [0, ...[...levels].sort((a, b) => a - b)])
    yield `    qos-level\n        name: ${sl === 0 ? "DEFAULT" : `sl${sl}`}\n        sl: ${sl}\n    end-qos-level\n`;
  yield "end-qos-levels\n\nqos-match-rules\n";
  for (const [i, { ranges }] of rows.entries())
    for (const sl of ranges.keys())
      yield `    qos-match-rule\n        source: from${i}\n        destination: from${i}-sl${sl}\n        qos-level-name: sl${sl}\n    end-qos-match-rule\n`;
  yield "end-qos-match-rules\n";
}

function group(name: string, guids: readonly string[]): string {
  const lines: string[] = [];
  for (let i = 0; i < guids.length; i += GUIDS_ON_A_LINE)
    lines.push(
      `        port-guid: ${guids.slice(i, i + GUIDS_ON_A_LINE).join(", ")}\n`,
    );
  return `    port-group\n        name: ${name}\n${lines.join("")}    end-port-group\n`;
}
