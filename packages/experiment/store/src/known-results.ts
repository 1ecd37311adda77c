/** Unit and a sentence of a number beside a result. */
export type DetailText = readonly [unit: string, text: string];

/** What a result of a metric of fabriclab's is, and the numbers beside it whose names do not say it alone. */
export interface KnownResult {
  readonly text: string;
  readonly details?: Readonly<Record<string, DetailText>>;
  /** What the numbers by place are. */
  readonly places?: string;
}

const LATE: Readonly<Record<string, DetailText>> = {
  p50: ["ns", "Median lateness of the frames that missed their deadlines."],
  p90: [
    "ns",
    "Lateness that 90 % of the frames that missed their deadlines do not exceed.",
  ],
  p99: [
    "ns",
    "Lateness that 99 % of the frames that missed their deadlines do not exceed.",
  ],
};
const FRAMES: Readonly<Record<string, DetailText>> = {
  delivered: ["frames", "Frames that arrived, per receiver."],
  missed: ["frames", "Frames that arrived after their deadlines."],
  damaged: ["frames", "Frames that arrived without all of their packets."],
  lost: ["frames", "Frames of which nothing arrived."],
  incomplete: ["frames", "Frames still on their way at the end."],
};
const CAUSES: Readonly<Record<string, string>> = {
  unroutable: "for want of a path, a lane or a receiver",
  "head-lifetime": "at the head of a queue for longer than its lifetime limit",
  "switch-lifetime": "in a switch for longer than its lifetime limit",
  stalled: "because their lane is stalled",
  "link-down": "on, or before, a link that is down",
};
const DELIVERED: DetailText = [
  "packets",
  "Packets delivered in the measured interval, each copy of a multicast.",
];
const DROPPED: DetailText = [
  "packets",
  "Packets discarded in the measured interval, each copy of a multicast.",
];
const OFFERED: DetailText = [
  "1",
  "Load that the sources were to offer, as a share of the host link's data rate.",
];
const GROUPS: Readonly<Record<string, DetailText>> = {
  groups: ["groups", "Groups of which a barrier was completed."],
};

