import { endportGuid } from "@fabriclab/fabric";
import {
  adapterHost,
  endportName,
  FabricError,
  type Fabric,
  type LidTable,
} from "@fabriclab/spec";
import type { EndportIx, PortIx, SwitchIx } from "@fabriclab/units";
import { BACK_TO_BACK, isBackToBack } from "./back-to-back.ts";
import { readList, type Twice } from "./name-list.ts";
import { roleOf } from "./roles.ts";

/** Which endports an audit is about. */
export interface EndpointChoice {
  /** `compute`, `all`, or the file that lists them. */
  readonly choice: string;
  /** Ascending; at least two. */
  readonly endports: readonly EndportIx[];
  /** What else could send and receive but is not looked at, by reason. */
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly reason: string;
  readonly count: number;
  /** Some of their names. */
  readonly examples: readonly string[];
}

const NOT_CABLED = "not cabled";
const WITHOUT_LID = "without a LID";

/** Names that a report gives of a group that it leaves out. */
const EXAMPLES = 3;

/** What an endport has to be cabled to: anything, or a switch, without which no tables route from it. */
export type CabledTo = "anything" | "switch";

/**
 * The endports that `--endpoints` means: `compute` hosts, `all` channel adapters, or those that a file lists by GUID or NodeDescription.
 *
 * @param cabledTo with `switch`, hosts back to back are left out: no cables join them to the others, and no tables route between them. Default: `switch`
 * where some host is cabled to one
 * @throws FabricError `E_CLI_UNREADABLE_FILE`, `E_CLI_UNKNOWN_ENDPOINT`, `E_CLI_TOO_FEW_ENDPOINTS`
 */
export function chooseEndpoints(
  fabric: Fabric,
  lids: Pick<LidTable, "baseLid">,
  choice: string,
  cabledTo: CabledTo = cabledOf(fabric),
): EndpointChoice {
  const listed =
    choice === "compute" || choice === "all"
      ? undefined
      : new Set(readEndpointFile(fabric, choice));
  const endports: EndportIx[] = [];
  const reasons = new Map<string, EndportIx[]>();
  for (let i = fabric.switchCount; i < fabric.endportCount; i++) {
    const endport = i as EndportIx;
    const reason =
      reasonAgainst(fabric, lids, endport, choice, listed) ??
      (cabledTo === "switch" && isBackToBack(fabric, endport)
        ? BACK_TO_BACK
        : undefined);
    if (reason === undefined) endports.push(endport);
    else addTo(reasons, reason, endport);
  }
  if (endports.length < 2)
    throw tooFew(choice, endports.length, reasons, cabledTo);
  return {
    choice,
    endports,
    leftOut: [...reasons].map(([reason, some]) => ({
      reason,
      count: some.length,
      examples: some
        .slice(0, EXAMPLES)
        .map((endport) => endportName(fabric, endport)),
    })),
  };
}

/**
 * The same before there are LIDs: no host is left out for having none.
 *
 * @throws FabricError as `chooseEndpoints`
 */
export const cabledEndpoints = (
  fabric: Fabric,
  choice: string,
  cabledTo?: CabledTo,
): EndpointChoice =>
  chooseEndpoints(
    fabric,
    { baseLid: new Uint16Array(fabric.endportCount).fill(1) },
    choice,
    cabledTo,
  );

/** What hosts of a fabric are cabled to: where none is to a switch, those back to back are all that there is. O(host ports). */
function cabledOf(fabric: Fabric): CabledTo {
  for (let i = fabric.switchCount; i < fabric.endportCount; i++)
    if (fabric.attachment(i as EndportIx) !== undefined) return "switch";
  return "anything";
}

function reasonAgainst(
  fabric: Fabric,
  lids: Pick<LidTable, "baseLid">,
  endport: EndportIx,
  choice: string,
  listed: ReadonlySet<EndportIx> | undefined,
): string | undefined {
  if (listed?.has(endport) === false) return `not in ${choice}`;
  const role = roleOf(fabric, endport);
  if (choice === "compute" && role !== "compute") return role;
  const port = fabric.endportPort[endport] ?? -1;
  if ((fabric.portPeer[port] ?? -1) < 0) return NOT_CABLED;
  return (lids.baseLid[endport] ?? 0) === 0 ? WITHOUT_LID : undefined;
}

