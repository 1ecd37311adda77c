import {
  cellOf,
  CONDITIONS_RULE,
  judge,
  type Cell,
} from "../../verdicts/conditions.ts";
import type { Finding } from "../../verdicts/rules.ts";
import { barrierCase, FIGURE_9, LENGTHS_AT_US, STEADY_US } from "../cases.ts";
import { bySeed, type Points } from "../points.ts";
import type { SettingName } from "../settings.ts";
import { above, atMost, near, within } from "./rules.ts";

/** What may count as "steady". */
const STEADY_WITHIN = 0.05;
const NOT_STEADY = 0.1;

export const INTERVAL_RULE = `at full unicast load, with ${FIGURE_9.join(" and ")} B packets: 1 - latency at ${STEADY_US} us / latency at the shortest interval: interval above 0; and |latency at every longer interval / latency at ${STEADY_US} us - 1|: mean at most ${STEADY_WITHIN} (contrary: interval above ${NOT_STEADY}); a fall is contradicted where its interval lies below 0; reproduced: all hold; ${CONDITIONS_RULE}`;

/** "Falls with the interval, steady above 50 us." */
export function intervals(points: Points, times: readonly number[]): Finding {
  const latency = (packet: number, interval: number) =>
    points.values(barrierCase("default", packet, interval), "barrierNs");
  const falls = FIGURE_9.map((packet) =>
    cellOf(
      `fall from ${times[0]} to ${STEADY_US} us, ${packet} B`,
      bySeed(
        (short, steady) => 1 - steady / short,
        latency(packet, times[0]!),
        latency(packet, STEADY_US),
      ),
    ),
  );
  const steady = FIGURE_9.flatMap((packet) =>
    times
      .filter((time) => time > STEADY_US)
      .map((time) =>
        cellOf(
          `change from ${STEADY_US} to ${time} us, ${packet} B`,
          bySeed(
            (at, later) => Math.abs(later / at - 1),
            latency(packet, STEADY_US),
            latency(packet, time),
          ),
        ),
      ),
  );
  return judge(falls[1], [
    ...falls.map((cell) => above(cell)),
    ...steady.map((cell) => atMost(cell, STEADY_WITHIN, NOT_STEADY)),
  ]);
}

/** Nanoseconds per byte of the link. */
const BYTE_NS = 1.6;
const STRAIGHT = 0.98;
const CROOKED = 0.9;
export const IDLE_NS = 128;
const EXACT_NS = 0.32;

export const LENGTH_RULE = `at full unicast load and an interval of ${LENGTHS_AT_US} us, a straight line through latency over packet length, seed by seed: its slope in packet times from 0.5 to 2 (contrary: interval outside), and R^2 at least ${STRAIGHT} (contrary: interval below ${CROOKED}); and without unicast within ${EXACT_NS} ns of ${IDLE_NS} ns (contrary: a cycle away); reproduced: all hold; ${CONDITIONS_RULE}`;

/** Least squares of y over x: slope and the share of variance that the line explains. */
export function line(
  x: readonly number[],
  y: readonly number[],
): { readonly slope: number; readonly straight: number } {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const sum = (of: (at: number) => number): number =>
    x.reduce((total, _, at) => total + of(at), 0);
  const xx = sum((at) => (x[at]! - mx) ** 2);
  const xy = sum((at) => (x[at]! - mx) * (y[at]! - my));
  const yy = sum((at) => (y[at]! - my) ** 2);
  return { slope: xy / xx, straight: yy === 0 ? 0 : xy ** 2 / (xx * yy) };
}

/** "Linear in the packet length; 128 ns without unicast." */
export function packetLengths(
  points: Points,
  setting: SettingName,
  lengths: readonly number[],
): Finding {
  const latencies = lengths.map((packet) =>
    points.values(barrierCase(setting, packet, LENGTHS_AT_US), "barrierNs"),
  );
  const fit = (name: string, of: keyof ReturnType<typeof line>): Cell =>
    cellOf(
      name,
      bySeed((...y) => line(lengths, y)[of], ...latencies),
    );
  const slope = cellOf(
    "slope (packet times)",
    fit("slope", "slope").values.map((value) =>
      value === undefined ? undefined : value / BYTE_NS,
    ),
  );
  const straight = fit("R^2", "straight");
  const idle = cellOf(
    "without unicast (ns)",
    points.values(barrierCase(setting, 0, LENGTHS_AT_US), "barrierNs"),
  );
  return judge(slope, [
    within(slope, [0.5, 2], [0.5, 2]),
    within(straight, [STRAIGHT, 1], [CROOKED, 1]),
    near(idle, IDLE_NS, EXACT_NS, 3.2),
  ]);
}

export const PAPER_LOSS = 0.0114;
export const LOSS_RULE = `1 - unicast throughput with barriers every ${STEADY_US} us / without, at full load, mean over the packet lengths: reproduced: mean from half to twice ${PAPER_LOSS}; contradicted: the interval lies outside of a third to three times that; otherwise not reproduced`;

/** The share of unicast that barriers cost, of one length. */
export const lossOf = (
  points: Points,
  setting: SettingName,
  packet: number,
): Cell =>
  cellOf(
    `${packet} B`,
    bySeed(
      (without, beside) => 1 - beside / without,
      points.values(barrierCase(setting, packet, 0), "throughput"),
      points.values(barrierCase(setting, packet, STEADY_US), "throughput"),
    ),
  );

/** "Unicast loses 1.14 % on average." */
export function loss(
  points: Points,
  setting: SettingName,
  lengths: readonly number[],
): Finding {
  const mean = cellOf(
    "mean loss",
    bySeed(
      (...losses) =>
        losses.reduce((sum, value) => sum + value, 0) / losses.length,
      ...lengths.map((packet) => lossOf(points, setting, packet).values),
    ),
  );
  return judge(mean, [
    within(
      mean,
      [PAPER_LOSS / 2, 2 * PAPER_LOSS],
      [PAPER_LOSS / 3, 3 * PAPER_LOSS],
    ),
  ]);
}
