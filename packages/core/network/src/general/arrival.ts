import { JournalKind } from "@fabriclab/spec";
import * as L from "../layout.ts";
import * as S from "../registers.ts";
import type { NetworkState } from "../state.ts";
import { createJournalRecord } from "./journal-record.ts";
import type { Records } from "./records.ts";

/** Packet `p`, which came on `lane`, is the property of `endpoint` from `tick` on: nothing can stop it any more. */
export type Arrive = (
  endpoint: number,
  lane: number,
  p: number,
  tick: number,
) => void;

/** Books deliveries in advance: the journal has them at once, closed-loop traffic is told when it is time. */
export function createArrival(state: NetworkState, records: Records): Arrive {
  // Why copies: V8 folds the constants of a function into its code, and reads those of a module from memory.
  const { DELIVERY, K_CLASS, K_LENGTH } = L;
  const { R_UNDERWAY, S_DELIVERED } = S;
  const { registers, sums, endportOf, closedOf } = state;
  const { M, post, release } = records;
  const record = createJournalRecord(state);
  return (endpoint, lane, p, tick) => {
    sums[S_DELIVERED]!++;
    record(JournalKind.delivered, tick, endportOf[endpoint]!, lane, p);
    if (closedOf[(M[p + K_CLASS]! >> 20) & 255] === 0) {
      release(p);
      return;
    }
    M[p + K_LENGTH] = endportOf[endpoint]!;
    registers[R_UNDERWAY]!++;
    post(DELIVERY, p, tick);
  };
}
