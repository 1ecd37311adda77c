import { networkOf } from "../src/create.ts";
import { createGeneralLoop } from "../src/general/loop.ts";
import {
  createNetwork,
  type Network,
  type NetworkConfig,
} from "../src/index.ts";

/** Networks of plain features on either loop: the fast one, which they get, and the general one. */
export const bothLoops: readonly [
  name: string,
  create: (config: NetworkConfig) => Network,
][] = [
  ["fast", createNetwork],
  ["general", (config) => networkOf(config, createGeneralLoop)],
];
