import {
  holSaturation,
  holSaturationEstimate,
  holSaturationLimit,
  md1Wait,
  outputQueuedWait,
} from "@fabriclab/analysis-queueing";

/** A number that is published, follows by hand from a closed form or was reckoned apart from this code, and ours. */
export interface Published {
  readonly quantity: string;
  readonly source: string;
  /** As printed, or worked out by hand. */
  readonly value: number;
  /** Largest difference that the test allows. */
  readonly within: number;
  readonly ours: () => number;
}

const karol = "Karol, Hluchyj, Morgan 1987, Table I";

/** Saturation throughput of a crossbar with FIFO inputs under uniform traffic; one unit of the last printed digit is allowed. */
const crossbars = (
  [
    [1, 1],
    [2, 0.75],
    [3, 0.6825],
    [4, 0.6553],
    [5, 0.6399],
    [6, 0.6302],
    [7, 0.6234],
    [8, 0.6184],
  ] as const
).map(([ports, value]): Published => ({
  quantity: `saturation of a switch of ${ports} ${ports === 1 ? "port" : "ports"} with FIFO inputs`,
  source: karol,
  value,
  within: 1.01e-4,
  ours: () => holSaturation(ports),
}));

/** Mean wait in units of the service time: load / 2 (1 - load). */
const queues = (
  [
    [0.1, 0.0556, 5e-5],
    [0.5, 0.5, 1e-12],
    [0.8, 2, 1e-12],
    [0.9, 4.5, 1e-12],
  ] as const
).map(([load, value, within]): Published => ({
  quantity: `mean wait of M/D/1 at load ${load}, in services`,
  source: "closed form: load / 2 (1 - load)",
  value,
  within,
  ours: () => md1Wait(load),
}));

const layered = (
  [
    [2, 0.776, 0.764],
    [3, 0.845, 0.838],
    [4, 0.882, 0.877],
    [8, 0.94, 0.938],
  ] as const
).flatMap(([layers, value, limit]): Published[] => [
  {
    quantity: `saturation of a 16-port switch with ${layers} crossbar layers`,
    source: "reckoned apart from this code, three digits",
    value,
    within: 0.003,
    ours: () => holSaturationEstimate(16, layers),
  },
  {
    quantity: `saturation with ${layers} crossbar layers and very many ports`,
    source: "closed form: 1 + v - √(1 + v²) for v layers, three digits",
    value: limit,
    within: 5e-4,
    ours: () => holSaturationLimit(layers),
  },
]);

/** What queueing theory says, beside our functions; the tests and the documentation's page on validation read it. */
export const published: readonly Published[] = [
  ...queues,
  {
    quantity: "mean wait of an output-queued 16-port switch at load 0.8, slots",
    source: "closed form: (15/16) load / 2 (1 - load)",
    value: 1.875,
    within: 1e-12,
    ours: () => outputQueuedWait(0.8, 16),
  },
  ...crossbars,
  {
    quantity: "saturation with FIFO inputs and very many ports",
    source: "closed form: 2 - √2",
    value: 2 - Math.SQRT2,
    within: 1e-14,
    ours: () => holSaturationLimit(),
  },
  ...layered,
];
