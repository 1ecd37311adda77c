import type { Fabric } from "@fabriclab/spec";
import { switchGraph } from "./graph.ts";
import { layoutOf } from "./layout.ts";
import type { Layout } from "./switch-layout.ts";
import { labelsOf } from "./text.ts";

/** Where the switches of a fabric stand, and what stands beside them. */
export interface SwitchPlaces extends Layout {
  /** Switch -> its name, cut to a length that can be drawn, distinct where names are not. */
  readonly labels: readonly string[];
}

/** The places at which `drawFabric` draws a fabric's switches, for other drawings. Complexity: O(switches · pairs). */
export function placeSwitches(fabric: Fabric): SwitchPlaces {
  const names = fabric.nodeName.slice(0, fabric.switchCount);
  const labels = labelsOf(names, fabric.nodeGuid);
  return { ...layoutOf(switchGraph(fabric), names, labels), labels };
}
