import type { MetricValue } from "@fabriclab/spec";

const PERCENTILES = ["50", "90", "99", "99.9"] as const;

/** Times of one kind, in ticks, of every barrier seen: group by group. */
export class BarrierTimes {
  #byGroup: (number[] | undefined)[] = [];

  add(group: number, ticks: number): void {
    (this.#byGroup[group] ??= []).push(ticks);
  }

  clear(): void {
    this.#byGroup = [];
  }

  /** Of each group its number and its times. */
  state(): (readonly [number, readonly number[]])[] {
    return Array.from(
      this.#byGroup,
      (times = [], group) => [group, times] as const,
    );
  }

  merge(state: readonly (readonly [number, readonly number[]])[]): void {
    for (const [group, times] of state)
      for (const ticks of times) this.add(group, ticks);
  }

  /** Mean over groups of the mean of each; percentiles over all barriers, by nearest rank. */
  value(nsPerTick: number): MetricValue {
    const groups = this.#byGroup.filter((times) => times !== undefined);
    const all = groups.flat().sort((a, b) => a - b);
    if (all.length === 0)
      return { value: NaN, unit: "ns", absent: "no barrier was completed" };
    const means = groups.map(
      (times) => times.reduce((sum, ticks) => sum + ticks, 0) / times.length,
    );
    const ns = (ticks: number): number => ticks * nsPerTick;
    const rank = (percent: number): number =>
      all[Math.max(1, Math.ceil((percent / 100) * all.length)) - 1] ?? NaN;
    return {
      value: ns(means.reduce((sum, mean) => sum + mean, 0) / means.length),
      unit: "ns",
      percentiles: Object.fromEntries(
        PERCENTILES.map((p) => [p, ns(rank(Number(p)))]),
      ),
      detail: {
        count: all.length,
        groups: groups.length,
        min: ns(all[0] ?? NaN),
        max: ns(all.at(-1) ?? NaN),
      },
    };
  }
}
