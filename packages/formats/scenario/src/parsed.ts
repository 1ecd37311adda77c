import { plain, type Located } from "./located.ts";
import { withLists } from "./overrides.ts";
import type { Registry } from "./registry.ts";
import { readYaml } from "./yaml.ts";

/** The YAML of a scenario, read once. */
export interface ParsedScenario {
  /** Shared by all who read it: overrides make another root, and keep what they leave alone. */
  readonly root: Located;
  /** What scenarios of this file have made of its nodes. */
  kept(registry: Registry): KeptParts;
  /** The values alone. */
  plain(): unknown;
}

/**
 * Reads a scenario's YAML, for `readScenario` to be called with many overrides.
 *
 * @throws FabricError what reading YAML throws
 */
export function parseScenario(text: string, file: string): ParsedScenario {
  const written = readYaml(text, file);
  const root = withLists(written);
  const kept = new WeakMap<Registry, KeptParts>();
  return {
    root,
    kept(registry) {
      let parts = kept.get(registry);
      if (parts === undefined) kept.set(registry, (parts = new KeptParts()));
      return parts;
    },
    plain: () => plain(written),
  };
}

/**
 * What was made of a scenario's nodes. Why: the scenarios of a sweep share nearly all of them, and reading one anew costs as much as a short run.
 *
 * A node never changes, so what it was made into holds for as long as there is the node.
 */
export class KeptParts {
  readonly #made = new WeakMap<Located, Map<string, unknown>>();
  readonly #defaults = new Map<string, Located>();
  readonly #together = new Map<
    string,
    { readonly nodes: readonly unknown[]; readonly made: unknown }
  >();

  /** @param what is made of the node, for it may be read in several ways */
  of<T>(node: Located, what: string, make: () => T): T {
    let made = this.#made.get(node);
    if (made === undefined)
      this.#made.set(node, (made = new Map<string, unknown>()));
    if (!made.has(what)) made.set(what, make());
    return made.get(what) as T;
  }

  /** The node of what is left out: one for each default. */
  default(what: string, make: () => Located): Located {
    let node = this.#defaults.get(what);
    if (node === undefined) this.#defaults.set(what, (node = make()));
    return node;
  }

  /** What is made of several nodes, some of which may be absent; the last one is kept. */
  together<T>(
    nodes: readonly (Located | undefined)[],
    what: string,
    make: () => T,
  ): T {
    const last = this.#together.get(what);
    if (last?.nodes.every((node, at) => node === nodes[at]) === true)
      return last.made as T;
    const made = make();
    this.#together.set(what, { nodes, made });
    return made;
  }
}
