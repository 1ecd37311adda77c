import {
  FOLLOWED_SECONDS,
  MOST_FOLLOWED_CHANNELS,
  type Frame,
  type HeldPacket,
  type RunStart,
} from "../shared/protocol.ts";
import type { App, Follower, Present } from "./app.ts";
import { byId, counted } from "./dom.ts";
import type { Flight } from "./drawing/overlay.ts";
import type { Traffic } from "./drawing/stage.ts";

/** Real seconds that a packet takes over a link, at the slow end and at the fast end of the slider. */
const SLOWEST = 2;
const FASTEST = 1e-5;
/** Real seconds for which a single step is shown. */
const STEP_SECONDS = 0.6;

/** Play, pause, step and speed, and the packets under way. */
export class Player implements Follower, Traffic {
  readonly #app: App;
  readonly #play = byId<HTMLButtonElement>("play");
  readonly #step = byId<HTMLButtonElement>("step");
  readonly #restart = byId<HTMLButtonElement>("restart");
  readonly #speed = byId<HTMLInputElement>("speed");
  #start: RunStart | undefined;
  #playing = false;
  #finished = false;
  #channels = 0;
  #flights: Flight[] = [];
  #last: Frame | undefined;
  /** Simulated time that is shown: a little behind what is simulated. */
  #shownPs = 0;
  #shownAt = 0;
  #psPerSecond = 0;

  constructor(app: App) {
    this.#app = app;
    this.#play.addEventListener(
      "click",
      () => void (this.#playing ? this.pause() : this.play()),
    );
    this.#step.addEventListener("click", () => void this.step());
    this.#restart.addEventListener("click", () => void this.restart());
    this.#speed.addEventListener("input", () => void this.#hasten());
    this.#say();
  }

  follow({ routed, view }: Present): void {
    this.#reset();
    this.#channels = view.linkCount * 2;
    for (const one of [this.#play, this.#step, this.#restart])
      one.disabled = routed === undefined;
    this.#say();
  }

  get flights(): readonly Flight[] {
    return this.#flights;
  }

  /** Packets in buffers; none on large fabrics. */
  get held(): readonly HeldPacket[] {
    return this.#last?.packets?.held ?? [];
  }

  get waiting(): Iterable<number> {
    return this.#last?.waits ?? [];
  }

  async play(): Promise<void> {
    if (this.#finished) await this.restart();
    if (!(await this.#begin())) return;
    this.#playing = true;
    this.#psPerSecond = this.#pace();
    this.#say();
    this.#app.say("Running.");
    // Why nothing after it: a short run may be at its end by then, and has said so.
    await this.#app.connection.ask("speed", this.#psPerSecond);
  }

  async pause(): Promise<void> {
    this.#playing = false;
    this.#say();
    if (this.#start !== undefined) await this.#app.connection.ask("speed", 0);
    if (!this.#finished) this.#app.say("Paused.");
  }

  /** One packet time. */
  async step(): Promise<void> {
    this.#playing = false;
    if (!(await this.#begin()) || this.#start === undefined) return;
    this.#psPerSecond = this.#start.packetPs / STEP_SECONDS;
    this.#say();
    await this.#app.connection.ask("step", this.#start.packetPs);
    if (!this.#finished) this.#app.say("Paused.");
  }

  async restart(): Promise<void> {
    this.#reset();
    if (await this.#begin()) this.#app.say("At the beginning.");
    this.#say();
  }

  /** The run has come to a stop by itself. */
  stop(): void {
    this.#playing = false;
    this.#finished = true;
    this.#say();
  }

  frame(frame: Frame): void {
    if (this.#start === undefined) return;
    this.#last = frame;
    this.#add(frame);
    // What is shown never falls behind by more than a frame.
    this.#shownPs = Math.max(this.#shownPs, frame.fromPs);
    byId("clock").textContent =
      `${(frame.nowPs / 1e6).toFixed(2)} us simulated`;
    if (frame.finished) this.stop();
  }

  /** Moves the time that is shown on. @param now milliseconds @returns simulated time to show, in ps */
  advance(now: number): number {
    const passed = Math.min(0.2, (now - this.#shownAt) / 1000);
    this.#shownAt = now;
    const limit = this.#last?.nowPs ?? 0;
    this.#shownPs = Math.min(limit, this.#shownPs + passed * this.#psPerSecond);
    // Why not always: most frames of a run that stands still have nothing to leave out.
    if (this.#flights.some(({ untilPs }) => untilPs < this.#shownPs))
      this.#flights = this.#flights.filter(
        ({ untilPs }) => untilPs >= this.#shownPs,
      );
    return this.#shownPs;
  }

  #add({ packets }: Frame): void {
    if (packets === undefined) {
      this.#flights = [];
      return;
    }
    const { channel, fromPs, untilPs, source, destination } = packets;
    for (let k = 0; k < channel.length; k++)
      this.#flights.push({
        channel: channel[k]!,
        fromPs: fromPs[k]!,
        untilPs: untilPs[k]!,
        source: source[k]!,
        destination: destination[k]!,
      });
  }

  #reset(): void {
    this.#start = undefined;
    this.#playing = false;
    this.#finished = false;
    this.#flights = [];
    this.#last = undefined;
    this.#shownPs = 0;
    byId("clock").textContent = "";
  }

  async #begin(): Promise<boolean> {
    if (this.#start !== undefined) return true;
    try {
      const { view } = this.#app.present ?? {};
      this.#app.say(
        view === undefined
          ? "Composing the network."
          : `Composing the network of ${counted(view.switchCount, "switch", "switches")} and ${counted(view.hostCount, "host")}: buffers, lanes, sources.`,
      );
      this.#start = await this.#app.connection.ask("start", this.#app.setup);
      return true;
    } catch (error) {
      this.#app.complain(error);
      return false;
    }
  }

  /** Simulated ps per real second, on a logarithmic scale. */
  #pace(): number {
    const seconds =
      SLOWEST * (FASTEST / SLOWEST) ** (Number(this.#speed.value) / 100);
    return (this.#start?.packetPs ?? 1_000_000) / seconds;
  }

  async #hasten(): Promise<void> {
    this.#say();
    if (!this.#playing) return;
    this.#psPerSecond = this.#pace();
    await this.#app.connection.ask("speed", this.#psPerSecond);
  }

  #say(): void {
    this.#play.textContent = this.#playing ? "Pause" : "Play";
    const seconds =
      SLOWEST * (FASTEST / SLOWEST) ** (Number(this.#speed.value) / 100);
    const pace =
      seconds >= FOLLOWED_SECONDS
        ? `a packet crosses a link in ${Number(seconds.toPrecision(2))} s`
        : `${Number((1 / seconds).toPrecision(2)).toLocaleString("en")} packet times a second, or what this machine can do`;
    const dots =
      this.#channels > MOST_FOLLOWED_CHANNELS
        ? "; so large a fabric is shown in sums: colours are sums, packets are not drawn one by one"
        : seconds < FOLLOWED_SECONDS
          ? "; too fast to draw packets on links: colours are sums, dots what stands in buffers"
          : "";
    byId("speed-text").textContent = pace + dots;
  }
}
