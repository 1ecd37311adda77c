/** A cable that only one of its ends tells of: a line of the other is lost, or the port was down when that switch was asked. */
export interface OneSidedCable {
  /** Node of the fabric that tells of it. */
  readonly node: number;
  readonly port: number;
  /** Node that has no line for it. */
  readonly peer: number;
  readonly peerPort: number;
}