/** Result's name, without its class -> what it is. Why here: a file explains itself, and a metric's plugin says only what the metric is as a whole. */
export const knownResults: Readonly<Record<string, KnownResult>> = {
  barrier: {
    text: "Time of a barrier from first bit to first bit: combining and distributing, mean over groups of their means.",
    details: GROUPS,
  },
  "barrier.combine": {
    text: "Time from the last host's combine packet leaving it until the root has all, mean over groups of their means.",
    details: GROUPS,
  },
  "barrier.distribute": {
    text: "Time from the first distribute packet leaving the root until the last one begins to arrive at its host, mean over groups of their means.",
    details: GROUPS,
  },
  "barrier.total": {
    text: "Time from the last process entering a barrier to the last one's release, mean over groups of their means.",
    details: GROUPS,
  },
  completion: {
    text: "Makespan: from the first birth of a packet to the last delivery of all operations.",
    details: {
      operations: ["operations", "Operations that were completed."],
      deliveries: ["packets", "Deliveries of all operations."],
    },
  },
  "completion.operation": {
    text: "Time of an operation from its first birth to its last delivery, mean over operations.",
    details: {
      p50: ["ns", "Median time of an operation."],
      p90: ["ns", "Time that 90 % of the operations do not exceed."],
      p99: ["ns", "Time that 99 % of the operations do not exceed."],
    },
  },
  "completion.delivery": {
    text: "Latency of a packet of an operation, birth to delivery, mean over deliveries.",
  },
  deadline: {
    text: "Deadline missing probability: frames that missed their deadlines over delivered frames, deadlines counted from the metric's origin.",
    details: FRAMES,
  },
  "deadline.lateness": {
    text: "Deadline missing time: mean lateness of the frames that missed their deadlines.",
    details: LATE,
  },
  "deadline.damaged": {
    text: "Share of the delivered frames that arrived without all of their packets.",
  },
  "deadline.frame": {
    text: "Time from a frame's generation to its arrival, mean over delivered frames.",
  },
  "deadline.first-arrival": {
    text: "Deadline missing probability with deadlines counted from the arrival of a stream's first frame.",
    details: FRAMES,
  },
  "deadline.first-arrival.lateness": {
    text: "Mean lateness of the frames that missed their deadlines, counted from the arrival of a stream's first frame.",
    details: LATE,
  },
  drops: {
    text: "Share of packets that were discarded, for any cause.",
    details: {
      dropped: DROPPED,
      delivered: DELIVERED,
      bytes: ["B", "Bytes of the discarded packets."],
      ...Object.fromEntries(
        Object.entries(CAUSES).map(([cause, why]): [string, DetailText] => [
          cause,
          ["packets", `Packets discarded ${why}.`],
        ]),
      ),
    },
  },
  ...Object.fromEntries(
    Object.entries(CAUSES).map(([cause, why]): [string, KnownResult] => [
      `drops.${cause}`,
      {
        text: `Share of packets that were discarded ${why}.`,
        details: { dropped: ["packets", `How many were discarded ${why}.`] },
      },
    ]),
  ),
  latency: {
    text: "Time of a packet from its birth to the arrival of its last bit, mean over delivered copies.",
    details: {
      count: ["packets", "Copies delivered in the measured interval."],
      min: ["ns", "Least latency of a packet."],
      max: ["ns", "Greatest latency of a packet."],
    },
  },
  "link-load": {
    text: "Share of the measured interval during which a channel, one direction of a link, carried a packet: mean over channels.",
    details: {
      min: ["1", "Load of the least loaded channel."],
      max: ["1", "Load of the most loaded channel."],
      channels: ["channels", "Channels that were looked at."],
      idle: ["channels", "Channels that carried nothing."],
    },
  },
  "link-load.max": {
    text: "Load of the most loaded channel.",
    places: "Load of the most loaded channels",
  },
  "link-load.packets": {
    text: "Packets that the channel with most of them carried.",
    places: "Packets of the channels that carried most of them",
  },
  order: {
    text: "Share of arrivals that are reordered: a packet of their flow with a later birth arrived before them.",
    details: {
      packets: ["packets", "Arrivals."],
      reordered: ["packets", "Arrivals that are reordered."],
      flows: [
        "flows",
        "Flows: of one traffic entry, source, destination and service level.",
      ],
    },
  },
  "order.behind": {
    text: "By how much a reordered packet is older than the latest-born one that came before it, mean over reordered packets.",
  },
  "path-usage": {
    text: "Share of the channels between switches that carried a packet.",
    details: {
      channels: ["channels", "Channels between switches."],
      used: ["channels", "Channels between switches that carried a packet."],
    },
  },
  "path-usage.cov": {
    text: "Coefficient of variation of the packets per channel between switches, unused ones included; 0 = all alike.",
    details: {
      mean: ["packets", "Packets per channel between switches, mean."],
      min: ["packets", "Fewest packets on a channel between switches."],
      max: ["packets", "Most packets on a channel between switches."],
    },
  },
  "path-usage.busiest": {
    text: "Packets on the busiest channel between switches over the mean of all.",
    places:
      "Share of all packets sent between switches that the busiest channels carried",
  },
  "path-usage.channels": {
    text: "Channels between switches that a delivered packet crossed, mean.",
    details: {
      sent: [
        "packets",
        "Packets that entered a channel between switches, once for each.",
      ],
      delivered: DELIVERED,
    },
  },
  throughput: {
    text: "Bytes on the wire that arrived, per receiving host, as a share of the host link's data rate.",
    details: { offered: OFFERED, delivered: DELIVERED, dropped: DROPPED },
  },
  "throughput.bytes": {
    text: "Bytes on the wire that arrived per second, over the whole fabric.",
  },
  "throughput.packets": {
    text: "Packets that arrived per second, over the whole fabric, each copy of a multicast.",
    details: { delivered: DELIVERED, dropped: DROPPED },
  },
  "throughput.fairness": {
    text: "Accepted load of the worst-served source over that of the best-served; 1 = all alike.",
    details: {
      min: ["1", "Accepted load of the worst-served source."],
      max: ["1", "Accepted load of the best-served source."],
      jain: [
        "1",
        "Jain's index of the sources' accepted loads; 1 = all alike.",
      ],
    },
  },
};
