/** What a run leaves behind. */
export interface RunRecord {
  /** Until the last delivery of all operations. */
  readonly makespanNs: number;
  /** Mean over the operations (sources). */
  readonly operationNs: number;
  /** Mean over the deliveries. */
  readonly deliveryNs: number;
  /** Most packets that any channel has to carry. */
  readonly boundPackets: number;
  /** boundPackets times the time of a packet: no schedule is faster. */
  readonly boundNs: number;
  readonly deliveries: number;
  readonly packetHops: number;
  readonly events: number;
}

/** Such as any run might leave, for `sample` of the study. */
export const SAMPLE: RunRecord = {
  makespanNs: 2,
  operationNs: 2,
  deliveryNs: 2,
  boundPackets: 1,
  boundNs: 1,
  deliveries: 1,
  packetHops: 1,
  events: 1,
};
