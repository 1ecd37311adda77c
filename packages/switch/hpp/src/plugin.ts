import {
  bufferParam,
  defineSwitch,
  FabricError,
  flagParam,
  intParam,
  PAPERS,
  sizeParam,
  type SwitchModel,
  timeParam,
} from "@fabriclab/spec";
import { ps } from "@fabriclab/units";
import { z } from "zod";
import { barrierFirst } from "./lane-order.ts";
import { BARRIER_MODULE, SHOWN_AHEAD, STAGES } from "./pipeline.ts";

const params = z.object({
  unicastLanes: intParam({ min: 1, max: 13, default: 2 }).describe(
    "virtual channels for unicast, each with a crossbar layer of its own: lanes 0, 1, …",
  ),
  mixed: flagParam(true).describe(
    "a virtual channel for unicast and multicast: the lane behind those for unicast",
  ),
  barrier: flagParam(true).describe(
    "a virtual channel for synchronisation: the last lane, sent before all others",
  ),
  cycle: timeParam("3.2ns")
    .refine((time) => time > 0, "a time above 0, such as 3.2ns")
    .describe("clock cycle (312.5 MHz)"),
  inputBuffer: bufferParam("4KiB").describe(
    "receive buffer per input port and virtual channel",
  ),
  transmitBuffer: bufferParam("0 packets").describe(
    "packets that an output port stores per virtual channel; `0 packets` = a packet crosses when the link takes it, and the transmit stages only delay it",
  ),
  showAhead: flagParam(true).describe(
    "sends the starting flit before there is a packet, which saves a cycle where the output is idle",
  ),
  mtu: sizeParam("1KiB")
    .refine((size) => size > 0, "a size above 0, such as 1KiB")
    .describe("largest packet; a receive buffer must hold one"),
  groups: intParam({ min: 1, max: 16_383, default: 16 }).describe(
    "multicast groups that the switch can tell apart (its CAM)",
  ),
  creditPacket: intParam({ min: 0, default: 0 })
    .describe(
      "bytes on the link for every 64 bytes of buffer that fall free; 0 = credits cost no bandwidth",
    )
    .meta({ unit: "B" }),
});

type HppOptions = z.output<typeof params>;

/** Lanes in all. */
const lanesOf = ({ unicastLanes, mixed, barrier }: HppOptions): number =>
  unicastLanes + (mixed ? 1 : 0) + (barrier ? 1 : 0);

/** @throws FabricError E_HPP_MTU_ABOVE_BUFFER: virtual cut-through needs room for a whole packet */
function checkMtu({ mtu, inputBuffer, transmitBuffer }: HppOptions): void {
  for (const [path, buffer] of Object.entries({ inputBuffer, transmitBuffer }))
    if ("bytes" in buffer && buffer.bytes < mtu && buffer.bytes > 0)
      throw new FabricError({
        code: "E_HPP_MTU_ABOVE_BUFFER",
        message: "a buffer does not hold a packet of the MTU",
        where: { path },
        got: `${buffer.bytes} bytes of ${path}, mtu of ${mtu}`,
        expected: `at least ${mtu} bytes`,
        hint: `a larger ${path}, or mtu: ${buffer.bytes}B`,
      });
}

/**
 * The HPP switch of Wang et al.: input-queued virtual cut-through with one crossbar layer, and one receive buffer, per virtual channel; twelve
 * pipeline stages, eleven where show-ahead finds the transmitter idle.
 *
 * A packet never changes its channel: SL = VL = lane. Times are whole cycles on links that carry 2 bytes per cycle.
 */
export const hpp = defineSwitch({
  name: "hpp",
  summary:
    "Input-queued virtual cut-through switch with one crossbar layer per virtual channel and a barrier channel that goes first.",
  cites: [PAPERS.wang2008],
  params,
  claims: {
    zeroLoad: ({ bytes, bytePs, flightPs, switches, options }) => {
      const { cycle, showAhead } = options;
      const stages = STAGES - (showAhead ? SHOWN_AHEAD : 0);
      return (
        Math.ceil(bytes * bytePs) +
        flightPs * (switches + 1) +
        stages * cycle * switches
      );
    },
    inOrder: true,
    lossless: true,
  },
  build: (options, parts): SwitchModel => {
    const { cycle, showAhead, barrier, creditPacket } = options;
    const lanes = lanesOf(options);
    checkMtu(options);
    return {
      name: "hpp",
      lanes,
      inputBuffer: options.inputBuffer,
      outputBuffer: options.transmitBuffer,
      crossbar: "lane",
      routingDelay: ps(STAGES * cycle),
      ...(showAhead
        ? { idleRoutingDelay: ps((STAGES - SHOWN_AHEAD) * cycle) }
        : {}),
      arbiter: parts.arbiter,
      laneScheduler: barrier
        ? barrierFirst(lanes - 1, parts.laneScheduler)
        : parts.laneScheduler,
      endportDelay: ps(BARRIER_MODULE * cycle),
      // The barrier module is connected to all ports (section 4).
      endportAtEveryPort: true,
      multicastGroups: options.groups,
      mtu: options.mtu,
      ...(barrier ? { barrierLane: lanes - 1 } : {}),
      ...(options.mixed ? { multicastLane: options.unicastLanes } : {}),
      replication: parts.replication,
      ...(creditPacket === 0 ? {} : { creditPacketBytes: creditPacket }),
    };
  },
});
