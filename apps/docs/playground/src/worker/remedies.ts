import {
  creditLoops,
  type CandidateEngine,
  type CreditLoops,
  type Remedy,
} from "@fabriclab/analysis-deadlock";
import type { Fabric } from "@fabriclab/spec";
import { formatGuid } from "@fabriclab/units";
import type {
  AppliedView,
  RemediesView,
  RemedyView,
} from "../shared/findings.ts";
import { REMEDY_TABLES } from "../shared/protocol.ts";
import {
  entryOf,
  withRouting,
  withTables,
  type Setup,
} from "../shared/setup.ts";
import { registry } from "./catalogue.ts";
import type { Session } from "./session.ts";
import { keepTables } from "./uploads.ts";

/** Hosts up to which other routings are tried: each computes all tables anew. */
const MOST_HOSTS = 1000;

/** Remedies, and what was not tried. */
export interface FoundRemedies {
  readonly found: readonly Remedy[];
  readonly untried: readonly string[];
}

/** Looks for what would free the tables of credit loops: of unicast where it has any, else of multicast, else of both together. */
export function findRemedies(
  session: Session,
  setup: Setup,
  onProgress: (text: string) => void,
): FoundRemedies {
  const { fabric, tables } = session.routed;
  const isLarge = fabric.hostCount > MOST_HOSTS;
  const engines = isLarge ? [] : candidates(session, setup, onProgress);
  const kinds =
    tables.multicast === undefined
      ? (["unicast"] as const)
      : (["unicast", "multicast", "both"] as const);
  for (const traffic of kinds) {
    const { loops, untried }: CreditLoops = creditLoops(fabric, tables, {
      traffic,
      examples: 0,
      remedies: { engines },
    });
    const [loop] = loops;
    if (loop === undefined) continue;
    return {
      found: loop.remedies,
      untried: [
        ...(isLarge
          ? [
              `other routings: not tried on more than ${MOST_HOSTS} hosts; choose one above`,
            ]
          : []),
        ...untried
          .filter(({ kind }) => kind !== "other-engine")
          .map(({ kind, why }) => `${kind}: ${why}`),
      ],
    };
  }
  return { found: [], untried: [] };
}

/** Every other routing, with its own defaults. */
function candidates(
  session: Session,
  setup: Setup,
  onProgress: (text: string) => void,
): CandidateEngine[] {
  const own = entryOf(setup, "routing")?.kind;
  return (registry.routing ?? [])
    .map(({ name }) => name)
    .filter((name) => name !== own)
    .map((name) => ({
      name,
      tables: () => {
        onProgress(`looking for remedies: ${name}`);
        return session.tablesOf(withRouting(setup, name));
      },
    }));
}

/** What a button says that applies a remedy. */
function applyText({ kind, engine, roots }: Remedy): string | undefined {
  switch (kind) {
    case "other-engine":
      return `Route with ${engine ?? ""}`;
    case "other-roots":
      return `Route with updn from ${roots?.length === 1 ? "this root" : "these roots"}`;
    case "more-lanes":
      return "Use these VLs";
    case "leave-out-endports":
      return "Audit without them";
    case "leave-out-pairs":
    case "multicast-lanes":
      return undefined;
  }
}

/** Remedies for the page. */
export const remediesView = ({
  found,
  untried,
}: FoundRemedies): RemediesView => ({
  found: found.map((remedy): RemedyView => {
    const { kind, text, pairsLost } = remedy;
    const apply = applyText(remedy);
    return {
      kind,
      text,
      cost:
        pairsLost === 0
          ? "loses nothing"
          : `loses ${pairsLost.toLocaleString("en")} pairs`,
      ...(apply === undefined ? {} : { apply }),
    };
  }),
  untried,
});

/** Carries a remedy out: as another setup, or as an audit without some endports. */
export function applyRemedy(
  fabric: Fabric,
  setup: Setup,
  remedy: Remedy,
): AppliedView {
  const { kind, text, engine = "", roots = [], endports = [] } = remedy;
  const result = (to: Setup, without: readonly number[] = []): AppliedView => ({
    setup: to,
    without,
    said: `Applied: ${text}.`,
  });
  switch (kind) {
    case "other-engine":
      return result(withRouting(setup, engine));
    case "other-roots":
      return result(
        withRouting(setup, {
          kind: "updn",
          // Names may stand for several switches.
          roots: roots.map((sw) => formatGuid(fabric.nodeGuid[sw] ?? 0n)),
        }),
      );
    case "more-lanes": {
      const tables = remedy.tables?.();
      if (tables === undefined) return result(setup);
      keepTables(REMEDY_TABLES, fabric, tables);
      return result(withTables(setup, REMEDY_TABLES));
    }
    case "leave-out-endports":
      return result(setup, endports);
    case "leave-out-pairs":
    case "multicast-lanes":
      return result(setup);
  }
}
