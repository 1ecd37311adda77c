import { FabricError, type Fabric } from "@fabriclab/spec";
import type { Change } from "@fabriclab/sim";
import type { ErrorPlace } from "@fabriclab/spec";
import { parseTime, type NodeIx, type PortIx, type Ps } from "@fabriclab/units";
import { deepest, plain, gotten, type Located } from "./located.ts";

/** A change as it is written: a link is named by a port, `S3:2`, and a whole node by its name; both are looked for when there is a fabric. */
export interface PlacedChange {
  readonly at: Ps;
  readonly does: "fail" | "restore" | "resweep";
  /** `S3:2`, or `S3` for all links of it; empty for a re-sweep. */
  readonly what: string;
  readonly place: ErrorPlace;
}

const KINDS = ["fail", "restore", "resweep"] as const;
const EXPECTED =
  "{ at: 10us, fail: S3:2 }, { at: 10us, restore: S3:2 }, the same of S3 with all its links, or { at: 10us, resweep: true }";

/**
 * Reads the key `changes`.
 *
 * @throws FabricError E_SCENARIO_BAD_VALUE, E_UNITS_TIME, with the line
 */
export function readChanges(root: Located): PlacedChange[] {
  const node = deepest(root, ["changes"]);
  if (node.depth === 0) return [];
  const items = node.value.type === "list" ? node.value.items : [node.value];
  return items.map(readChange);
}

function readChange(item: Located): PlacedChange {
  const refuse = (message: string, at: ErrorPlace = item.at): never => {
    throw new FabricError({
      code: "E_SCENARIO_BAD_VALUE",
      message,
      where: at,
      got: gotten(plain(item)),
      expected: EXPECTED,
    });
  };
  if (item.type !== "map") return refuse("A change is a mapping.");
  for (const [key, entry] of item.entries)
    if (key !== "at" && !(KINDS as readonly string[]).includes(key))
      refuse(`A change has no key ${key}.`, entry.at);
  const written = KINDS.filter((kind) => item.entries.has(kind));
  const [does] = written;
  if (does === undefined || written.length > 1)
    return refuse("A change says one of fail, restore and resweep.");
  const when = item.entries.get("at");
  const given = when === undefined ? undefined : plain(when.value);
  if (typeof given !== "string" && typeof given !== "number")
    return refuse(
      "A change says at which time, with its unit.",
      when?.value.at ?? item.at,
    );
  const at = timeAt(given, when?.value.at ?? item.at);
  const value = item.entries.get(does)?.value ?? item;
  const named = plain(value);
  if (does === "resweep") {
    if (named !== true)
      refuse("A re-sweep is written resweep: true.", value.at);
  } else if (typeof named !== "string" || named === "")
    refuse(
      "A link is named by a port at either end, such as S3:2, and a switch or host with all its links by its name.",
      value.at,
    );
  return {
    at,
    does,
    what: does === "resweep" ? "" : String(named),
    place: value.at,
  };
}

/** One time: several are a sweep's, which varies a key of a plugin. */
function timeAt(given: string | number, where: ErrorPlace): Ps {
  try {
    return parseTime(given);
  } catch (error) {
    throw FabricError.is(error) ? error.at(where) : error;
  }
}

/**
 * The changes of a run on `fabric`.
 *
 * @throws FabricError E_SCENARIO_NO_SUCH_LINK for a name that no node, or more than one, has, and for a port without a cable
 */
export function changesOn(
  fabric: Fabric,
  changes: readonly PlacedChange[],
): Change[] {
  return changes.map(({ at, does, what, place }): Change => {
    if (does === "resweep") return { at, resweep: true };
    const named = partNamed(fabric, what, place);
    if ("node" in named)
      return does === "fail"
        ? { at, failNode: named.node }
        : { at, restoreNode: named.node };
    return does === "fail"
      ? { at, fail: named.port }
      : { at, restore: named.port };
  });
}

/** `S3:2` is a port of S3, unless a node is called so and none is called S3. */
function partNamed(
  fabric: Fabric,
  what: string,
  where: ErrorPlace,
): { readonly port: PortIx } | { readonly node: NodeIx } {
  const refuse = (message: string, expected: string): never => {
    throw new FabricError({
      code: "E_SCENARIO_NO_SUCH_LINK",
      message,
      where,
      got: what,
      expected,
    });
  };
  const [, name = what, written] = /^(.+):(\d+)$/.exec(what) ?? [];
  const node = fabric.findNode(name);
  const whole = fabric.findNode(what);
  if (whole !== undefined && (written === undefined || node === undefined))
    return { node: whole };
  if (node === undefined)
    return refuse(
      `No node, or more than one, is called ${name}.`,
      `a node of ${fabric.name}, such as ${fabric.nodeName[0] ?? ""}, or a link of it, such as ${fabric.nodeName[0] ?? ""}:1`,
    );
  const num = Number(written);
  const radix = fabric.radix(node);
  const port = (fabric.portStart[node] ?? 0) + num - 1;
  if (num < 1 || num > radix || (fabric.portPeer[port] ?? -1) < 0)
    return refuse(
      `${name} has no cable at port ${num}.`,
      `a port from 1 to ${radix} with a cable`,
    );
  return { port: port as PortIx };
}
