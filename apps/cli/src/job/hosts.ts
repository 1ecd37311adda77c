import {
  endportName,
  FabricError,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { readEndpointFile } from "../naming/endpoints.ts";

/** A job's ranks. */
export interface JobHosts {
  /** In the order of the ranks. */
  readonly hosts: readonly EndportIx[];
  /** Ports of hosts that the list names as a whole which can be no rank: no cable leads from them to a switch, or they have no LID. */
  readonly leftOut: readonly EndportIx[];
}

/**
 * The host ports of a job in the order of its ranks: names, host names (the ports of the host's adapters that are cabled to switches, in the fabric's order) or
 * GUIDs, one a line.
 *
 * @throws FabricError `E_CLI_UNREADABLE_FILE`, `E_CLI_UNKNOWN_ENDPOINT`, `E_CLI_JOB_HOSTS`
 */
export function readJobHosts(
  fabric: Fabric,
  tables: ForwardingTables,
  file: string,
): JobHosts {
  const can = (host: EndportIx): boolean =>
    fabric.attachment(host) !== undefined &&
    (tables.lids.baseLid[host] ?? 0) !== 0;
  const leftOut = new Set<EndportIx>();
  const hosts = readEndpointFile(
    fabric,
    file,
    "--hosts",
    // Why not merged in silence: a rank would be missing, and all others shift.
    (text, line, first) => refusal(file, `${text}, as in line ${first}`, line),
    // Adapters of two ports of which one is cabled are common; who names such a host means that one.
    (ports) => {
      const able = ports.filter(can);
      if (able.length === 0) return ports;
      for (const port of ports) if (!can(port)) leftOut.add(port);
      return able;
    },
  );
  const without = hosts.find((host) => !can(host));
  if (without !== undefined)
    throw refusal(
      file,
      `${endportName(fabric, without)}, which is not cabled to a switch, or has no LID`,
    );
  if (hosts.length < 2) throw refusal(file, `${hosts.length} host port`);
  return { hosts, leftOut: [...leftOut] };
}

const refusal = (file: string, got: string, line?: number): FabricError =>
  new FabricError({
    code: "E_CLI_JOB_HOSTS",
    message: "These are not the hosts of a job.",
    where: {
      file,
      ...(line === undefined ? {} : { line, column: 1 }),
      path: "--hosts",
    },
    got,
    expected:
      "at least two host ports with LIDs that are cabled to switches, each once, in the order of the ranks",
  });
