import { REBASE_TICKS } from "@fabriclab/network";
import { formatTime, type Ps } from "@fabriclab/units";
import type { Composition } from "./composition.ts";
import type { Drive } from "./drive.ts";
import { withoutTime, type Ended } from "./ended.ts";
import type { MetricSet } from "./metric-set.ts";
import { offeredLinks, type OfferedLinks } from "./offered-links.ts";
import { overloadWords, shortTime } from "./overload-words.ts";
import { packetTicks } from "./packet-ticks.ts";

/** Ticks. A run in whose finite traffic packets come to wait for longer is not carried on; a wait is looked at whenever the engine moves the base of its clock. */
export const LONGEST_WAIT = 2 ** 31;
/** Tick from which a run is asked: a sixteenth of that wait. What was measured until then is told. */
const FIRST_LOOK = LONGEST_WAIT / 16;
/**
 * Mean time in the source queue over the length of the run, below which nobody asks: births would be drafted once more for nothing. Why so much: packets of a frame
 * are sent over most of its period, and so wait for 4 % of the run at the first look, overloaded or not.
 */
const LEAST_WAIT = 0.1;

const GROWS =
  "saturated: a link is offered more than it carries for so long that waits grow beyond 2^31 ticks";

/**
 * Tells of finite traffic that it offers a link so much more than that carries, for so long, that packets come to wait for more than {@link LONGEST_WAIT}:
 * the end of such a run says how much was offered and no more, and this is known from its births and tables alone. Of any other run nothing is told.
 */
export class Overload {
  readonly #drive: Drive;
  readonly #lastTick: number;
  #isAsked = false;

  /** @param lastTick at which the run is capped; Infinity = never */
  constructor(drive: Drive, lastTick: number) {
    this.#drive = drive;
    this.#lastTick = lastTick;
  }

  /**
   * The end of the run, where it has none by itself; undefined where it may have one. To be asked after every slice: drafts the traffic anew at most once.
   */
  end(metrics: MetricSet): Ended | undefined {
    const drive = this.#drive;
    const { now, composition } = drive;
    if (this.#isAsked || now < FIRST_LOOK || !isHeldBack(drive))
      return undefined;
    this.#isAsked = true;
    if (mayDrop(drive)) return undefined;
    // The last moment at which the engine looks, and the births that would have waited too long by then.
    const lastLook = Math.floor(this.#lastTick / REBASE_TICKS) * REBASE_TICKS;
    const offered = offeredLinks(composition, lastLook - LONGEST_WAIT);
    const hopeless = hopelessLinks(composition, offered);
    if (hopeless.length === 0) return undefined;
    const { tickPs } = composition;
    return {
      status: "saturated",
      verdict: `Saturated: ${overloadWords(composition, offered, hopeless)}. Packets come to wait for more than ${shortTime(LONGEST_WAIT * tickPs)}, 2^31 ticks of ${formatTime(tickPs as Ps)}, before all of it is delivered, so the run ends here, and there is no mean latency; throughput is what the network carries.`,
      warmup: 0,
      end: now,
      metrics,
      ticks: now,
      finish: (_, value) => withoutTime(value, GROWS),
    };
  }
}

/**
 * What to say where a cap ended finite traffic: the links that were offered more than they carry until then, if packets waited for long; empty where there is none.
 */
export function overloadedUntil(drive: Drive): string {
  const { composition, now } = drive;
  if (!isHeldBack(drive) || mayDrop(drive)) return "";
  const offered = offeredLinks(composition, now);
  // Why a twentieth: bursts that are born shortly before the cap are no overload.
  const over = linksWhere(offered, (ticks) => ticks > 1.05 * now);
  return over.length === 0 ? "" : overloadWords(composition, offered, over);
}

const isHeldBack = ({ engine, now }: Drive): boolean => {
  const { sourceWait, injected } = engine.counts;
  return sourceWait > LEAST_WAIT * now * injected;
};

/** Whether some of what is sent may never come to the links on its way. */
const mayDrop = ({ composition, engine }: Drive): boolean =>
  composition.switchModel.drop !== undefined ||
  engine.counts.dropped > 0 ||
  (composition.experiment.changes ?? []).length > 0;

/**
 * Links that cannot have carried, when the engine first looks more than 2^31 ticks after the last birth, all that was born for them.
 *
 * Why certain: then a packet that was born before waits still, and the first of its lane at its source, or a copy in the network, has waited as long.
 */
function hopelessLinks(
  composition: Composition,
  offered: OfferedLinks,
): number[] {
  // What is in the buffers of a link's receiver, or on its way, counts as waiting no longer.
  const slack = 2 * packetTicks(composition);
  return linksWhere(offered, (ticks, last) => {
    const looked =
      (Math.floor((last + LONGEST_WAIT) / REBASE_TICKS) + 1) * REBASE_TICKS;
    return ticks > looked + slack;
  });
}

const linksWhere = (
  { carrying, last }: OfferedLinks,
  is: (carrying: number, last: number) => boolean,
): number[] => {
  const found: number[] = [];
  for (const [channel, ticks] of carrying.entries())
    if (ticks > 0 && is(ticks, last[channel]!)) found.push(channel);
  return found;
};
