import { PathWalker } from "@fabriclab/paths";
import {
  FabricError,
  type Fabric,
  type ForwardingTables,
  type TrafficPlugin,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import type { EndportIx, Lid } from "@fabriclab/units";

/**
 * A traffic of long-lived streams on the shortest path that is available to each: one on which every link has room for one more stream. Streams
 * reserve their paths in the order in which the traffic makes them, before the run; where no path has room, a stream takes the shortest. Every
 * stream counts as the mean of all, of which a link takes `room`.
 *
 * Why here: the paper reserves a stream's rate by a probe. Long-lived streams all start together, so that only the order of the probes is left of
 * it.
 *
 * @param room streams that a link has room for
 */
export const onReservedPaths = (
  plugin: TrafficPlugin,
  room: number,
): TrafficPlugin => ({
  ...plugin,
  create: (context, options, parts) =>
    plugin.create(withReservations(context, room), options, parts),
});

function withReservations(
  context: TrafficTablesContext,
  room: number,
): TrafficTablesContext {
  const { fabric, tables } = context;
  const reservations = new Reservations(fabric, tables, room);
  const seen: ForwardingTables = Object.create(tables, {
    pathLid: {
      value: (source: EndportIx, destination: EndportIx) =>
        reservations.take(source, destination),
    },
  }) as ForwardingTables;
  return { ...context, tables: seen };
}

/** Streams on every channel, and the paths that they may take. */
export class Reservations {
  readonly #tables: ForwardingTables;
  readonly #room: number;
  readonly #walker: PathWalker;
  readonly #streams: Int32Array;
  readonly #paths = new Map<number, readonly Path[]>();
  readonly #endports: number;

  constructor(fabric: Fabric, tables: ForwardingTables, room: number) {
    this.#tables = tables;
    this.#room = room;
    this.#walker = new PathWalker(fabric, tables);
    this.#streams = new Int32Array(fabric.portCount);
    this.#endports = fabric.endportCount;
  }

  /** Reserves a path and says by which LID it is taken. */
  take(source: EndportIx, destination: EndportIx): Lid {
    const paths = this.#pathsOf(source, destination);
    const chosen =
      paths.find(({ channels }) =>
        channels.every((channel) => this.#streams[channel]! < this.#room),
      ) ?? paths[0]!;
    for (const channel of chosen.channels) this.#streams[channel]! += 1;
    return chosen.lid;
  }

  /** Fewest hops first. */
  #pathsOf(source: EndportIx, destination: EndportIx): readonly Path[] {
    const key = source * this.#endports + destination;
    let paths = this.#paths.get(key);
    if (paths === undefined) {
      const { multipath } = this.#tables;
      const lids = [
        this.#tables.pathLid(source, destination),
        ...(multipath?.paths(source, destination) ?? []).map(({ value }) =>
          multipath!.lid(destination, value),
        ),
      ];
      paths = lids.map((lid) => this.#walk(source, lid));
      this.#paths.set(key, paths);
    }
    return paths;
  }

  #walk(source: EndportIx, lid: Lid): Path {
    const end = this.#walker.walk(source, lid, 0);
    if (end !== "delivered")
      throw new FabricError({
        code: "E_REPRODUCE_PATH",
        message: "a packet would not arrive, so its path cannot be reserved",
        got: end,
        expected: "tables that deliver for every value of the path bits",
      });
    return {
      lid,
      channels: [...this.#walker.channels.slice(0, this.#walker.length)],
    };
  }
}

interface Path {
  readonly lid: Lid;
  readonly channels: readonly number[];
}
