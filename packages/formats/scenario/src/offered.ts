import { FabricError, type ErrorPlace } from "@fabriclab/spec";
import { offeredKeys, partsOf } from "./keys.ts";
import { deepest, plain, show, type Located } from "./located.ts";
import { withValue } from "./overrides.ts";
import { namesEntry } from "./entry-keys.ts";
import type { KeptParts } from "./parsed.ts";
import type { AnyPlugin, Registry } from "./registry.ts";
import { readSection } from "./section.ts";

/** An entry of traffic, as far as its load goes. */
interface Entry {
  readonly index: number;
  readonly plugin: AnyPlugin | undefined;
  readonly node: Located;
}

/** So many digits that `0.1 · 70/100` is the 0.07 that one would write. */
const DIGITS = 12;

/**
 * The scenario with the `load` of each entry of traffic that shares what `offered` says: a plugin knows nothing of that.
 *
 * Entries share it whose kind has a `load`, unless they write one of their own: those offer it besides.
 *
 * @throws FabricError `E_SCENARIO_OFFERED` where it does not fit the entries, or a load is none; `E_SCENARIO_MIX`; `E_SPEC_…` for other keys
 */
export function withOfferedLoads(
  root: Located,
  registry: Registry,
  kept: KeptParts,
): Located {
  const offered = deepest(root, ["offered"]);
  const traffic = deepest(root, ["traffic"]);
  if (offered.depth === 0 || traffic.depth === 0) return root;
  if (root.type !== "map" || traffic.value.type !== "list") return root;
  const value = kept.together([offered.value, traffic.value], "offered", () =>
    deepest(withLoads(root, offered.value, registry), ["traffic"]),
  ).value;
  const entries = new Map(root.entries);
  return {
    ...root,
    entries: entries.set("traffic", { at: traffic.key, value }),
  };
}

function withLoads(
  root: Located,
  offered: Located,
  registry: Registry,
): Located {
  const { load, mix } = readSection(
    root,
    "offered",
    offeredKeys,
    offered,
    registry,
  );
  const rated = entriesOf(root, registry).filter(takesLoad);
  const own = rated.filter(({ node }) => hasLoad(node));
  const sharing = rated.filter(({ node }) => !hasLoad(node));
  const parts = mix === undefined ? [1] : partsOf(mix);
  if (sharing.length === 0 || parts.length !== sharing.length)
    throw misfit(root, sharing, own, mix);
  if (load > 1 && !rated.some(overloads)) throw overload(root, load, rated);
  const sum = parts.reduce((all, part) => all + part, 0);
  const place = placeOf(root, "load");
  return sharing.reduce(
    (now, { index }, at) =>
      withValue(
        now,
        ["traffic", index, "load"],
        Number(((load * (parts[at] ?? 0)) / sum).toPrecision(DIGITS)),
        place,
      ),
    root,
  );
}

function entriesOf(root: Located, registry: Registry): Entry[] {
  const { value } = deepest(root, ["traffic"]);
  return (value.type === "list" ? value.items : []).map((node, index) => {
    const name = plain(
      node.type === "map" ? (node.entries.get("kind")?.value ?? node) : node,
    );
    const plugin = registry.traffic?.find((one) => one.name === name);
    return { index, plugin, node };
  });
}

const takesLoad = ({ plugin }: Entry): boolean =>
  plugin !== undefined && "load" in plugin.params.shape;

const hasLoad = (node: Located): boolean =>
  node.type === "map" && node.entries.has("load");

const overloads = ({ node }: Entry): boolean =>
  node.type === "map" &&
  plain(node.entries.get("overload")?.value ?? node) === true;

const placeOf = (root: Located, key: string): ErrorPlace =>
  deepest(root, ["offered", key]).value.at;

/** Its name, which may turn out to be refused; else its place. */
const labelOf = ({ index, node, plugin }: Entry): string => {
  const name =
    node.type === "map" && plugin !== undefined && namesEntry(plugin)
      ? node.entries.get("name")?.value
      : undefined;
  return name === undefined ? `traffic[${index}]` : show(plain(name));
};

const named = (entries: readonly Entry[]): string =>
  entries
    .map((entry) => `${labelOf(entry)} (${entry.plugin?.name ?? ""})`)
    .join(", ");

function misfit(
  root: Located,
  sharing: readonly Entry[],
  own: readonly Entry[],
  mix: string | undefined,
): FabricError {
  const count = sharing.length;
  const among = count === 0 ? "no entry" : named(sharing);
  return new FabricError({
    code: "E_SCENARIO_OFFERED",
    message:
      count === 0
        ? "No entry of traffic is there to share what is offered."
        : mix === undefined
          ? "Several entries of traffic share what is offered, and nothing says how."
          : "The mix has not as many parts as entries of traffic share it.",
    where: { ...placeOf(root, mix === undefined ? "load" : "mix") },
    got: mix === undefined ? among : `${mix} for ${among}`,
    expected:
      count === 0
        ? "an entry of a kind that has a load, such as poisson, and writes none"
        : `a part for each in their order, such as mix: ${sharing.map(() => 1).join(":")}`,
    ...(own.length === 0
      ? {}
      : {
          hint: `${named(own)} ${own.length === 1 ? "has a load of its own, which keeps it" : "have loads of their own, which keep them"} out of this; leave that out`,
        }),
  });
}

function overload(
  root: Located,
  load: number,
  rated: readonly Entry[],
): FabricError {
  const willing = rated.filter(
    ({ plugin }) => plugin !== undefined && "overload" in plugin.params.shape,
  );
  return new FabricError({
    code: "E_SCENARIO_OFFERED",
    message: "A load above 1 is more than the host's link can carry.",
    where: placeOf(root, "load"),
    got: String(load),
    expected: "more than 0, at most 1",
    ...(willing.length === 0
      ? {}
      : {
          hint: `write overload: true in ${willing.map(labelOf).join(" or ")} where the host's own link is meant to be overloaded`,
        }),
  });
}
