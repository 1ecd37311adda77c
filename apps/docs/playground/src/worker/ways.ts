import { MulticastFlow, walk } from "@fabriclab/paths";
import { endportName, type Fabric } from "@fabriclab/spec";
import { endportIx, type EndportIx } from "@fabriclab/units";
import type { StepView } from "../shared/findings.ts";
import type { PathView, RoutedView, TreeView } from "../shared/protocol.ts";
import { stepOf } from "./names.ts";
import type { Routed } from "./session.ts";

/** Tables in a few figures. */
export function routedView({
  tables,
  groups,
  unfit,
  overridden,
}: Routed): RoutedView {
  const notes = tables.report?.().notes ?? [];
  return {
    engine: tables.engine,
    lanes: tables.lanes,
    lids: tables.lids.owner.reduce(
      (sum, owner) => sum + (owner >= 0 ? 1 : 0),
      0,
    ),
    notes: unfit === undefined ? notes : [...notes, unfit],
    ...(overridden === undefined ? {} : { overridden }),
    groups: groups.map(({ name, members, sources }) => ({
      name,
      members: members.length,
      sources,
    })),
  };
}

/** The way of a packet by the tables. */
export function pathView(
  { fabric, tables }: Routed,
  source: number,
  destination: number,
): PathView {
  const [from, to] = [endportIx(source), endportIx(destination)];
  const { end, channels, lanes, switches } = walk(fabric, tables, from, to);
  return {
    source: endportName(fabric, from),
    destination: endportName(fabric, to),
    end,
    lid: tables.pathLid(from, to),
    sl: tables.pathSl(from, to),
    switches: switches.length,
    steps: channels.map((channel, k) => stepOf(fabric, channel, lanes[k] ?? 0)),
  };
}

/** The channels that a source's packets to a group cross, in the order in which copies are made. */
export function treeView(
  { fabric, tables, groups }: Routed,
  group: number,
  source: number,
): TreeView {
  const { multicast } = tables;
  const wanted = groups[group];
  const from = endportIx(source);
  const steps: StepView[] = [];
  const reached = new Set<number>();
  const mlids = multicast?.mlids(from, group) ?? [];
  if (multicast !== undefined) {
    const flow = new MulticastFlow(fabric, tables, multicast, 0);
    const seen = new Set<number>();
    const first = fabric.endportPort[from] ?? -1;
    if (first >= 0) steps.push(stepOf(fabric, first, 0));
    for (const mlid of mlids) {
      flow.load(mlid);
      const queue = flow.enter(from);
      for (const vertex of queue) {
        if (seen.has(vertex)) continue;
        seen.add(vertex);
        const channel = Math.floor(vertex / flow.lanes);
        steps.push(stepOf(fabric, channel, vertex % flow.lanes));
        const peer = fabric.portPeer[channel] ?? -1;
        const host = endportOf(fabric, peer);
        if (host === undefined) queue.push(...flow.follow(vertex));
        else reached.add(host);
      }
    }
  }
  const members = (wanted?.members ?? []).filter((member) => member !== from);
  return {
    group: wanted?.name ?? "",
    source: endportName(fabric, from),
    members: members.map((member) => endportName(fabric, member)),
    mlids,
    steps,
    missed: members
      .filter((member) => !reached.has(member))
      .map((member) => endportName(fabric, member)),
  };
}

/** The host endport that a port is; undefined at switches. */
function endportOf(fabric: Fabric, port: number): EndportIx | undefined {
  const node = fabric.portNode[port] ?? 0;
  if (node < fabric.switchCount) return undefined;
  return endportIx(
    (fabric.nodeEndport[node] ?? 0) + port - (fabric.portStart[node] ?? 0),
  );
}
