import type { Blocked } from "@fabriclab/network";
import { LiveRun, type Experiment } from "@fabriclab/sim";
import type { MetricValue } from "@fabriclab/spec";
// Why by its path: as catalogue.ts.
import { quantity } from "../../../../cli/src/quantity.ts";
import type { CycleView } from "../shared/findings.ts";
import {
  FOLLOWED_SECONDS,
  MOST_FOLLOWED_CHANNELS,
  type ChannelColours,
  type ChannelMeasure,
  type Frame,
  type RunStart,
} from "../shared/protocol.ts";
import { ChannelMeasures } from "./channel-measures.ts";
import { Histogram } from "./histogram.ts";
import { stepOf } from "./names.ts";
import { PacketWatch } from "./packet-watch.ts";
import { sampleWaits, type WaitsSeen } from "./waits.ts";

/** Milliseconds between two frames. */
export const FRAME_MS = 50;
/** Milliseconds of work after which a frame is sent although it has not come as far as the speed asks. */
const WORK_MS = 40;
/** Channels with a wait that are drawn; of more, an even sample. */
const MOST_WAITS = 2000;
/** Buffers of larger fabrics are looked at every so many frames only: it takes as long as simulating. */
const LOOK_PORTS = 20_000;
const LOOK_EVERY = 10;

/** A time as the page's clock writes it. */
const written = (ps: number): string => `${(ps / 1e6).toFixed(2)} us`;

/** A run that is watched: it moves forward at a pace, frame by frame. */
export class Live {
  readonly #run: LiveRun;
  readonly #histogram: Histogram;
  readonly #channels: ChannelMeasures;
  readonly #send: (frame: Frame) => void;
  #watch: PacketWatch | undefined;
  readonly #mostWaits: number;
  #waits: WaitsSeen = sampleWaits([], 0);
  #frames = 0;
  #over = false;
  #last = Promise.resolve();

