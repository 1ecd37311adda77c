import type { HcaModel, Traffic } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { Clock } from "./clock.ts";
import type { LateBirths } from "./late-births.ts";
import type { Ratio } from "./timing.ts";

/** What the sources of a network are made of. */
export interface SourceSpec {
  readonly memory: Int32Array;
  readonly clock: Clock;
  readonly births: LateBirths;
  readonly lanes: number;
  readonly hca: HcaModel;
  readonly sendTicks: number;
  /** Endpoints from this one on are switches' own endports: no adapter delays them. */
  readonly firstOwn: number;
  readonly tickPs: number;
  readonly traffic: readonly Traffic[];
  /** Whether this part of a split network simulates the endport. */
  readonly owns: (endport: EndportIx) => boolean;
  /** Endport -> endpoint (host port, from 0), -1 for those that cannot send. */
  readonly endpointOf: (endport: EndportIx) => number;
  /** Rate of each endpoint's link. */
  readonly rates: readonly Ratio[];
  readonly topLid: number;
  /** Whether packets carry their DLIDs into the journal (`NetworkConfig.dlids`). */
  readonly dlids: boolean;
  /** Whether `draftAhead` will be called. */
  readonly ahead: boolean;
}
