import {
  adapterHost,
  FabricError,
  nearest,
  type Fabric,
} from "@fabriclab/spec";
import { formatGuid } from "@fabriclab/units";
import { nodeName } from "./names.ts";

/** The node that a word names; undefined where none or several do, and for no word: a node without a description is named by its GUID. */
export function namedNode(fabric: Fabric, word: string): number | undefined {
  if (word === "") return undefined;
  const named = fabric.findNode(word);
  if (named !== undefined) return named;
  const withGuid = (pattern: RegExp): number | undefined => {
    const digits = pattern.exec(word)?.[1];
    return digits === undefined
      ? undefined
      : fabric.findGuid(BigInt(`0x${digits}`));
  };
  // As reports and hints write the name of a node that shares its own.
  const alike = withGuid(/ 0x([0-9a-f]{16})$/);
  if (alike !== undefined && nodeName(fabric, alike) === word) return alike;
  const told = withGuid(/^(?:[SHR]-|0x)([0-9a-f]{1,16})$/i);
  if (told !== undefined || fabric.nodeName.includes(word)) return told;
  const [adapter, ...others] = adaptersOf(fabric, word);
  return others.length === 0 ? adapter : undefined;
}

/** Nodes whose descriptions are this host's name and an adapter. */
const adaptersOf = (fabric: Fabric, host: string): number[] =>
  fabric.nodeName.flatMap((name, node) =>
    node >= fabric.switchCount && adapterHost(name) === host ? [node] : [],
  );

/** What is said of a word that names no node, or several; `more` is what the word may name besides. */
export function noSuchNode(
  fabric: Fabric,
  got: string,
  place: { readonly path: string; readonly more: string },
): FabricError {
  const bare = got.replace(/:\d+$/, "");
  const adapters = adaptersOf(fabric, bare);
  const name = fabric.nodeName.includes(got) ? got : bare;
  const alike = fabric.nodeName.flatMap((one, node) =>
    one === name ? [node] : [],
  );
  const shared = name === "" ? 0 : alike.length;
  const close = nearest(bare, fabric.nodeName);
  return new FabricError({
    code: "E_CLI_NO_SUCH_NODE",
    message:
      shared > 1
        ? `${shared} nodes have this name.`
        : adapters.length > 1
          ? `The host ${bare} has ${adapters.length} adapters.`
          : "The fabric has no such node.",
    where: { path: place.path },
    got,
    expected: `a node as S-GUID, 0xGUID or by a name that it alone has${place.more}`,
    hint:
      shared > 1
        ? `name one by its GUID: ${someOf(
            alike.map((node) => formatGuid(fabric.nodeGuid[node] ?? 0n)),
          )}`
        : adapters.length > 1
          ? `name one of them: ${someOf(adapters.map((node) => nodeName(fabric, node)))}`
          : close === undefined
            ? `nodes are named such as ${examples(fabric).join(", ")}`
            : `did you mean ${close}?`,
  });
}

/** Names that a hint has room for. */
const someOf = (names: readonly string[]): string =>
  `${names.slice(0, 4).join(", ")}${names.length > 4 ? ", …" : ""}`;

/** Names of two switches and a host, for whoever has none in mind. */
const examples = (fabric: Fabric): string[] =>
  [...new Set([0, Math.min(1, fabric.switchCount), fabric.switchCount])]
    .filter((node) => node < fabric.nodeName.length)
    .map((node) => nodeName(fabric, node));