/**
 * The host ports that a file lists by names or GUIDs (of nodes or ports), one a line, or as Slurm lists them (`node[1-4]`); `#` begins a comment.
 *
 * @param twice where no host port may be listed twice, under whatever name: the refusal
 * @param narrow of the several ports that a name or a NodeGUID stands for, those that are meant; absent = all
 * @throws FabricError `E_CLI_UNREADABLE_FILE`, `E_CLI_UNKNOWN_ENDPOINT`; that of `twice`
 */
export function readEndpointFile(
  fabric: Fabric,
  file: string,
  flag = "--endpoints",
  twice?: Twice,
  narrow: (ports: readonly EndportIx[]) => readonly EndportIx[] = (ports) =>
    ports,
): EndportIx[] {
  const byGuid = new Map<bigint, EndportIx[]>();
  // ibsim gives a port its node's GUID and its number, whatever the fabric that it simulates has: OpenSM's lists under ibsim then say so.
  const invented = new Map<bigint, EndportIx[]>();
  const byName = new Map<string, EndportIx[]>();
  for (let i = fabric.switchCount; i < fabric.endportCount; i++) {
    const endport = i as EndportIx;
    const node = fabric.endportNode[endport] ?? 0;
    const nodeGuid = fabric.nodeGuid[node] ?? 0n;
    const portGuid = endportGuid(fabric, endport);
    addTo(byGuid, nodeGuid, endport);
    const num = fabric.numOf((fabric.endportPort[endport] ?? 0) as PortIx);
    addTo(invented, nodeGuid + BigInt(num), endport);
    if (portGuid !== nodeGuid) addTo(byGuid, portGuid, endport);
    const description = fabric.nodeName[node] ?? "";
    const name = endportName(fabric, endport);
    addTo(byName, description, endport);
    if (name !== description) addTo(byName, name, endport);
    const host = adapterHost(description);
    if (host !== undefined) addTo(byName, host, endport);
  }
  const meant = (ports: readonly EndportIx[] | undefined) =>
    ports === undefined || ports.length < 2 ? ports : narrow(ports);
  return readList(file, flag, {
    guid: (guid) => meant(byGuid.get(guid) ?? invented.get(guid)),
    name: (name) => meant(byName.get(name)),
    names: [...byName.keys()],
    what: "a host",
    ...(twice === undefined ? {} : { twice }),
  });
}

/**
 * The switches that a file lists by NodeGUID or NodeDescription, as OpenSM's list of roots does, or as Slurm lists them.
 *
 * @throws FabricError `E_CLI_UNREADABLE_FILE`, `E_CLI_UNKNOWN_ENDPOINT`
 */
export function readRoots(fabric: Fabric, file: string): SwitchIx[] {
  const byGuid = new Map<bigint, SwitchIx[]>();
  const byName = new Map<string, SwitchIx[]>();
  for (let i = 0; i < fabric.switchCount; i++) {
    const sw = i as SwitchIx;
    byGuid.set(fabric.nodeGuid[sw] ?? 0n, [sw]);
    const name = fabric.nodeName[sw] ?? "";
    addTo(byName, name, sw);
  }
  return readList(file, "--roots", {
    guid: (guid) => byGuid.get(guid),
    name: (name) => byName.get(name),
    names: [...byName.keys()],
    what: "a switch",
  });
}

function addTo<K, T>(map: Map<K, T[]>, key: K, one: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [one]);
  else list.push(one);
}

/** Whether endports are left out for what they are, so that `all` takes them. */
export const isRole = (reason: string): boolean =>
  ![NOT_CABLED, WITHOUT_LID, BACK_TO_BACK].includes(reason);

function tooFew(
  choice: string,
  count: number,
  reasons: ReadonlyMap<string, readonly EndportIx[]>,
  cabledTo: CabledTo,
): FabricError {
  const others = [...reasons]
    .map(([reason, some]) => `${some.length} ${reason}`)
    .join(", ");
  return new FabricError({
    code: "E_CLI_TOO_FEW_ENDPOINTS",
    message: "There are fewer than two hosts between which to audit paths.",
    where: { path: `--endpoints ${choice}` },
    got: `${count}${others === "" ? "" : `; left out: ${others}`}`,
    expected: `at least two hosts that are cabled${cabledTo === "switch" ? " to switches" : ""} and have LIDs`,
    ...(choice === "compute" && [...reasons.keys()].some(isRole)
      ? { hint: "--endpoints all takes every channel adapter" }
      : {}),
  });
}
