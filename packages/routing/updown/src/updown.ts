import { lidExits, switchLinks, switchPlanes } from "@fabriclab/paths";
import type {
  Fabric,
  RoutingContext,
  RoutingRule,
  TablesProgress,
} from "@fabriclab/spec";
import { NO_PORT, type Lid, type SwitchIx } from "@fabriclab/units";
import { autonetPorts } from "./autonet.ts";
import type { FirstPorts } from "./first-ports.ts";
import { hostsAt } from "./load.ts";
import { upDownOrders } from "./order.ts";
import { bestRoot, indexedRoot, namedRoots, opensmRootOfEach } from "./root.ts";
import { treePorts } from "./tree.ts";
import { trialOf } from "./trial.ts";

/** What the plugin's parameters say. */
export interface UpDownOptions {
  readonly mode: "autonet" | "tree";
  /** Name or GUID of a switch (several with commas between), index of a switch, `best` or `opensm`. */
  readonly root: string | number;
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
  { fabric, lids, onProgress }: RoutingContext,
  options: UpDownOptions,
): RoutingRule {
  const exits = lidExits(fabric, lids);
  const roots = rootsOf(fabric, options, onProgress);
  const firstPorts = portsFrom(fabric, roots, options);
  const known = new Map<number, Uint8Array>();
  return {
    // A fabric of hosts back to back has no switches to say anything of.
    notes: roots.length === 0 ? [] : [note(fabric, roots, options)],
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
  roots: readonly SwitchIx[],
  { mode, root: asked }: UpDownOptions,
): string {
  const chosen =
    asked === "best" || asked === "opensm" ? `, chosen by root: ${asked}` : "";
  const names = roots.map((root) => fabric.nodeName[root] ?? "");
  const are =
    names.length === 1
      ? `the root is ${names[0] ?? ""}`
      : `the roots of ${names.length} parts that no cables join are ${names.slice(0, 4).join(", ")}${names.length > 4 ? ", …" : ""}`;
  return `updown: ${are}${chosen}; mode ${mode} uses ${mode === "tree" ? "the links of a spanning tree alone" : "all links"}`;
}

function portsFrom(
  fabric: Fabric,
  roots: readonly SwitchIx[],
  { mode, descend }: UpDownOptions,
): FirstPorts {
  const links = switchLinks(fabric);
  const order = upDownOrders(fabric, links)(roots);
  return mode === "tree"
    ? treePorts(fabric, links, order)
    : autonetPorts(fabric, order, descend === "unless-longer");
}

/**
 * The roots that the options name, or by their rule one for each part of the fabric with hosts that no cables join to the others.
 *
 * @throws FabricError E_UPDOWN_ROOT, E_UPDOWN_NO_ROOT
 */
export function rootsOf(
  fabric: Fabric,
  options: UpDownOptions,
  onProgress?: TablesProgress,
): SwitchIx[] {
  const planes = switchPlanes(fabric);
  if (options.root === "opensm") return opensmRootOfEach(fabric, planes);
  if (typeof options.root === "number")
    return [indexedRoot(fabric, options.root)];
  if (options.root !== "best") return namedRoots(fabric, options.root, planes);
  const all = hostsAt(fabric);
  const links = switchLinks(fabric);
  const orderFrom = upDownOrders(fabric, links);
  const { mode, descend } = options;
  let tried = 0;
  return Array.from({ length: planes.count }, (_, plane) => plane).flatMap(
    (plane) => {
      const hosts = all.map((count, sw) =>
        planes.of[sw] === plane ? count : 0,
      );
      // Without hosts nothing is to be chosen by.
      if (planes.count > 1 && hosts.every((count) => count === 0)) return [];
      const trial = trialOf({ links, orderFrom, mode, descend }, hosts);
      const best = bestRoot(
        fabric,
        (sw) => planes.of[sw] === plane,
        (root, limit) => {
          onProgress?.("trying roots", tried++, fabric.switchCount);
          return trial(root, limit);
        },
      );
      return [best];
    },
  );
}
