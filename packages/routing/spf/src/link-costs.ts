import { FabricError, type Fabric } from "@fabriclab/spec";
import { nearest, type NodeIx } from "@fabriclab/units";

/** So that sums along any path stay exact integers, in units of a common denominator too. */
export const LARGEST_COST = 1_000_000;

/** What the parameters of `spf` say about costs. */
export interface CostOptions {
  readonly cost: "hops" | "inverse-rate";
  /** `node:port` -> cost of the link there. */
  readonly costs: Readonly<Record<string, number>>;
}

const greatestDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestDivisor(b, a % b);

/**
 * Cost of every channel as an integer: sums of integers are exact, so that paths of equal cost are found equal whatever the order of their links.
 *
 * @returns channel (sending port) -> cost; links of hosts too, though they are on every path of theirs
 * @throws FabricError E_SPF_COST_LINK, E_SPF_COST_TWICE
 */
export function channelCosts(
  fabric: Fabric,
  { cost, costs }: CostOptions,
): Float64Array {
  const { linkCount, linkBytePsNum, linkBytePsDen, portLink } = fabric;
  // Costs in ps a byte are fractions; all are multiplied by their least common denominator.
  let unit = 1;
  if (cost === "inverse-rate")
    for (let link = 0; link < linkCount; link++) {
      const den = linkBytePsDen[link] ?? 1;
      unit *= den / greatestDivisor(unit, den);
    }
  const ofLink = new Float64Array(linkCount).fill(1);
  if (cost === "inverse-rate")
    for (let link = 0; link < linkCount; link++)
      ofLink[link] =
        (linkBytePsNum[link] ?? 0) * (unit / (linkBytePsDen[link] ?? 1));
  const namedBy = new Map<number, string>();
  for (const [key, given] of Object.entries(costs)) {
    const link = linkOf(fabric, key);
    const before = namedBy.get(link);
    if (before !== undefined)
      throw new FabricError({
        code: "E_SPF_COST_TWICE",
        message: "one link is given two costs",
        where: { path: `costs.${key}` },
        got: `${before} and ${key}, the two ends of one link`,
        expected: "every link once, by either of its ends",
      });
    namedBy.set(link, key);
    ofLink[link] = given * unit;
  }
  return Float64Array.from(portLink, (link) =>
    link < 0 ? Infinity : (ofLink[link] ?? Infinity),
  );
}

/** The link between switches that `node:port` names. */
function linkOf(fabric: Fabric, key: string): number {
  const colon = key.lastIndexOf(":");
  const [name, digits] = [key.slice(0, colon), key.slice(colon + 1)];
  const refuse = (message: string, expected: string, hint?: string): never => {
    throw new FabricError({
      code: "E_SPF_COST_LINK",
      message,
      where: { path: `costs.${key}` },
      got: key,
      expected,
      ...(hint === undefined ? {} : { hint }),
    });
  };
  if (colon < 1 || !/^[1-9]\d{0,2}$/.test(digits))
    return refuse("this names no port", "node:port, such as S1:2");
  const node = findSwitch(fabric, name);
  if (node === undefined) {
    const names = fabric.nodeName.slice(0, fabric.switchCount);
    const right = nearest(name, names);
    return refuse(
      `the fabric has no switch, or several, of the name ${name}`,
      "the NodeDescription or the GUID (0x…) of one switch",
      right === undefined || right === name
        ? undefined
        : `did you mean ${right}:${digits}?`,
    );
  }
  const num = Number(digits);
  const radix = fabric.radix(node);
  if (num > radix)
    return refuse(`${name} has no port ${num}`, `a port from 1 to ${radix}`);
  const port = (fabric.portStart[node] ?? 0) + num - 1;
  const peer = fabric.portPeer[port] ?? -1;
  if (peer < 0)
    return refuse(`nothing is cabled to port ${num} of ${name}`, "a link");
  if ((fabric.portNode[peer] ?? 0) >= fabric.switchCount)
    return refuse(
      `port ${num} of ${name} leads to a host, whose cost changes no path`,
      "a link between switches",
    );
  return fabric.portLink[port] ?? -1;
}

function findSwitch(fabric: Fabric, name: string): NodeIx | undefined {
  const node = /^0x[0-9a-f]{1,16}$/i.test(name)
    ? (fabric.findNode(name) ?? fabric.findGuid(BigInt(name)))
    : fabric.findNode(name);
  return node !== undefined && fabric.isSwitch(node) ? node : undefined;
}