  /**
   * @param mostWaits channels with a wait that are drawn
   * @throws FabricError of the experiment's plugins and its composition
   */
  constructor(
    experiment: Experiment,
    send: (frame: Frame) => void,
    mostWaits = MOST_WAITS,
  ) {
    this.#mostWaits = mostWaits;
    this.#run = new LiveRun(experiment, { waits: true, queues: true });
    const { tickPs } = this.#run.composition;
    this.#histogram = new Histogram(tickPs);
    this.#channels = new ChannelMeasures(
      experiment.fabric,
      this.#run.packetPs / tickPs,
    );
    this.#send = send;
  }

  get start(): RunStart {
    const { composition, packetPs } = this.#run;
    return {
      packetPs,
      hosts: composition.hosts.length,
      offeredLoad: composition.metricContext.offeredLoad,
    };
  }

  /** What the colours of channels show. */
  shown: ChannelMeasure = "load";

  get colours(): ChannelColours {
    const { shown } = this;
    return {
      shown,
      classes: this.#channels.classes(shown),
      most: this.#channels.most(shown),
    };
  }

  get over(): boolean {
    return this.#over;
  }

  /** Whether packets can be seen one by one at that pace, in ps per second. */
  canFollow(psPerSecond: number): boolean {
    return (
      this.#isSmall && this.#run.packetPs / psPerSecond >= FOLLOWED_SECONDS
    );
  }

  /** Whether what stands in buffers is shown one by one, whatever the pace. */
  get #isSmall(): boolean {
    const { linkCount } = this.#run.composition.experiment.fabric;
    return 2 * linkCount <= MOST_FOLLOWED_CHANNELS;
  }

  /**
   * Simulates a stretch of at most `ps`, for at most `WORK_MS`, and sends what there was to see. One stretch after another, whoever asks.
   *
   * @param follows every packet is told of
   */
  frame(stretchPs: number, follows: boolean): Promise<void> {
    const frame = this.#last.then(() => this.#frame(stretchPs, follows));
    this.#last = frame.catch(() => undefined);
    return frame;
  }

  async #frame(stretchPs: number, follows: boolean): Promise<void> {
    if (this.#over) return;
    const run = this.#run;
    const { tickPs } = run.composition;
    const fromPs = run.nowPs;
    const until = fromPs + Math.max(tickPs, stretchPs);
    const begun = performance.now();
    if (!follows) this.#watch = undefined;
    else this.#watch ??= new PacketWatch(run);
    const watch = this.#watch;
    const pieceTicks = watch?.lookTicks ?? (4 * run.packetPs) / tickPs;
    // Why in pieces: a stretch may be more than this machine simulates in a frame; and no packet crosses a channel between two looks.
    while (run.nowPs < until && performance.now() - begun < WORK_MS) {
      const piece = Math.min(until, run.nowPs + pieceTicks * tickPs);
      await run.advance(piece, (journal) => {
        this.#histogram.observe(journal);
        watch?.observe(journal);
      });
      watch?.look();
    }
    this.#channels.observe(
      run.takeChannelCounters(),
      Math.max(1, (run.nowPs - fromPs) / tickPs),
    );
    const deadlock = this.#look();
    const finished = deadlock !== undefined || run.idle;
    this.#over = finished;
    const { injected, delivered, dropped, inFlight } = run.counts;
    this.#send({
      fromPs,
      nowPs: run.nowPs,
      colours: this.colours,
      ...(this.#isSmall
        ? { packets: (watch ?? new PacketWatch(run)).take() }
        : {}),
      waits: this.#waits.drawn,
      waiting: this.#waits.count,
      counts: { injected, delivered, dropped, inFlight },
      histogram: this.#histogram.view(),
      results: Object.entries(run.results()).map(([name, value]) => [
        name,
        valueText(value),
      ]),
      ...(deadlock === undefined ? {} : { deadlock }),
      changes: run
        .changes()
        .filter(({ reached }) => reached)
        .map(({ at, what }) => `${written(at)}: ${what}`),
      finished,
    });
  }

  /** Who waits for whom, and whether in a cycle. */
  #look(): CycleView | undefined {
    const run = this.#run;
    const { fabric } = run.composition.experiment;
    this.#frames += 1;
    if (fabric.portCount > LOOK_PORTS && this.#frames % LOOK_EVERY !== 0)
      return undefined;
    const channelOf = (at: Blocked["waitsFor"]): number => {
      const port = (fabric.portStart[at.node] ?? 0) + at.port - 1;
      return at.port === 0
        ? -1
        : at.stage === "input" || at.stage === "holding"
          ? (fabric.portPeer[port] ?? -1)
          : port;
    };
    const held = run
      .waits()
      .filter((wait) => channelOf(wait.waitsFor) >= 0)
      .map(channelOf)
      .filter((channel) => channel >= 0);
    this.#waits = sampleWaits(held, this.#mostWaits);
    const found = run.deadlock();
    if (found === undefined) return undefined;
    // An output buffer and the input buffer behind its cable stand on one channel: twice in a row, it is one arrow.
    const steps = found.cycle
      .map((one) => stepOf(fabric, channelOf(one), one.lane))
      .filter(
        ({ channel }, k, all) =>
          channel >= 0 && channel !== all.at(k - 1)?.channel,
      );
    return {
      title: `Deadlock, found at ${written(run.nowPs)}: ${buffersText(found.cycle.length, steps.length)} wait for each other in a cycle, ${run.counts.inFlight} packets are stuck in the network`,
      steps,
      pairs: [
        ...new Set(
          found.named.map(
            ({ source, destination }) => `${source} to ${destination}`,
          ),
        ),
      ],
    };
  }
}

/** How many buffers wait, and on how many channels, which are what is numbered. */
const buffersText = (buffers: number, channels: number): string =>
  buffers === channels
    ? `${buffers} buffers, each on a channel of its own,`
    : `${buffers} buffers on ${channels} channels (a channel has one before its cable and one behind, and is one numbered arrow)`;

/** A result as people read it: in the units and figures of the command line. */
export function valueText({
  value,
  unit,
  ci95,
  percentiles,
  absent,
}: MetricValue): string {
  if (!Number.isFinite(value)) return absent ?? "nothing yet";
  const tail = Object.entries(percentiles ?? {})
    .map(([share, one]) => `p${share} ${quantity(one, unit)}`)
    .join(", ");
  return `${quantity(value, unit)}${ci95 === undefined ? "" : ` ± ${quantity(ci95, unit)}`}${tail === "" ? "" : ` (${tail})`}`;
}
