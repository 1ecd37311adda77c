import type { Network } from "@fabriclab/network";
import type { Journal } from "@fabriclab/spec";
import type { Composition } from "./composition.ts";

type LiveChange =
  | "failLink"
  | "restoreLink"
  | "useTables"
  | "quiet"
  | "waits"
  | "packets"
  | "shortestHop"
  | "delivery"
  | "injections";

/**
 * What a run needs of a packet network: `Network` of `@fabriclab/network`, or a driver of one that is split over threads, whose slices are
 * awaited.
 */
export type Engine = Omit<Network, "run" | LiveChange> &
  /** A driver of several threads has none of these. */
  Partial<Pick<Network, LiveChange>> & {
    /** As `Network.run`; a driver may answer later. */
    run(until: number): number | Promise<number>;
    /**
     * Of a driver of several threads, which wait for each other once per window: gives the journal away, to be read during the next `run`, and leaves an
     * empty one.
     *
     * @param meanwhile reads a piece of it, in less time than a wait takes; false = there is none left. Called while a thread waits, as often as there is
     * time; the caller reads what is left.
     * @returns the journal; it stays as it is until the next call but one
     */
    takeJournal?(meanwhile: () => boolean): Journal;
    /** Ends threads; called once, however the run ends. */
    close?(): void | Promise<void>;
  };

/** Builds the network of a composition. The default is one instance in this thread. */
export type EngineFactory = (
  composition: Composition,
) => Engine | Promise<Engine>;
