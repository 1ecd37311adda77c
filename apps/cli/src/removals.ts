import { randomStream } from "@fabriclab/kernel";
import { FabricError, nearest, type Fabric } from "@fabriclab/spec";
import { guidName, nodeName } from "./naming/names.ts";
import { many } from "./naming/words.ts";

/** Cables that are taken away together. */
export interface Removal {
  /** What fails, for readers. */
  readonly label: string;
  /** Links of the fabric. */
  readonly links: readonly number[];
  /** What was drawn, where that was left to chance. */
  readonly drawn?: readonly string[];
}

/**
 * What `--remove` names: a node (`S-…` as ibnetdiscover writes it, a GUID 0x…, or a NodeDescription) with all its cables, or one port of it (`node:port`)
 * with its cable.
 *
 * @throws FabricError `E_CLI_NO_SUCH_NODE`, `E_CLI_NO_SUCH_CABLE`
 */
export function namedRemoval(fabric: Fabric, text: string): Removal {
  const whole = nodeOf(fabric, text);
  if (whole !== undefined)
    return { label: text, links: linksOf(fabric, whole, text) };
  // A NodeDescription may hold colons: only what stands behind the last one may be a port.
  const [, name = "", digits = ""] = /^(.+):(\d+)$/.exec(text) ?? [];
  const node = nodeOf(fabric, name);
  if (node === undefined) throw noSuchNode(fabric, text);
  const start = fabric.portStart[node] ?? 0;
  const radix = (fabric.portStart[node + 1] ?? 0) - start;
  const num = Number(digits);
  const link =
    num >= 1 && num <= radix ? (fabric.portLink[start + num - 1] ?? -1) : -1;
  if (link >= 0) return { label: text, links: [link] };
  throw new FabricError({
    code: "E_CLI_NO_SUCH_CABLE",
    message: `${nodeName(fabric, node)} has no cable there.`,
    where: { path: "--remove" },
    got: text,
    expected: `a cabled port of 1 to ${radix}`,
  });
}

function linksOf(fabric: Fabric, node: number, text: string): number[] {
  const links = new Set<number>();
  for (
    let port = fabric.portStart[node] ?? 0;
    port < (fabric.portStart[node + 1] ?? 0);
    port++
  ) {
    const link = fabric.portLink[port] ?? -1;
    if (link >= 0) links.add(link);
  }
  if (links.size > 0) return [...links];
  throw new FabricError({
    code: "E_CLI_NO_SUCH_CABLE",
    message: `${nodeName(fabric, node)} has no cables to lose.`,
    where: { path: "--remove" },
    got: text,
    expected: "a node with cables",
  });
}

/** The node that a word names; undefined where none or several do. */
function nodeOf(fabric: Fabric, word: string): number | undefined {
  const named = fabric.findNode(word);
  if (named !== undefined) return named;
  const digits = /^(?:[SHR]-|0x)([0-9a-f]{1,16})$/i.exec(word)?.[1];
  return digits === undefined
    ? undefined
    : fabric.findGuid(BigInt(`0x${digits}`));
}

function noSuchNode(fabric: Fabric, got: string): FabricError {
  const shared = fabric.nodeName.filter((name) => name === got).length;
  const close = nearest(got.replace(/:\d+$/, ""), fabric.nodeName);
  return new FabricError({
    code: "E_CLI_NO_SUCH_NODE",
    message:
      shared > 1
        ? `${shared} nodes have this name.`
        : "The fabric has no such node.",
    where: { path: "--remove" },
    got,
    expected:
      "a node as S-GUID, 0xGUID or by a name that it alone has; with :PORT, one cable of it",
    hint:
      shared > 1
        ? `name one by its GUID: ${fabric.nodeName
            .flatMap((name, node) =>
              name === got ? [guidName(fabric.nodeGuid[node] ?? 0n)] : [],
            )
            .slice(0, 4)
            .join(", ")}${shared > 4 ? ", …" : ""}`
        : close === undefined
          ? `nodes are named such as ${examples(fabric).join(", ")}`
          : `did you mean ${close}?`,
  });
}

/** Names of two switches and a host, for whoever has none in mind. */
const examples = (fabric: Fabric): string[] =>
  [0, 1, fabric.switchCount]
    .filter((node) => node < fabric.nodeName.length)
    .map((node) => nodeName(fabric, node));

/** Cables between switches, by link. */
export function switchLinks(fabric: Fabric): number[] {
  const { linkPorts, portNode, switchCount } = fabric;
  const isSwitch = (end: number): boolean =>
    (portNode[linkPorts[end] ?? 0] ?? switchCount) < switchCount;
  return Array.from({ length: fabric.linkCount }, (_, link) => link).filter(
    (link) => isSwitch(2 * link) && isSwitch(2 * link + 1),
  );
}

/**
 * Cables between switches, drawn without repetition.
 *
 * @throws FabricError `E_CLI_BAD_NUMBER` for more than there are
 */
export function randomRemoval(
  fabric: Fabric,
  count: number,
  seed: number,
): Removal {
  const links = switchLinks(fabric);
  if (count > links.length)
    throw new FabricError({
      code: "E_CLI_BAD_NUMBER",
      message: "There are not so many cables between switches.",
      where: { path: "--random-links" },
      got: String(count),
      expected: `1 to ${links.length}`,
    });
  const random = randomStream(seed, "failures");
  for (let i = 0; i < count; i++) {
    const other = i + random.below(links.length - i);
    [links[i], links[other]] = [links[other] ?? 0, links[i] ?? 0];
  }
  const drawn = links.slice(0, count).sort((a, b) => a - b);
  return {
    label: `${many(count, "random cable")} (seed ${seed})`,
    links: drawn,
    drawn: drawn.map((link) => cableName(fabric, link)),
  };
}

/** Every single failure: of each switch with cables, or of each cable between switches. */
export function everyRemoval(
  fabric: Fabric,
  what: "switch" | "link",
): Removal[] {
  if (what === "link")
    return switchLinks(fabric).map((link) => ({
      label: cableName(fabric, link),
      links: [link],
    }));
  return Array.from({ length: fabric.switchCount }, (_, sw) => sw).flatMap(
    (sw) => {
      const from = fabric.portStart[sw] ?? 0;
      const links = fabric.portLink
        .subarray(from, fabric.portStart[sw + 1] ?? 0)
        .filter((link) => link >= 0);
      return links.length === 0
        ? []
        : [{ label: switchName(fabric, sw), links: [...new Set(links)] }];
    },
  );
}

/** A switch by its name, or by its GUID where several share it. */
const switchName = (fabric: Fabric, sw: number): string =>
  fabric.findNode(fabric.nodeName[sw] ?? "") === undefined
    ? guidName(fabric.nodeGuid[sw] ?? 0n)
    : (fabric.nodeName[sw] ?? "");

/** `A:5 - B:5` */
function cableName(fabric: Fabric, link: number): string {
  const end = (port: number): string => {
    const node = fabric.portNode[port] ?? 0;
    return `${nodeName(fabric, node)}:${port - (fabric.portStart[node] ?? 0) + 1}`;
  };
  return [2 * link, 2 * link + 1]
    .map((place) => end(fabric.linkPorts[place] ?? 0))
    .join(" - ");
}
