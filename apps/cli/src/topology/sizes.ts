import type { AnyPlugin } from "@fabriclab/formats-scenario";
import {
  FabricError,
  parseOptions,
  type TopologyPlugin,
} from "@fabriclab/spec";
import type { Context } from "../context.ts";
import { kebab, parametersOf, wholeNumber } from "../flags.ts";
import { many } from "../naming/words.ts";
import { columnsOf } from "../table.ts";

/** Hosts that a user may ask for; what can be built ends far below. */
const MOST_HOSTS = 1_000_000_000;

/** Can say which sizes have so many hosts, and has no parameter that is called so itself. */
export const proposesSizes = (plugin: AnyPlugin): boolean =>
  (plugin as unknown as TopologyPlugin).claims.sizes !== undefined &&
  !("hosts" in plugin.params.shape);

/**
 * Prints the sizes of a topology that have at least as many hosts as `--hosts` says, and makes nothing.
 *
 * @param text what `--hosts` was given
 * @param flags of the command; the topology's parameters among them stay as they are
 * @throws FabricError `E_CLI_BAD_NUMBER`, and what the parameters' own checks refuse
 */
export function printSizes(
  context: Context,
  plugin: AnyPlugin,
  text: string,
  flags: Readonly<Record<string, unknown>>,
): void {
  const topology = plugin as unknown as TopologyPlugin;
  const hosts = wholeNumber("--hosts", text, 1, MOST_HOSTS) ?? 1;
  const input = parametersOf(plugin, flags);
  const all = parseOptions(topology, input);
  const given = Object.fromEntries(
    Object.keys(input).map((name) => [name, all[name]]),
  );
  const sizes = (topology.claims.sizes?.(hosts, given) ?? []).map((size) => {
    const options = parseOptions(topology, { ...input, ...size });
    return {
      parameters: { ...input, ...size },
      hosts: topology.claims.hosts(options),
      switches: topology.claims.switches(options),
      cables: topology.claims.links(options),
    };
  });
  if (sizes.length === 0)
    throw new FabricError({
      code: "E_CLI_BAD_NUMBER",
      message: `No ${plugin.name} that can be made has so many hosts.`,
      where: { path: "--hosts" },
      got: `${hosts}${Object.keys(given).length === 0 ? "" : `, with ${flagsOf(input)}`}`,
      expected:
        Object.keys(given).length === 0
          ? "fewer"
          : "fewer, or fewer parameters given",
    });
  if (context.json) {
    context.io.out(`${JSON.stringify(sizes, undefined, 2)}\n`);
    return;
  }
  const rows = sizes.map(({ parameters, hosts: has, switches, cables }) => [
    flagsOf(parameters),
    many(has, "host"),
    many(switches, "switch", "switches"),
    many(cables, "cable"),
  ]);
  context.io.out(
    `${columnsOf(rows, { align: ["left", "right", "right", "right"] })}\n`,
  );
}

const flagsOf = (parameters: Readonly<Record<string, unknown>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `--${kebab(name)} ${String(value)}`)
    .join(" ");
