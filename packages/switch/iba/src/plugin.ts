import {
  asks,
  bufferParam,
  choiceParam,
  defineSwitch,
  flagParam,
  intParam,
  PAPERS,
  type SwitchModel,
  timeParam,
} from "@fabriclab/spec";
import { ps } from "@fabriclab/units";
import { z } from "zod";
import { laneCount, managementBuffer } from "./lanes.ts";

/** Pipeline stages; the last one is behind the crossbar. */
const STAGES = 5;

const params = z.object({
  virtualLanes: intParam({ min: 1, max: 15, default: 15 })
    .describe("data virtual lanes")
    .meta(asks("lanes")),
  management: flagParam(true).describe(
    "VL15 for management packets: before all data, without flow control; needs 15 data lanes",
  ),
  inputBuffer: bufferParam("4 packets").describe(
    "space per input port and data VL",
  ),
  credits: choiceParam(["exact", "counters"], "exact").describe(
    "how senders know what room there is: exactly, or by the FCTBS and FCCL counters of 12 bits, which decide alike; counters need an `inputBuffer` in bytes, at most 128 KiB",
  ),
  outputBuffer: bufferParam("0 packets").describe(
    "space per output port and VL; `0 packets` = the crossbar feeds the link, and VL arbitration decides who crosses; otherwise lanes cross by `crossbarScheduler`",
  ),
  stageDelay: timeParam("20ns").describe(
    "of each of the five pipeline stages; a header passes them without waiting for its tail",
  ),
});

/** The five-stage switch of Kim et al., Fig. 1: SL to VL, forwarding table, crossbar arbitration, crossbar, VL arbitration. */
export const iba = defineSwitch({
  name: "iba",
  summary:
    "The five-stage InfiniBand switch: 15 data lanes and VL15, WRR at the crossbar, VL arbitration at the link.",
  cites: [PAPERS.kim2007],
  params,
  claims: {
    zeroLoad: ({ bytes, bytePs, flightPs, switches, options }) =>
      Math.ceil(bytes * bytePs) +
      flightPs * (switches + 1) +
      STAGES * options.stageDelay * switches,
    inOrder: true,
    lossless: true,
  },
  defaultLaneScheduler: "vl-arbitration",
  build(options, parts): SwitchModel {
    const { outputBuffer, stageDelay } = options;
    const buffered =
      ("packets" in outputBuffer ? outputBuffer.packets : outputBuffer.bytes) >
      0;
    const perLane = managementBuffer(options);
    return {
      name: "iba",
      lanes: laneCount(options),
      inputBuffer: options.inputBuffer,
      ...(perLane === undefined ? {} : { inputBufferPerLane: perLane }),
      ...(options.credits === "exact"
        ? {}
        : { creditAccounting: options.credits }),
      outputBuffer,
      crossbar: "port",
      // Without output buffers nothing is behind the crossbar, and a header takes all stages before it.
      routingDelay: ps((buffered ? STAGES - 1 : STAGES) * stageDelay),
      ...(buffered ? { outputDelay: stageDelay } : {}),
      arbiter: parts.arbiter,
      laneScheduler: parts.laneScheduler,
      ...(parts.crossbarScheduler === undefined
        ? {}
        : { crossbarScheduler: parts.crossbarScheduler }),
      replication: parts.replication,
      ...(parts.select === undefined ? {} : { select: parts.select }),
      ...(parts.drop === undefined ? {} : { drop: parts.drop }),
    };
  },
});
