import type { ChannelColours, ChannelMeasure } from "../shared/protocol.ts";
import type { App, Follower } from "./app.ts";
import { byId, element } from "./dom.ts";

/** What channels can be coloured by: in the choice, in the legend, and above the list of those with most of it. */
export const CHANNEL_MEASURES: Readonly<
  Record<
    ChannelMeasure,
    { readonly choice: string; readonly legend: string; readonly most: string }
  >
> = {
  load: {
    choice: "load of links",
    legend: "load, 0 to 100 %",
    most: "Busiest channels between switches",
  },
  wait: {
    choice: "waits of ports",
    legend: "port has data and sends nothing, 0 to 100 % of the time",
    most: "Ports between switches that wait most",
  },
  queue: {
    choice: "packets that wait",
    legend:
      "packets that wait at a channel's end: to 1/8, 1/4, 1/2, 1, 2, 4, and more",
    most: "Longest queues between switches",
  },
};

/** Who hears of a choice. */
interface ColoursHeard {
  /** What is shown from now on. */
  chosen(shown: ChannelMeasure): void;
  /** The colours of a run that is under way, perhaps paused: no frame would bring them. */
  come(colours: ChannelColours): void;
}

/** Chooses what the colours of channels show. */
export class ColourChoice implements Follower {
  readonly #app: App;
  readonly #select = byId<HTMLSelectElement>("colours");
  readonly #hears: ColoursHeard;

  constructor(app: App, hears: ColoursHeard) {
    this.#app = app;
    this.#hears = hears;
    this.#select.append(
      ...Object.entries(CHANNEL_MEASURES).map(([value, { choice }]) =>
        element("option", { value }, choice),
      ),
    );
    this.#select.addEventListener("change", () => void this.#choose());
  }

  /** A worker that was begun anew knows nothing of the choice. */
  follow(): void {
    void this.#choose();
  }

  async #choose(): Promise<void> {
    const shown = this.#select.value as ChannelMeasure;
    this.#hears.chosen(shown);
    const colours = await this.#app.connection.ask("colour", shown);
    if (colours !== null) this.#hears.come(colours);
  }
}
