import type { AnyPlugin } from "@fabriclab/formats-scenario";
import {
  FabricError,
  parseOptions,
  type TopologyPlugin,
} from "@fabriclab/spec";
import { UNICAST_LID_MAX } from "@fabriclab/units";
import { type Context, note } from "../context.ts";
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
 * Prints the sizes of a topology that have at least as many hosts as `--hosts` says and whose ports all can have LIDs, and makes nothing.
 *
 * @param text what `--hosts` was given
 * @param flags of the command; the topology's parameters among them stay as they are
 * @throws FabricError `E_CLI_BAD_NUMBER` where no size has so many, or none of them enough LIDs, and what the parameters' own checks refuse
 */
export function printSizes(
  context: Context,
  plugin: AnyPlugin,
  text: string,
  flags: Readonly<Record<string, unknown>>,
): void {
  const hosts = wholeNumber("--hosts", text, 1, MOST_HOSTS) ?? 1;
  const input = parametersOf(plugin, flags);
  const proposed = sizesOf(plugin, hosts, input);
  const sizes = proposed.filter(hasLids);
  if (sizes.length === 0) throw noSize(plugin, hosts, input, proposed);
  if (sizes.length < proposed.length)
    note(
      context,
      `${many(proposed.length - sizes.length, "size")} left out: hosts and switches are more than the ${UNICAST_LID_MAX} unicast LIDs of a subnet`,
    );
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

type Input = Readonly<Record<string, unknown>>;

interface Size {
  readonly parameters: Input;
  readonly hosts: number;
  readonly switches: number;
  readonly cables: number;
}

/** What the topology proposes where `input` is given. @throws FabricError what the parameters' own checks refuse */
function sizesOf(plugin: AnyPlugin, hosts: number, input: Input): Size[] {
  const topology = plugin as unknown as TopologyPlugin;
  const all = parseOptions(topology, input);
  const given = Object.fromEntries(
    Object.keys(input).map((name) => [name, all[name]]),
  );
  return (topology.claims.sizes?.(hosts, given) ?? []).map((size) => {
    const parameters = { ...input, ...size };
    const options = parseOptions(topology, parameters);
    return {
      parameters,
      hosts: topology.claims.hosts(options),
      switches: topology.claims.switches(options),
      cables: topology.claims.links(options),
    };
  });
}

/** Says whether there is no such fabric, or only none that a subnet's LIDs are enough for. */
function noSize(
  plugin: AnyPlugin,
  hosts: number,
  input: Input,
  proposed: readonly Size[],
): FabricError {
  const isFree = Object.keys(input).length === 0;
  const got = `${hosts}${isFree ? "" : `, with ${flagsOf(input)}`}`;
  const [least] = [...proposed].sort((a, b) => lidsOf(a) - lidsOf(b));
  if (least === undefined && hosts < UNICAST_LID_MAX)
    return new FabricError({
      code: "E_CLI_BAD_NUMBER",
      message: `No ${plugin.name} that can be made has so many hosts.`,
      where: { path: "--hosts" },
      got,
      expected: isFree ? "fewer" : "fewer, or fewer parameters given",
    });
  const each = moreHosts(plugin, hosts, input);
  return new FabricError({
    code: "E_CLI_BAD_NUMBER",
    message: `A subnet has ${UNICAST_LID_MAX} unicast LIDs, too few for so many hosts and their switches.`,
    where: { path: "--hosts" },
    got:
      least === undefined
        ? got
        : `${got}; ${flagsOf(least.parameters)} has ${many(least.hosts, "host")} and ${many(least.switches, "switch", "switches")}`,
    expected: `hosts and switches that are at most ${UNICAST_LID_MAX} together, as each needs a LID`,
    ...(each === undefined
      ? {}
      : {
          hint: `more hosts at each switch need fewer switches: --hosts-per-switch ${each}`,
        }),
  });
}

/** Hosts at each switch, of those that are usual, with which the LIDs would be enough. */
function moreHosts(
  plugin: AnyPlugin,
  hosts: number,
  input: Input,
): number | undefined {
  if (!("hostsPerSwitch" in plugin.params.shape)) return undefined;
  return [2, 4, 8, 16, 32].find((hostsPerSwitch) =>
    sizesOf(plugin, hosts, { ...input, hostsPerSwitch }).some(hasLids),
  );
}

/** Every host and every switch has one port that needs a LID. */
const lidsOf = ({ hosts, switches }: Size): number => hosts + switches;
const hasLids = (size: Size): boolean => lidsOf(size) <= UNICAST_LID_MAX;

const flagsOf = (parameters: Readonly<Record<string, unknown>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `--${kebab(name)} ${String(value)}`)
    .join(" ");
