import {
  asks,
  bufferParam,
  choiceParam,
  defineSwitch,
  intParam,
  PAPERS,
  type SwitchModel,
  timeParam,
} from "@fabriclab/spec";
import { z } from "zod";
import { share } from "./share.ts";

const params = z.object({
  virtualLanes: intParam({ min: 1, max: 15, default: 1 })
    .describe("data virtual lanes")
    .meta(asks("lanes")),
  inputBuffer: bufferParam("1 packet").describe("space per input port and VL"),
  bufferPer: choiceParam(["lane", "port"], "lane").describe(
    "whose space `inputBuffer` and `outputBuffer` are: each VL's, or the port's, divided evenly among its VLs",
  ),
  outputBuffer: bufferParam("1 packet").describe(
    "space per output port and VL; `0 packets` = the crossbar feeds the link directly",
  ),
  routingDelay: timeParam("100ns").describe(
    "from the header's arrival to the earliest grant: look-up, replication, arbitration, start-up",
  ),
});

/**
 * The switch of Zhou et al.: virtual cut-through with a buffer of a packet per VL before and behind one crossbar ("the packet waits in the
 * input port buffer until the output port buffer is available").
 */
export const relay = defineSwitch({
  name: "relay",
  summary:
    "Relays packets with virtual cut-through between input and output buffers of one packet per virtual lane.",
  cites: [PAPERS.zhou2007],
  params,
  claims: {
    // T = 4L + 20(h+1) + 100h ns with the papers' numbers.
    zeroLoad: ({ bytes, bytePs, flightPs, switches, options }) =>
      Math.ceil(bytes * bytePs) +
      flightPs * (switches + 1) +
      options.routingDelay * switches,
    inOrder: true,
    lossless: true,
  },
  build: (options, parts): SwitchModel => ({
    name: "relay",
    lanes: options.virtualLanes,
    inputBuffer: share("inputBuffer", options.inputBuffer, options),
    outputBuffer: share("outputBuffer", options.outputBuffer, options),
    crossbar: "port",
    routingDelay: options.routingDelay,
    arbiter: parts.arbiter,
    laneScheduler: parts.laneScheduler,
    replication: parts.replication,
    ...(parts.select === undefined ? {} : { select: parts.select }),
    ...(parts.drop === undefined ? {} : { drop: parts.drop }),
  }),
});
