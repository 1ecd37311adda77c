import {
  endportName,
  FabricError,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { readText } from "../read-text.ts";
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
  refuseTwice(file);
  const hosts = readEndpointFile(fabric, file, "--hosts");
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

/** Why not merged in silence: a rank would be missing, and all others shift. */
function refuseTwice(file: string): void {
  const seen = new Map<string, number>();
  for (const [i, text] of readText(file, "--hosts").split(/\r?\n/).entries()) {
    const line = text.trim();
    if (line === "" || line.startsWith("#")) continue;
    const first = seen.get(line);
    if (first !== undefined)
      throw refusal(file, `${line}, as in line ${first}`, i + 1);
    seen.set(line, i + 1);
  }
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
