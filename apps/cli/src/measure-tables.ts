import { routeCounts } from "@fabriclab/analysis-balance";
import { loopChannels } from "@fabriclab/analysis-deadlock";
import { auditUnicast } from "@fabriclab/analysis-reachability";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { bisectionSeries } from "./compare/bisections.ts";
import { meanOf, type Series } from "./compare/differences.ts";
import { channelName } from "./naming/names.ts";

/** The figures by which tables are compared. */
export interface TableFigures {
  /** Ordered pairs that do not reach each other, though cables join them. */
  readonly unreachable: Both;
  /** Channels of the cyclic parts of the dependency graph under the tables' own SLs. */
  readonly loopChannels: Both;
  /** Data VLs that the tables need. */
  readonly lanes: number;
  /** The greatest LMC of an adapter's port. */
  readonly lmc: number;
  /** Switches crossed by pairs of the chosen endpoints. */
  readonly hops: { readonly mean: number; readonly most: number };
  readonly busiest: { readonly routes: number; readonly channel: string };
  /** Channels between switches, and those of them without a route. */
  readonly channels: number;
  readonly dark: number;
  /** Effective bisection bandwidth of the chosen endpoints. */
  readonly bisection: {
    readonly value: number;
    readonly ci95: number;
    readonly unit: "%";
    readonly samples: number;
    readonly seed: number;
  };
}

/** Among all adapters that are cabled, and among the chosen ones. */
export interface Both {
  readonly all: number;
  readonly chosen: number;
}

export interface MeasureOptions {
  /** Whose traffic counts. */
  readonly endports: readonly EndportIx[];
  /** All cabled adapters with a LID. */
  readonly everybody: readonly EndportIx[];
  readonly samples: number;
  readonly seed: number;
  readonly byRate: boolean;
}

/** Figures of tables, and the routes over every channel. */
export interface MeasuredTables {
  readonly figures: TableFigures;
  /** Sending port -> routes of the chosen endpoints. */
  readonly routes: Int32Array;
  /** What `figures.bisection` is the mean of; the same bisections for all tables of a fabric. */
  readonly series: Series;
}

/**
 * Measures tables with the audit's analyses: reachability, credit loops, balance.
 *
 * Complexity: theirs; where the chosen endpoints are all there are, nothing is done twice.
 */
export function measureTables(
  fabric: Fabric,
  tables: ForwardingTables,
  options: MeasureOptions,
): MeasuredTables {
  const { endports, everybody, samples, seed, byRate } = options;
  const isAll = endports.length === everybody.length;
  const chosen = auditUnicast(fabric, tables, { endports, examples: 0 });
  const looping = (some: readonly EndportIx[]): number =>
    loopChannels(fabric, tables, { endports: some });
  const loops = looping(endports);
  const counts = routeCounts(fabric, tables, { endports });
  const [busiest] = counts.channels;
  const series = bisectionSeries(fabric, tables, {
    ...{ endports, samples, seed, byRate },
  });
  const bisection = meanOf(series);
  const crossed = Object.entries(chosen.hops).map(
    ([hops, pairs]) => [Number(hops), pairs] as const,
  );
  const arriving = crossed.reduce((sum, [, pairs]) => sum + pairs, 0);
  return {
    routes: counts.routes,
    series,
    figures: {
      unreachable: {
        chosen: unreached(chosen),
        all: isAll
          ? unreached(chosen)
          : unreached(
              auditUnicast(fabric, tables, {
                endports: everybody,
                examples: 0,
              }),
            ),
      },
      loopChannels: {
        chosen: loops,
        all: isAll ? loops : looping(everybody),
      },
      lanes: tables.lanes,
      lmc: tables.lids.lmc.reduce((most, one) => Math.max(most, one), 0),
      hops: {
        mean:
          crossed.reduce((sum, [hops, pairs]) => sum + hops * pairs, 0) /
          Math.max(1, arriving),
        most: crossed.reduce((most, [hops]) => Math.max(most, hops), 0),
      },
      busiest: {
        routes: counts.max,
        channel: busiest === undefined ? "" : channelName(fabric, busiest),
      },
      channels: counts.channels.length,
      dark: counts.dark.length,
      bisection: {
        value: bisection.value,
        ci95: bisection.ci,
        unit: "%",
        samples,
        seed,
      },
    },
  };
}

/** No tables could join parts of a fabric that no cables join. */
export const unreached = ({
  unreachable,
  disconnected,
}: ReturnType<typeof auditUnicast>): number => unreachable.count - disconnected;
