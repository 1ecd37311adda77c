import type { NumberText, ValueText } from "@fabriclab/spec";

const LATE: Readonly<Record<string, NumberText>> = {
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

const FRAME_TIMES: Readonly<Record<string, NumberText>> = {
  p50: ["ns", "Median time from a frame's generation to its arrival."],
  p90: [
    "ns",
    "Time from generation to arrival that 90 % of the delivered frames do not exceed.",
  ],
  p99: [
    "ns",
    "Time from generation to arrival that 99 % of the delivered frames do not exceed.",
  ],
};

const FRAMES: Readonly<Record<string, NumberText>> = {
  delivered: ["frames", "Frames that arrived, per receiver."],
  missed: ["frames", "Frames that arrived after their deadlines."],
  damaged: ["frames", "Frames that arrived without all of their packets."],
  lost: ["frames", "Frames of which nothing arrived."],
  incomplete: ["frames", "Frames still on their way at the end."],
};

const LOSSES = ["damaged", "lost", "incomplete"];

/** What the results of `deadline` are, for files that explain themselves. */
export const values: Readonly<Record<string, ValueText>> = {
  deadline: {
    text: "Deadline missing probability: frames that missed their deadlines over delivered frames, deadlines counted from the metric's origin.",
    details: FRAMES,
    losses: LOSSES,
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
    details: FRAME_TIMES,
  },
  "deadline.first-arrival": {
    text: "Deadline missing probability with deadlines counted from the arrival of a stream's first frame.",
    details: FRAMES,
    losses: LOSSES,
  },
  "deadline.first-arrival.lateness": {
    text: "Mean lateness of the frames that missed their deadlines, counted from the arrival of a stream's first frame.",
    details: LATE,
  },
};
