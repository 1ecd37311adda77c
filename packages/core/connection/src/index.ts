export {
  createConnections,
  type Connection,
  type ConnectionRequest,
  type Connections,
} from "./connections.ts";
export { channelsOf } from "./channels-of.ts";
export { connectionParam, type ConnectionOptions } from "./params.ts";
export { ControlQueue, type ControlPacket } from "./control-queue.ts";
export { idleConnectionOptions } from "./without-effect.ts";
export { connectionValues } from "./values.ts";
