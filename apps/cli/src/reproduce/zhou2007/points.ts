import { meanInterval } from "@fabriclab/sim";
import type { Study } from "../reproduction.ts";
import { casesOf, modeOf, seedsOf, type Case } from "./cases.ts";

/** What a run leaves behind. */
export interface RunRecord {
  /** Until the last delivery of all operations. */
  readonly makespanNs: number;
  /** Mean over the operations (sources). */
  readonly operationNs: number;
  /** Mean over the deliveries. */
  readonly deliveryNs: number;
  /** Most packets that any channel has to carry. */
  readonly boundPackets: number;
  /** boundPackets times the time of a packet: no schedule is faster. */
  readonly boundNs: number;
  readonly deliveries: number;
  readonly packetHops: number;
  readonly events: number;
}

/** A positive quantity estimated over seeds: geometric mean with a 95 % interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Results by case, a record per seed. */
export class Points {
  readonly #records: ReadonlyMap<string, readonly RunRecord[]>;

  constructor(study: Study) {
    const seeds = seedsOf(study.options).length;
    const records = new Map<string, RunRecord[]>();
    for (const [index, point] of casesOf(study.options).entries()) {
      records.set(
        nameOf(point),
        study.results
          .slice(index * seeds, (index + 1) * seeds)
          .map((result) => result as unknown as RunRecord),
      );
    }
    this.#records = records;
  }

  /** Records of a case, in the order of the seeds. */
  records(point: Case): readonly RunRecord[] {
    const mode = modeOf(point.mode, point.sources);
    const records = this.#records.get(nameOf({ ...point, mode }));
    if (records === undefined) {
      throw new Error(`no such case in this study: ${nameOf(point)}`);
    }
    return records;
  }

  /** A quantity of a case over its seeds. */
  estimate(point: Case, quantity: (record: RunRecord) => number): Estimate {
    return estimate(
      this.records(point).map((record) => Math.log(quantity(record))),
    );
  }

  /** Natural logarithms of makespan(a)/makespan(b), seed by seed: the seeds have the same sources and groups in both. */
  logRatios(a: Case, b: Case): readonly number[] {
    const below = this.records(b);
    return this.records(a).map((record, seed) =>
      Math.log(record.makespanNs / below[seed]!.makespanNs),
    );
  }
}

/**
 * Geometric mean with its 95 % Student-t interval, from the logarithms of independent observations.
 *
 * Why logarithms: a ratio and its inverse must get the same verdict, and an interval of a time must not reach below zero.
 */
export function estimate(logs: readonly number[]): Estimate {
  const { mean, halfWidth } = meanInterval(logs, 0.95);
  return {
    value: Math.exp(mean),
    low: Math.exp(mean - halfWidth),
    high: Math.exp(mean + halfWidth),
  };
}

/** Seed by seed mean of several lists of logarithms: the geometric mean over, say, message sizes. */
export function average(lists: readonly (readonly number[])[]): number[] {
  const [first = []] = lists;
  return first.map(
    (_, seed) =>
      lists.reduce((sum, list) => sum + list[seed]!, 0) / lists.length,
  );
}

/** Seed by seed a - b: the logarithm of a ratio of ratios. */
export const minus = (a: readonly number[], b: readonly number[]): number[] =>
  a.map((value, seed) => value - b[seed]!);

const nameOf = ({ mode, sources, group, scheme, size }: Case): string =>
  [mode, sources, group, scheme, size].join("|");
