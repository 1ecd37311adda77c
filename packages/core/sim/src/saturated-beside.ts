import type { MetricValue } from "@fabriclab/spec";
import type { Composition } from "./composition.ts";
import { withoutTime } from "./ended.ts";
import type { Saturation } from "./statistics/saturation.ts";

const WHY =
  "saturated beside the finite traffic: more is offered than accepted, so latency grows as long as the run lasts";

/**
 * Withdraws times of endless traffic that is saturated beside finite traffic; a result of one entry ends in `.traffic<index>`. What is of finite traffic
 * alone stays: it is measured whole.
 *
 * @param saturated entries by their index
 */
export function withoutSaturated(
  { experiment, traffic }: Composition,
  saturated: ReadonlyMap<number, Saturation>,
): (name: string, value: MetricValue) => MetricValue {
  if (saturated.size === 0) return (_, value) => value;
  const isOf = (name: string): boolean => {
    const entry = /\.traffic(\d+)$/.exec(name)?.[1];
    if (entry !== undefined) return saturated.has(Number(entry));
    const metric = experiment.metrics.find(({ plugin }) =>
      `${name}.`.startsWith(`${plugin.name}.`),
    )?.plugin;
    if (metric?.closedLoop === true) return false;
    const covers = metric?.covers;
    return covers === undefined
      ? true
      : [...saturated.keys()].some((index) => covers(traffic[index]!));
  };
  return (name, value) => (isOf(name) ? withoutTime(value, WHY) : value);
}

const percent = (share: number): string =>
  `${Number((100 * share).toPrecision(3))} %`;

/** What to say of them: `the endless traffic beside it is saturated: …`; undefined where none is. */
export function saturatedWords(
  { experiment }: Composition,
  saturated: ReadonlyMap<number, Saturation>,
): string | undefined {
  if (saturated.size === 0) return undefined;
  const shares = [...saturated].map(([index, { accepted, offered }]) => {
    const name = `traffic[${index}] (${experiment.traffic[index]?.plugin.name ?? "?"})`;
    return accepted === undefined || offered === undefined
      ? `less than ${name} offers`
      : `${percent(accepted.mean / offered)} of what ${name} offers`;
  });
  return `the endless traffic beside it is saturated: the network takes ${shares.join(", ")}, so source queues grow and there is no mean latency of it`;
}
