import {
  FabricError,
  parseOptions,
  type ErrorPlace,
  type Params,
} from "@fabriclab/spec";
import type { z } from "zod";
import { plainKeys, type PluginKeyName } from "./keys.ts";
import { type Located, deepest, located, plain } from "./located.ts";
import { keyNamed, requestOf } from "./parts.ts";
import type { KeptParts } from "./parsed.ts";
import { familyTitle, type Registry } from "./registry.ts";
import { readSection } from "./section.ts";
import { missing } from "./top-level.ts";
import { pointing, readUse, type PlacedUse } from "./use.ts";

const plainNames = Object.keys(plainKeys.shape);

/** Reads what stands under the keys of one scenario: plugins, sections and plain values, each with its default where the key is left out. */
export class KeyReader {
  readonly #file: string;
  readonly #root: Located;
  readonly #registry: Registry;
  readonly #kept: KeptParts;

  /**
   * @param file name for messages
   * @param root the whole scenario
   * @param kept what was made of its nodes before
   */
  constructor(
    file: string,
    root: Located,
    registry: Registry,
    kept: KeptParts,
  ) {
    this.#file = file;
    this.#root = root;
    this.#registry = registry;
    this.#kept = kept;
  }

  /** Whether the key is written. */
  has(key: string): boolean {
    return this.#written(key) !== undefined;
  }

  /**
   * The plugin under a key, or the default one.
   *
   * @throws FabricError `E_SCENARIO_MISSING_KEY` where there is neither; those of `readUse`
   */
  use(key: PluginKeyName, fallback?: string): PlacedUse {
    const written = this.#written(key);
    if (written !== undefined) return this.#placed(written, key, true);
    if (fallback === undefined)
      throw missing(key, this.#registry, this.#placeOfNothing(key));
    return this.#placed(this.#defaultNode(key, fallback), key);
  }

  /**
   * The plugins under a key that takes a list, or one alone; or the default ones.
   *
   * @throws FabricError as `use`; `E_SCENARIO_BAD_VALUE` for an empty list
   */
  list(key: PluginKeyName, fallback?: readonly string[]): PlacedUse[] {
    const written = this.#written(key);
    if (written === undefined && fallback === undefined)
      throw missing(key, this.#registry, this.#placeOfNothing(key));
    const value = written ?? this.#defaultNode(key, fallback ?? []);
    const items = value.type === "list" ? value.items : [value];
    if (items.length === 0) {
      throw new FabricError({
        code: "E_SCENARIO_BAD_VALUE",
        message: `${key} is an empty list.`,
        where: value.at,
        got: "[]",
        expected: `at least one ${familyTitle[keyNamed(key).kind]}`,
      });
    }
    return items.map((item) => this.#placed(item, key));
  }

  /** The mapping under a key that names no plugins. @throws FabricError as `readSection` */
  section<S extends z.ZodObject>(name: string, params: S): z.output<S> {
    const value = this.#written(name);
    return this.#kept.together([value], name, () =>
      readSection(this.#root, name, params, value, this.#registry),
    );
  }

  /** The keys with plain values, such as `seed`. @throws FabricError of `parseOptions`, with the line */
  plainValues(): z.output<typeof plainKeys> {
    const nodes = plainNames.map((key) => this.#written(key));
    return this.#kept.together(nodes, "", () =>
      pointing(this.#root, () => {
        const input: Record<string, unknown> = {};
        for (const [at, node] of nodes.entries())
          if (node !== undefined) input[plainNames[at]!] = plain(node);
        return parseOptions(
          { kind: "the", name: "scenario", params: plainKeys as Params },
          input,
        ) as z.output<typeof plainKeys>;
      }),
    );
  }

  /** For a key that is not there. */
  #placeOfNothing(key: string): ErrorPlace {
    return deepest(this.#root, [key]).leftOut ?? this.#root.at;
  }

  #written(key: string): Located | undefined {
    const node = deepest(this.#root, [key]);
    return node.depth === 1 ? node.value : undefined;
  }

  #defaultNode(
    key: PluginKeyName,
    fallback: string | readonly string[],
  ): Located {
    return this.#kept.default(`${this.#file} ${key} ${String(fallback)}`, () =>
      located(fallback, placeOfDefault(key, this.#file)),
    );
  }

  /** @param finished tables that exist already will do, too */
  #placed(node: Located, key: PluginKeyName, finished = false): PlacedUse {
    return this.#kept.of(node, key, () =>
      readUse(node, this.#root, requestOf(key, this.#registry, finished)),
    );
  }
}

const placeOfDefault = (key: string, file: string): ErrorPlace => ({
  file,
  path: `${key} (default)`,
});
