import type { LaneSchedulerFactory } from "@fabriclab/spec";
import { managementFirst } from "../management-lane.ts";
import type { EngineConfig } from "../own-endports.ts";
import type { ReceiveState } from "./state.ts";

/** The receive buffers of `hosts` hosts, all empty. @param scheduler the switch model's, where the adapter has none of its own */
export function receiveState(
  { hca: { receive }, tickPs, tables }: EngineConfig,
  scheduler: LaneSchedulerFactory,
  lanes: number,
  hosts: number,
): ReceiveState | undefined {
  if (receive === undefined) return undefined;
  const { elementDelay, bytePs, laneScheduler = scheduler } = receive;
  return {
    hosts,
    head: new Int32Array(hosts * lanes).fill(-1),
    tail: new Int32Array(hosts * lanes).fill(-1),
    free: new Float64Array(hosts),
    scheduler: managementFirst(
      laneScheduler.create(hosts, lanes, tables.vlArb),
      lanes,
    ),
    elementParts: elementDelay * bytePs.den,
    byteParts: bytePs.num,
    tickParts: tickPs * bytePs.den,
  };
}
