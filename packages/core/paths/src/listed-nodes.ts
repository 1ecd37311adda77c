import { endportsByGuid } from "@fabriclab/fabric";
import { FabricError, nearest, type Fabric } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";

/** Names or GUIDs as a user writes them: a list, or one text with commas between them. */
export type Listed = string | readonly string[] | undefined;

const GUID = /^0x[0-9a-f]{1,16}$/i;

/**
 * The switches of a list; undefined where there is none.
 *
 * @param code of the refusal
 * @throws FabricError `code` for what is no switch
 */
export function listedSwitches(
  fabric: Fabric,
  listed: Listed,
  code: `E_${string}`,
): SwitchIx[] | undefined {
  if (listed === undefined) return undefined;
  const found = namesIn(fabric, listed).map((name) => {
    const node = nodeOf(fabric, name);
    if (node === undefined || node >= fabric.switchCount)
      throw unknown(fabric, code, "roots", name, node, true);
    return node as SwitchIx;
  });
  return [...new Set(found)];
}

/**
 * Endport -> 1 for the host ports of a list, all ports of a host that is named; undefined where there is none.
 *
 * @param parameter whose list it is
 * @param code of the refusal
 * @throws FabricError `code` for what is neither a host nor a host's port
 */
export function listedHosts(
  fabric: Fabric,
  listed: Listed,
  parameter: string,
  code: `E_${string}`,
): Uint8Array | undefined {
  if (listed === undefined) return undefined;
  const { switchCount, portStart, nodeEndport } = fabric;
  const ports = endportsByGuid(fabric);
  const marked = new Uint8Array(fabric.endportCount);
  for (const name of namesIn(fabric, listed)) {
    const port = GUID.test(name) ? ports.get(BigInt(name)) : undefined;
    if (port !== undefined && port >= switchCount) {
      marked[port] = 1;
      continue;
    }
    const node = nodeOf(fabric, name);
    if (node === undefined || node < switchCount)
      throw unknown(fabric, code, parameter, name, node, false);
    const first = nodeEndport[node] ?? 0;
    const count = (portStart[node + 1] ?? 0) - (portStart[node] ?? 0);
    marked.fill(1, first, first + count);
  }
  return marked;
}

/** A name with commas outside brackets that is no node's is a list, as it is written on a command line. */
const namesIn = (
  fabric: Fabric,
  listed: NonNullable<Listed>,
): readonly string[] =>
  [listed].flat().flatMap((name) =>
    name.includes(",") && fabric.findNode(name) === undefined
      ? name
          .split(/,(?![^(]*\)|[\d,]*>)/)
          .map((part) => part.trim())
          .filter((part) => part !== "")
      : [name],
  );

function nodeOf(fabric: Fabric, name: string): number | undefined {
  return GUID.test(name)
    ? fabric.findGuid(BigInt(name))
    : fabric.findNode(name);
}

function unknown(
  { nodeName, switchCount }: Fabric,
  code: `E_${string}`,
  parameter: string,
  name: string,
  node: number | undefined,
  switches: boolean,
): FabricError {
  const what = switches ? "a switch" : "a host or a host's port";
  const close = nearest(
    name,
    switches ? nodeName.slice(0, switchCount) : nodeName.slice(switchCount),
  );
  return new FabricError({
    code,
    message: `${parameter} lists what is not ${what} of the fabric`,
    where: { path: `routing.${parameter}` },
    got:
      node === undefined
        ? name
        : `${name}, ${node < switchCount ? "a switch" : "a host"}`,
    expected: `the name of ${what} where it is unique, or its GUID (0x…)`,
    ...(close === undefined || close === name
      ? {}
      : { hint: `did you mean ${close}?` }),
  });
}
