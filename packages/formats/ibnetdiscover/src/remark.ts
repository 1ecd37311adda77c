import { linkKey } from "./link-key.ts";
import type { LineRecord } from "./record.ts";

/** What fabriclab's own comment lines add. */
export interface Remarks {
  readonly name: string | undefined;
  /** For all cables without one of their own. */
  readonly flightPs: number | undefined;
  /** `linkKey` -> ps. */
  readonly flights: ReadonlyMap<string, number>;
  /** Ids of the nodes whose GUIDs are made up. */
  readonly madeUp: ReadonlySet<string> | "all";
  /** The same of those whose numbers of ports are. */
  readonly radixMadeUp: ReadonlySet<string> | "all";
}

interface MadeUp {
  readonly ids: Set<string>;
  all: boolean;
}

/**
 * Reads `# fabriclab name TEXT`, `# fabriclab flight PS ps`, `# fabriclab flight PS ps "S-…"[1]`, `# fabriclab guids made up`,
 * `# fabriclab guid made up "S-…"`, and the last two with `port counts` and `port count`.
 *
 * @throws FabricError E_IBNETDISCOVER_SYNTAX.
 */
export function readRemarks(records: readonly LineRecord[]): Remarks {
  let name: string | undefined;
  let flightPs: number | undefined;
  const flights = new Map<string, number>();
  const guids: MadeUp = { ids: new Set(), all: false };
  const portCounts: MadeUp = { ids: new Set(), all: false };
  for (const record of records) {
    if (record.kind !== "remark") continue;
    const { scanner } = record;
    if (scanner.try(/name\b/y) !== undefined) {
      name = scanner.rest();
      continue;
    }
    const made = scanner.try(/(guid|port\s+count)(s?)\s+made\s+up\b/y);
    if (made !== undefined) {
      const what = made[1] === "guid" ? guids : portCounts;
      if (made[2] === "s") what.all = true;
      else
        what.ids.add(scanner.need(/"([^"]+)"/y, "a node in quotes")[1] ?? "");
      continue;
    }
    scanner.need(
      /flight\b/y,
      "name, flight, guids made up or port counts made up",
    );
    const ps = Number(scanner.need(/\d{1,10}/y, "picoseconds")[0]);
    if (ps > 2 ** 31 - 1) {
      throw scanner.refusal(
        "a cable with no such time of flight",
        "at most 2147483647 ps",
      );
    }
    scanner.need(/ps\b/y, "ps");
    const id = scanner.try(/"([^"]+)"/y)?.[1];
    if (id === undefined) flightPs = ps;
    else
      flights.set(
        linkKey(
          id,
          Number(scanner.need(/\[(\d+)\]/y, "a port number in brackets")[1]),
        ),
        ps,
      );
  }
  const which = ({ ids, all }: MadeUp): ReadonlySet<string> | "all" =>
    all ? "all" : ids;
  return {
    name,
    flightPs,
    flights,
    madeUp: which(guids),
    radixMadeUp: which(portCounts),
  };
}
