import {
  endportName,
  FabricError,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { readEndpointFile } from "../naming/endpoints.ts";

/**
 * The host ports of a job in the order of its ranks: names, host names (all ports of the host's adapters, in the fabric's order) or GUIDs, one a line.
 *
 * @throws FabricError `E_CLI_UNREADABLE_FILE`, `E_CLI_UNKNOWN_ENDPOINT`, `E_CLI_JOB_HOSTS`
 */
export function readJobHosts(
  fabric: Fabric,
  tables: ForwardingTables,
  file: string,
): EndportIx[] {
  // Why not merged in silence: a rank would be missing, and all others shift.
  const hosts = readEndpointFile(fabric, file, "--hosts", (text, line, first) =>
    refusal(file, `${text}, as in line ${first}`, line),
  );
  const without = hosts.find(
    (host) =>
      fabric.attachment(host) === undefined ||
      (tables.lids.baseLid[host] ?? 0) === 0,
  );
  if (without !== undefined)
    throw refusal(
      file,
      `${endportName(fabric, without)}, which is not cabled, or has no LID`,
    );
  if (hosts.length < 2) throw refusal(file, `${hosts.length} host port`);
  return hosts;
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
      "at least two cabled host ports with LIDs, each once, in the order of the ranks",
  });
