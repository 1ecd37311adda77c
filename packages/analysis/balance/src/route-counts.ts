import { hostEndports, LidTree, PathClasses } from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx, PortIx, SwitchIx } from "@fabriclab/units";

/** Cables in parallel: the channels from one switch to another where there are several. */
export interface Bundle {
  readonly from: SwitchIx;
  readonly to: SwitchIx;
  /** By port number. */
  readonly channels: readonly PortIx[];
  /** Routes over each of `channels`. */
  readonly routes: readonly number[];
}

/** How many ordered pairs of endports use each channel. */
export interface RouteCounts {
  /** Channel (sending port) of a switch -> pairs; 0 for channels of hosts, which are not counted. Length portCount. */
  readonly routes: Int32Array;
  /** Channels between switches, those with most routes first, then by port. */
  readonly channels: readonly PortIx[];
  /** Most routes over a channel between switches; 0 where there is none. */
  readonly max: number;
  /** Over the channels between switches; 0 where there is none. */
  readonly mean: number;
  /** Channels between switches without a route, by port. */
  readonly dark: readonly PortIx[];
  readonly bundles: readonly Bundle[];
}

/**
 * Counts the routes over every channel: the paths of all ordered pairs by the LID that the source uses. Pairs whose packets do not arrive are left out;
 * SL2VL entries of 15 are not looked at.
 *
 * Complexity: O(endports²) calls of the path policy and O(switches) a (destination, path LID, SL).
 */
export function routeCounts(
  fabric: Fabric,
  tables: ForwardingTables,
  options: { readonly endports?: readonly EndportIx[] } = {},
): RouteCounts {
  const endports = options.endports ?? hostEndports(fabric, tables);
  const routes = new Int32Array(fabric.portCount);
  const classes = new PathClasses(fabric, tables, endports);
  const tree = new LidTree(fabric, tables);
  const load = new Int32Array(fabric.switchCount);
  for (const destination of endports) {
    classes.load(destination);
    let loaded = -1;
    for (let index = 0; index < classes.count; index++) {
      const lid = classes.lid(index);
      if (tables.lids.owner[lid] !== destination) continue;
      if (lid !== loaded) tree.load(lid);
      loaded = lid;
      const sources = classes.sources(index);
      const { order, delivering, channel: channels, next: on } = tree;
      // Farthest first: what comes from behind is complete when a switch's turn comes.
      for (let i = 0; i < delivering; i++) {
        const sw = order[i] ?? 0;
        const crossing = (load[sw] ?? 0) + (sources[sw] ?? 0);
        load[sw] = 0;
        const channel = channels[sw] ?? -1;
        if (crossing === 0 || channel < 0) continue;
        routes[channel] = (routes[channel] ?? 0) + crossing;
        const next = on[sw] ?? -1;
        if (next >= 0) load[next] = (load[next] ?? 0) + crossing;
      }
    }
  }
  const channels = switchChannels(fabric);
  const sum = channels.reduce(
    (all, channel) => all + (routes[channel] ?? 0),
    0,
  );
  const dark = channels.filter((channel) => routes[channel] === 0);
  const bundles = bundlesOf(fabric, channels, routes);
  channels.sort((a, b) => (routes[b] ?? 0) - (routes[a] ?? 0) || a - b);
  return {
    routes,
    channels,
    max: routes[channels[0] ?? -1] ?? 0,
    mean: channels.length === 0 ? 0 : sum / channels.length,
    dark,
    bundles,
  };
}

/** Channels that lead from switch to switch, by port. */
function switchChannels(fabric: Fabric): PortIx[] {
  const { portStart, portPeer, portNode, switchCount } = fabric;
  const found: PortIx[] = [];
  const end = portStart[switchCount] ?? 0;
  for (let port = 0; port < end; port++) {
    const peer = portPeer[port] ?? -1;
    if (peer >= 0 && (portNode[peer] ?? switchCount) < switchCount)
      found.push(port as PortIx);
  }
  return found;
}

function bundlesOf(
  { portNode, portPeer, switchCount }: Fabric,
  channels: readonly PortIx[],
  routes: Int32Array,
): Bundle[] {
  const between = new Map<number, PortIx[]>();
  for (const channel of channels) {
    const from = portNode[channel] ?? 0;
    const to = portNode[portPeer[channel] ?? 0] ?? 0;
    // A cable from a switch to itself joins nothing.
    if (from === to) continue;
    const key = from * switchCount + to;
    const known = between.get(key);
    if (known === undefined) between.set(key, [channel]);
    else known.push(channel);
  }
  return [...between]
    .filter(([, list]) => list.length > 1)
    .map(([key, list]) => ({
      from: Math.floor(key / switchCount) as SwitchIx,
      to: (key % switchCount) as SwitchIx,
      channels: list,
      routes: list.map((channel) => routes[channel] ?? 0),
    }));
}
