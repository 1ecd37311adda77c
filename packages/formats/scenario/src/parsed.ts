import { plain, type Located, type LocatedEntry } from "./located.ts";
import { readYaml } from "./yaml.ts";

/** The YAML of a scenario, read once. */
export interface ParsedScenario {
  /** A tree of its own for who changes it. */
  copy(): Located;
  /** The values alone. */
  plain(): unknown;
}

/**
 * Reads a scenario's YAML, for `readScenario` to be called with many overrides.
 *
 * @throws FabricError what reading YAML throws
 */
export function parseScenario(text: string, file: string): ParsedScenario {
  const root = readYaml(text, file);
  return { copy: () => copyOf(root), plain: () => plain(root) };
}

function copyOf(node: Located): Located {
  switch (node.type) {
    case "scalar":
      return node;
    case "list":
      return { ...node, items: node.items.map(copyOf) };
    case "map": {
      const entries = new Map<string, LocatedEntry>();
      for (const [key, { at, value }] of node.entries)
        entries.set(key, { at, value: copyOf(value) });
      return { ...node, entries };
    }
  }
}
