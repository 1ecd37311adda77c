import { endportName, type Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { listed, many } from "./words.ts";

/** What a host port is whose cable leads to another host. */
export const BACK_TO_BACK = "cabled to another host";

/** Names in the note. */
const NAMED = 8;

/** Whether a host port is cabled, but to no switch. */
export const isBackToBack = (fabric: Fabric, endport: EndportIx): boolean =>
  (fabric.portPeer[fabric.endportPort[endport] ?? -1] ?? -1) >= 0 &&
  fabric.attachment(endport) === undefined;

/** What is to be said of host ports that are cabled to each other; undefined where none are. O(host ports). */
export function backToBackNote(fabric: Fabric): string | undefined {
  const names: string[] = [];
  for (let i = fabric.switchCount; i < fabric.endportCount; i++) {
    const endport = i as EndportIx;
    if (isBackToBack(fabric, endport)) names.push(endportName(fabric, endport));
  }
  return names.length === 0
    ? undefined
    : `${many(names.length, "host port")} are cabled to each other, without a switch that a routing could give tables to, and take no part: ${listed(names.slice(0, NAMED), names.length)}`;
}
