import { Congestion, type ChannelDemand } from "@fabriclab/analysis-balance";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { channelName } from "../naming/names.ts";
import { phasesOf, placed, type Pattern, type Phase } from "./patterns.ts";

/** Most phases of a job that meet those of another. */
const PHASES = 64;

/** A job and the ranks that it has. */
export interface PlacedJob {
  readonly name: string;
  readonly hosts: readonly EndportIx[];
}

/** How much longer a job's pattern takes beside another job that does the same pattern. */
export interface Disturbance {
  readonly pattern: Pattern;
  readonly job: string;
  readonly beside: string;
  /** Mean factor of the job's phases by themselves; of those that were looked at. */
  readonly alone: number;
  /** Mean factor over all phases of the one with all of the other. */
  readonly factor: number;
  /** The greatest of these factors. */
  readonly worst: number;
  /** The channel between switches for which the job's phases become longest, over all meetings, of those that make a phase longer; empty where none does. */
  readonly channel: string;
  /** Phases of the two that were looked at together. */
  readonly meetings: number;
}

/** What a phase asks of each channel, by what a host's own port has to carry in it. */
interface Footprint {
  readonly demand: ChannelDemand;
  readonly share: number;
}

/**
 * What jobs do to each other, pair by pair: both do the same pattern, and as nothing keeps their phases together, every phase of the one meets every phase of
 * the other. Of patterns with many phases an even spread is taken. Only channels between switches count.
 *
 * Complexity: O(flows · path length) a phase; O(channels used) for two phases that meet.
 */
export function disturbances(
  fabric: Fabric,
  tables: ForwardingTables,
  jobs: readonly PlacedJob[],
  patterns: readonly Pattern[],
  byRate: boolean,
  onStage: (name: string) => void = () => undefined,
): Disturbance[] {
  const congestion = new Congestion(fabric, tables, { byRate });
  const found: Disturbance[] = [];
  for (const pattern of patterns) {
    const footprints = jobs.map(({ name, hosts }) => {
      onStage(`${pattern}, ${name}`);
      return spread(phasesOf(pattern, hosts.length)).map(
        ({ flows, perHost }): Footprint => {
          const { from, to } = flows();
          return {
            demand: congestion.demand(placed(from, hosts), placed(to, hosts)),
            share: 1 / perHost,
          };
        },
      );
    });
    for (const [one, mine] of footprints.entries())
      for (const [other, theirs] of footprints.entries()) {
        if (one === other) continue;
        const [job, beside] = [jobs[one], jobs[other]];
        if (job === undefined || beside === undefined) continue;
        onStage(`${pattern}, ${job.name} beside ${beside.name}`);
        found.push({
          pattern,
          job: job.name,
          beside: beside.name,
          ...met(fabric, mine, theirs),
        });
      }
  }
  return found;
}

/** One phase of each of as many equal parts, at another place in each: an even step would meet with powers of two in the fabric. */
function spread(phases: Iterable<Phase>): Phase[] {
  const all = [...phases];
  if (all.length <= PHASES) return all;
  const golden = (Math.sqrt(5) - 1) / 2;
  const start = (part: number) => Math.floor((part * all.length) / PHASES);
  return Array.from({ length: PHASES }, (_, part) => {
    const within = (part * golden) % 1;
    // Parts of whole phases: no phase is in two.
    const size = start(part + 1) - start(part);
    return all[start(part) + Math.floor(within * size)];
  }).filter((phase) => phase !== undefined);
}

function met(
  fabric: Fabric,
  mine: readonly Footprint[],
  theirs: readonly Footprint[],
): Pick<Disturbance, "alone" | "factor" | "worst" | "channel" | "meetings"> {
  /** Channel -> what the other job asks of it. */
  const asked = new Float64Array(fabric.portCount);
  const alone = mine.map((phase) => slowest(phase, asked).factor);
  /** Channel -> how much longer phases take that are slowest there, over all meetings. */
  const added = new Map<number, number>();
  let worst = 1;
  for (const { demand, share } of theirs) {
    for (const [i, channel] of demand.channels.entries())
      asked[channel] = (demand.demand[i] ?? 0) * share;
    for (const [i, phase] of mine.entries()) {
      const { factor, channel } = slowest(phase, asked);
      worst = Math.max(worst, factor);
      const more = factor - (alone[i] ?? 1);
      if (more > 0) added.set(channel, (added.get(channel) ?? 0) + more);
    }
    for (const channel of demand.channels) asked[channel] = 0;
  }
  const meetings = mine.length * theirs.length;
  const mean = sum(alone) / mine.length;
  const [most] = [...added].toSorted(([, a], [, b]) => b - a);
  return {
    alone: mean,
    // Exactly `alone` where nothing is added.
    factor: mean + sum([...added.values()]) / meetings,
    worst,
    channel: most === undefined ? "" : channelName(fabric, most[0]),
    meetings,
  };
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, one) => total + one, 0);

/** How many times as long as alone in an idle fabric a phase takes beside what another job asks of channels, and where. */
function slowest(
  { demand: { channels, demand, alone }, share }: Footprint,
  asked: Float64Array,
): { readonly factor: number; readonly channel: number } {
  let [factor, place] = [1, -1];
  for (let i = 0; i < channels.length; i++) {
    const channel = channels[i] ?? 0;
    const here =
      ((demand[i] ?? 0) * share + (asked[channel] ?? 0)) / (alone[i] ?? 1);
    if (here > factor) [factor, place] = [here, channel];
  }
  return { factor, channel: place };
}
