import type { Network } from "@fabriclab/network";
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
    /** Ends threads; called once, however the run ends. */
    close?(): void | Promise<void>;
  };

/** Builds the network of a composition. The default is one instance in this thread. */
export type EngineFactory = (
  composition: Composition,
) => Engine | Promise<Engine>;
