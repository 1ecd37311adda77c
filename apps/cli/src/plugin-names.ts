import { FabricError } from "@fabriclab/spec";
import {
  aFamily,
  familyTitle,
  type AnyPlugin,
} from "@fabriclab/formats-scenario";

/** The names that plugins have, and who has them. */
export interface TakenNames {
  /**
   * Takes the names of a module's plugins.
   *
   * @param specifier the module, as the user named it
   * @returns the plugins that are not there yet: a package that the command comes with may be named again
   * @throws FabricError `E_CLI_PLUGIN_NAME_TAKEN` where another plugin of the family has the name
   */
  add(specifier: string, plugins: readonly AnyPlugin[]): AnyPlugin[];
}

/**
 * Why a name is taken once: results are filed under it, and who reads `minhop` in them, or in the advice of `compare`, takes it for OpenSM's.
 *
 * @param builtIn those that come with the command
 */
export function takenNames(builtIn: readonly AnyPlugin[]): TakenNames {
  const taken = new Map<
    string,
    { readonly plugin: AnyPlugin; readonly by: string }
  >(
    builtIn.map((plugin) => [
      keyOf(plugin),
      { plugin, by: "the one that comes with fabriclab" },
    ]),
  );
  return {
    add(specifier, plugins) {
      const added: AnyPlugin[] = [];
      for (const plugin of plugins) {
        const other = taken.get(keyOf(plugin));
        if (other?.plugin === plugin) continue;
        if (other !== undefined) throw refusal(specifier, plugin, other.by);
        taken.set(keyOf(plugin), { plugin, by: `that of ${specifier}` });
        added.push(plugin);
      }
      return added;
    },
  };
}

const keyOf = ({ kind, name }: AnyPlugin): string => `${kind} ${name}`;

const refusal = (
  specifier: string,
  { kind, name }: AnyPlugin,
  by: string,
): FabricError =>
  new FabricError({
    code: "E_CLI_PLUGIN_NAME_TAKEN",
    message: `The plugin ${specifier} calls ${aFamily(kind)} of its own ${name}, and there is one of that name`,
    where: { path: `--plugin ${specifier}` },
    got: `${name}, as ${by}`,
    expected: `a name that no ${familyTitle[kind]} has (fabriclab list ${kind})`,
    hint: `name: "my-${name}", so that nobody takes its results for those of the other`,
  });
