import * as L from "./layout.ts";
import type { Blocked } from "./network.ts";
import type { NetworkState } from "./state.ts";

/** A buffer in the wait-for graph: an input queue or its holding buffer, or the output buffer or central queue of an output's lane, by its record's offset. */
export interface Place {
  readonly at: number;
  readonly stage: Blocked["stage"];
  readonly port: number;
  readonly lane: number;
}

/** The places where packets wait, by port record and lane. */
export function createPlaces({ memory: M, layout, general }: NetworkState) {
  const portOf = (record: number): number =>
    (record - layout.firstPort) / layout.portWords;
  const input = (record: number, lane: number): Place => ({
    at: record + L.Q0 + lane * layout.queueWords,
    stage: "input",
    port: portOf(record),
    lane,
  });
  const holding = (record: number, lane: number): Place => ({
    ...input(record, lane),
    at: input(record, lane).at + layout.lanes * layout.queueWords,
    stage: "holding",
  });
  /** The place whose record is `q`. */
  const placeOf = (q: number): Place => {
    const place = input(M[q + L.Q_PORT]!, M[q + L.Q_LANE]!);
    return place.at === q ? place : holding(M[q + L.Q_PORT]!, place.lane);
  };
  const output = (record: number, lane: number): Place => ({
    at: record + layout.out + L.O_LANES + lane * layout.laneWords,
    stage: "output",
    port: portOf(record),
    lane,
  });
  /** The central queue of an output's lane; its identity is that of the output buffer with the other sign. */
  const central = (record: number, lane: number): Place => ({
    ...output(record, lane),
    at: -output(record, lane).at,
    stage: "central",
  });
  const centralAt = (place: Place): number =>
    place.port * layout.lanes + place.lane;
  const headOf = (place: Place): number =>
    place.stage === "central"
      ? general.centralHead[centralAt(place)]!
      : M[place.at + (place.stage === "output" ? L.X_HEAD : L.Q_HEAD)]!;

  return {
    portOf,
    input,
    holding,
    placeOf,
    output,
    central,
    centralAt,
    headOf,
  };
}
