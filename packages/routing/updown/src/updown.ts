import { lidExits } from "@fabriclab/paths";
import type { Fabric, RoutingContext, RoutingRule } from "@fabriclab/spec";
import { NO_PORT, type Lid, type SwitchIx } from "@fabriclab/units";
import { autonetPorts } from "./autonet.ts";
import type { FirstPorts } from "./first-ports.ts";
import { hostsAt, routeLoad } from "./load.ts";
import { upDownOrder } from "./order.ts";
import { bestRoot, namedRoot, opensmRoot } from "./root.ts";
import { treePorts } from "./tree.ts";

/** What the plugin's parameters say. */
export interface UpDownOptions {
  readonly mode: "autonet" | "tree";
  readonly root: string;
  readonly descend: "unless-longer" | "always";
}

/**
 * The rule of up/down routing.
 *
 * Complexity: see `treePorts` and `autonetPorts`, once for each switch with destinations, when it is first asked for; then O(1) for a candidate. With
 * `root: best`, that for every switch as root beforehand. Keeps one byte for each pair of switches.
 *
 * @throws FabricError E_UPDOWN_ROOT, E_UPDOWN_NO_ROOT
 */
export function createUpDown(
  { fabric, lids }: RoutingContext,
  options: UpDownOptions,
): RoutingRule {
  const exits = lidExits(fabric, lids);
  const root = rootOf(fabric, options);
  const firstPorts = portsFrom(fabric, root, options);
  const known = new Map<number, Uint8Array>();
  return {
    notes: [note(fabric, root, options)],
    candidates(at: SwitchIx, lid: Lid, out: Uint8Array): number {
      const to = exits.sw[lid] ?? -1;
      if (to < 0) return 0;
      let ports = known.get(to);
      if (ports === undefined) {
        ports = firstPorts(to as SwitchIx);
        known.set(to, ports);
      }
      const port =
        at === to ? (exits.port[lid] ?? NO_PORT) : (ports[at] ?? NO_PORT);
      if (port === NO_PORT) return 0;
      out[0] = port;
      return 1;
    },
  };
}

function note(
  fabric: Fabric,
  root: SwitchIx,
  { mode, root: asked }: UpDownOptions,
): string {
  const chosen =
    asked === "best" || asked === "opensm" ? `, chosen by root: ${asked}` : "";
  return `updown: the root is ${fabric.nodeName[root] ?? ""}${chosen}; mode ${mode} uses ${mode === "tree" ? "the links of a spanning tree alone" : "all links"}`;
}

function portsFrom(
  fabric: Fabric,
  root: SwitchIx,
  { mode, descend }: UpDownOptions,
): FirstPorts {
  const order = upDownOrder(fabric, root);
  return mode === "tree"
    ? treePorts(fabric, order)
    : autonetPorts(fabric, order, descend === "unless-longer");
}

/** The root that the options name. @throws FabricError E_UPDOWN_ROOT, E_UPDOWN_NO_ROOT */
export function rootOf(fabric: Fabric, options: UpDownOptions): SwitchIx {
  if (options.root === "opensm") return opensmRoot(fabric);
  if (options.root !== "best") return namedRoot(fabric, options.root);
  const hosts = hostsAt(fabric);
  return bestRoot(fabric, (root, limit) =>
    routeLoad(fabric, hosts, portsFrom(fabric, root, options), limit),
  );
}
