import type { ReportParameter } from "@fabriclab/experiment-report";
import type { StudyOptions } from "../reproduction.ts";
import { DEFAULTS, mixLabel } from "./case.ts";
import { framesOf, seedsOf } from "./cases.ts";

/** Table 1 of the paper is lost: every parameter with where it comes from and why it is what it is. */
export const parametersOf = (options: StudyOptions): ReportParameter[] => [
  {
    name: "link",
    value: "1X SDR: 2.5 Gb/s, 4 ns per byte, 20 ns of flight",
    origin: "inferred",
    note: "Table 1 is lost; InfiniBand of that time",
  },
  {
    name: "packet",
    value: `${DEFAULTS.payload} B of payload and 34 B of headers (74 B to groups)`,
    origin: "chosen",
    note: "the MTU is lost; headers are those of unreliable datagrams",
  },
  {
    name: "best-effort packet",
    value: `${DEFAULTS.payload} B of payload`,
    origin: "chosen",
    note: "the paper says that it is fixed",
  },
  {
    name: "lanes",
    value:
      "16: real-time VL0-7 (high table), best-effort VL8-14 (low table), control VL15",
    origin: "inferred",
    note: "at most 16 is stated, and that control uses VL15; the split is chosen",
  },
  {
    name: "ports",
    value: "5 per switch, one of them for a host",
    origin: "inferred",
    note: "5 is stated; one host follows from 3 x 15 multicast entries",
  },
  {
    name: "buffers",
    value: `${DEFAULTS.buffer} packets per input port and lane`,
    origin: "chosen",
    note: "lost; varied in the table of sensitivity",
  },
  {
    name: "crossbar and VL arbitration",
    value: `WRR with equal weights among input lanes, ${DEFAULTS.outputBuffer} packet of buffer per output and lane, then the two tables without a limit of high priority`,
    origin: "inferred",
    note: "stages 4 and 5 as the paper tells them; weights, limit and buffer are chosen. WRR hands best-effort packets to a busy output, so priority is less than strict; varied in the table of sensitivity",
  },
  {
    name: "switch",
    value: "five stages of 20 ns",
    origin: "inferred",
    note: "five stages are stated; together the 100 ns of the fat-tree paper",
  },
  {
    name: "flit",
    value: "64 B credit units",
    origin: "chosen",
    note: "InfiniBand's",
  },
  {
    name: "fabrics of 15 nodes",
    value:
      "random, 15 switches and 23 links, at most 4 links a switch, another for each seed; and fig6like",
    origin: "inferred",
    note: "nine cycles are stated, which are 23 links; the drawing is lost. fig6like has the table sizes that the text tells",
  },
  {
    name: "fabrics of 30 nodes",
    value: "random, 30 switches and 46 links, at most 4 links a switch",
    origin: "chosen",
    note: "with several paths LFU alone, as in the paper; the mix, which it does not tell, is that of Figure 7",
  },
  {
    name: "host adapter",
    value: "injector: a packet is on its lane when it is born",
    origin: "chosen",
    note: "the paper's has a queue per service level, strict priority and DMA before its 2 x 16 lanes: varied in the table of sensitivity, with DMA at 8 Gb/s and receive buffers like the switches'",
  },
  {
    name: "video",
    value: `synthetic, IBBPBBPBBPBB at 30 frames a second, mean rates 3, 4, 5, 6, 8, 10, 15 Mb/s in turn, ${framesOf(options)} frames per stream`,
    origin: "chosen",
    note: "the seven traces are not named",
  },
  {
    name: "mix",
    value: `${mixLabel(DEFAULTS.realTime)} for Figures 7, 9, 10; 30:70 for Figure 8`,
    origin: "inferred",
    note: "30:70 is stated; the other follows from “much smaller” in Figure 8",
  },
  {
    name: "best-effort with several paths",
    value:
      "half reliable datagrams (random path bits at the source), half unreliable ones (a switch chooses among the first ports of all simple paths, however long: `adaptiveDetour: any`)",
    origin: "chosen",
    note: "the paper has both and not their shares, nor says which ports a switch may choose: those of shortest paths alone are in the tables of sensitivity",
  },
  {
    name: "real-time with several paths",
    value:
      "the shortest path on which every link has room for the stream's mean rate; where none has, the shortest",
    origin: "inferred",
    note: "“the shortest path from among the available paths”; reserved stream by stream before the run",
  },
  {
    name: "control",
    value: "a packet per host and 33.3 ms to a host drawn uniformly, on VL15",
    origin: "stated",
    note: "the destination is chosen",
  },
  {
    name: "HLL",
    value: `4.096 µs · 2^${DEFAULTS.hv} = ${((4.096 * 2 ** DEFAULTS.hv) / 1000).toFixed(2)} ms`,
    origin: "chosen",
    note: "lost; varied in the table of sensitivity",
  },
  {
    name: "droppable",
    value:
      "best-effort; packets of P and B frames that are neither first nor last",
    origin: "stated",
  },
  {
    name: "deadline",
    value:
      "first frame: birth + 33.3 ms; then 33.3 ms after the deadline before, or after the arrival of a frame that missed it",
    origin: "inferred",
    note: "the rule is stated, the first deadline is chosen",
  },
  {
    name: "multicast",
    value:
      "20 % of the real-time traffic, three groups of 2, 4, 2 members, SPF tree from every source; unicast packets by SPF, nothing dropped",
    origin: "stated",
    note: "share and groups are stated; routing of unicast and dropping are chosen",
  },
  {
    name: "bandwidth policies",
    value:
      "2 to 4: multicast on VL6-7 with 1, R, 1 + ln R times the weight of a unicast lane, R = 3",
    origin: "inferred",
    note: "the three allocations are stated; the lanes are chosen, R is the mean of 2, 4 and 2 members as a whole number",
  },
  {
    name: "one holding buffer",
    value:
      "one per input lane: the first copy takes a packet with several outputs from its lane there, and the lane's next such packet sends none until the last copy has left",
    origin: "inferred",
    note: "that the first copy moves the packet, and one transfer at a time, is stated; that each lane has a buffer is inferred: the counter is the lane's, and of a lane one transfer at a time is true; C-004-9 rests on this reading",
  },
  {
    name: "central buffer",
    value: "8 packets per output",
    origin: "chosen",
    note: "lost",
  },
  {
    name: "roots of Up/Down",
    value:
      "switches 0, 2n/5 and 4n/5 of n, by number; the best for each quantity, load and seed",
    origin: "chosen",
    note: "three roots are stated, not which",
  },
  {
    name: "seeds",
    value: String(seedsOf(options).length),
    origin: "chosen",
  },
];
