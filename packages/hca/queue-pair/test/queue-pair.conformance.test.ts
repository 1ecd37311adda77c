import { hcaKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { queuePair } from "../src/index.ts";

const slow = {
  wqeDelay: "100ns",
  dmaRate: "1Gb/s",
  sendDelay: "400ns",
  receiveDelay: "0.3us",
};

const receiving = {
  wqeDelay: "100ns",
  receiveBuffer: "2 packets",
  receiveRate: "1Gb/s",
  receiveDelay: "0.3us",
};

hcaKit(
  queuePair,
  [
    {},
    { options: slow },
    { options: { priority: [4, 0] } },
    { options: receiving },
  ],
  {
    describe,
    it,
  },
);
