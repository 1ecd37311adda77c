import {
  endportName,
  FabricError,
  type Fabric,
  type LidTable,
} from "@fabriclab/spec";
import {
  MULTICAST_LID_MIN,
  type EndportIx,
  type Lid,
  type NodeIx,
  type PortIx,
} from "@fabriclab/units";
import { namedNode, noSuchNode } from "../naming/named-node.ts";

/** An end of a path, as it was named. */
export interface NamedEndport {
  readonly endport: EndportIx;
  /** The LID by which it was named; absent where it was named otherwise. */
  readonly lid?: Lid;
}

/**
 * The endport that a word names: a LID, a node with one cabled port, `node:port`, or a switch, which stands for its port 0.
 *
 * @param argument that the word was given for, such as `<from>`
 * @throws FabricError `E_CLI_NO_SUCH_NODE`
 */
export function namedEndport(
  fabric: Fabric,
  lids: LidTable,
  word: string,
  argument: string,
): NamedEndport {
  // Why before GUIDs: these have 16 digits wherever they are printed.
  if (
    /^(?:0x[0-9a-f]{1,4}|\d{1,5})$/i.test(word) &&
    fabric.findNode(word) === undefined
  )
    return ofLid(lids, word, argument);
  const whole = namedNode(fabric, word);
  // A NodeDescription may hold colons: only what stands behind the last one may be a port.
  const [, name = "", num = ""] = /^(.+):(\d+)$/.exec(word) ?? [];
  const node = whole ?? namedNode(fabric, name);
  if (node === undefined)
    throw noSuchNode(fabric, word, {
      path: argument,
      more: ", with :PORT where it has several, or a LID",
    });
  if (node < fabric.switchCount) return { endport: node as EndportIx };
  const ports = endportsOf(fabric, node as NodeIx);
  const cabled = ports.filter(
    ({ endport }) => fabric.attachment(endport) !== undefined,
  );
  const all = ports.length === 1 ? ports : cabled;
  const [one, ...others] =
    whole === undefined
      ? ports.filter((port) => port.num === Number(num))
      : all;
  if (one !== undefined && others.length === 0) return { endport: one.endport };
  throw new FabricError({
    code: "E_CLI_NO_SUCH_NODE",
    message:
      one === undefined
        ? "The host has no such port that is cabled."
        : `${others.length + 1} ports of this host are cabled.`,
    where: { path: argument },
    got: word,
    expected: "one port of the host",
    hint: `its ports are ${ports.map(({ endport }) => endportName(fabric, endport)).join(", ")}`,
  });
}

/** Endports of a host, with their port numbers. */
function endportsOf(
  fabric: Fabric,
  node: NodeIx,
): { readonly endport: EndportIx; readonly num: number }[] {
  const found = [];
  for (
    let i = fabric.nodeEndport[node] ?? 0;
    fabric.endportNode[i] === node;
    i++
  )
    found.push({
      endport: i as EndportIx,
      num: fabric.numOf((fabric.endportPort[i] ?? 0) as PortIx),
    });
  return found;
}

function ofLid(lids: LidTable, word: string, argument: string): NamedEndport {
  const lid = Number(word) as Lid;
  const owner = lids.owner[lid] ?? -1;
  if (owner >= 0) return { endport: owner as EndportIx, lid };
  throw new FabricError({
    code: "E_CLI_NO_SUCH_NODE",
    message: "No port has this LID.",
    where: { path: argument },
    got: word,
    expected: "the LID, the name or the GUID of a host or a switch",
    ...(lid >= MULTICAST_LID_MIN
      ? { hint: `--mlid ${word} follows multicast to one of its members` }
      : {}),
  });
}
