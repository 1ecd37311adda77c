import type { ReportParameter } from "@fabriclab/experiment-report";
import type { StudyOptions } from "../reproduction.ts";
import { packetsOf, seedsOf } from "./cases.ts";
import { MESSAGE_BYTES, OVERHEAD_NS } from "./run/describe.ts";

/** Every parameter with where it comes from. */
export const parametersOf = (options: StudyOptions): ReportParameter[] => [
  {
    name: "switch",
    value:
      "16 ports, 3.2 ns cycle, 2 bytes per cycle, twelve stages, one crossbar layer and 4 KB of receive buffer per input and virtual channel, matrix arbiters",
    origin: "stated",
  },
  {
    name: "credit packets",
    value: "none; 10 B per freed 64 B as a setting",
    origin: "inferred",
    note: "flow control packets are mentioned, their size is not; one of five flits per credit would cap 256 B packets at 0.865",
  },
  {
    name: "header",
    value: "none; 8 B per packet as a setting",
    origin: "chosen",
    note: "not stated",
  },
  {
    name: "transmit buffer",
    value:
      "a packet crosses when the link takes it; one packet per virtual channel as a setting",
    origin: "chosen",
    note: "the transmit buffer's size is not stated; with none, throughput is that of the layer model",
  },
  {
    name: "show-ahead",
    value: "on; off as a setting",
    origin: "stated",
  },
  {
    name: "unicast traffic",
    value:
      "Poisson arrivals at every port, destinations uniform over the 15 others, virtual channel uniform",
    origin: "inferred",
    note: "uniform destinations and channels are stated, the arrival process is not; whether a port sends to itself is not said",
  },
  {
    name: "buffers in the study of buffers",
    value: "64 B to 8 KB by powers of two, at least a packet",
    origin: "chosen",
    note: "the axis of Figure 8 is lost",
  },
  {
    name: "barriers",
    value:
      "16 groups, each with another parent port and the other 15 ports as leaves; the interval is from a process's release to its entry into the next barrier",
    origin: "inferred",
    note: "15 leaves and a parent are stated",
  },
  {
    name: "wire",
    value: "none around the single switch, 8 m (40 ns) in fat trees",
    origin: "stated",
    note: "8 m are stated for LogP",
  },
  {
    name: "O_s, O_r, g",
    value: `${OVERHEAD_NS} ns each`,
    origin: "chosen",
    note: "from HPPNET, which is not at hand; its abstract reports 0.4 us for a remote store",
  },
  {
    name: "message of a collective",
    value: `${MESSAGE_BYTES} B`,
    origin: "chosen",
    note: "LogP has no length",
  },
  {
    name: "nodes of a collective",
    value:
      "drawn by the seed among the hosts of the smallest fat tree that holds them",
    origin: "chosen",
  },
  {
    name: "warm-up",
    value: "automatic (MSER-5 on latencies)",
    origin: "chosen",
    note: "stated only that there is one",
  },
  {
    name: "length of a run",
    value: `${packetsOf(options, 1)} deliveries with one virtual channel, ${packetsOf(options, 8)} with eight, up to 64 times as many where a run's warm-up is not over by then; with barriers, several intervals`,
    origin: "chosen",
    note: "the paper simulates 10^7 to 10^8 cycles",
  },
  { name: "seeds", value: String(seedsOf(options).length), origin: "chosen" },
];
