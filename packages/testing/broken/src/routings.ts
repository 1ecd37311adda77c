import { hopsTo, UNREACHABLE } from "@fabriclab/paths";
import {
  defineRouting,
  FabricError,
  type Fabric,
  type RoutingContext,
  type RoutingPlugin,
} from "@fabriclab/spec";
import type { EndportIx, Lid, Sl, SwitchIx } from "@fabriclab/units";
import { z } from "zod";
import type { Broken } from "./broken.ts";
import { badDocuments } from "./documents.ts";
import { except, port } from "./except.ts";
import { brokenPathBits } from "./path-bits.ts";
import { shortest } from "./shortest.ts";
import { rightTables } from "./unicast-tables.ts";
import { complete, ring, row, twins } from "./fabrics.ts";

export interface BrokenRoutingSetup {
  readonly cases: readonly { readonly fabric: Fabric }[];
  readonly foreign?: readonly Fabric[];
}

type BrokenRouting = Broken<RoutingPlugin, BrokenRoutingSetup>;

type Draft = Omit<
  Parameters<typeof defineRouting>[0],
  "name" | "summary" | "cites" | "params" | "claims"
>;

const claims = {
  fabrics: "any without cycles of channels",
  minimal: true,
  deadlockFree: { lanes: 1 },
  adaptive: false,
  toleratesFaults: true,
} as const;

const routing = (
  name: string,
  create: Draft["create"],
  more: Partial<RoutingPlugin> = {},
): RoutingPlugin => ({
  ...defineRouting({
    name: `broken-${name}`,
    summary: "Wrong on purpose.",
    cites: [],
    params: z.object({}),
    claims,
    create,
  }),
  ...more,
});

const cases = [row(4), complete(4)].map((fabric) => ({ fabric }));

let calls = 0;
const remembered = new Map<string, number>();

/** In a row of four, S0 … S3: port 1 leads left (S0: right), port 2 right; the last port to the host. */
export const brokenRoutings: readonly BrokenRouting[] = [
  {
    fails: "every LID is reached from every host",
    plugin: routing("gap", (context) =>
      except(context, (at, owner) =>
        at === "S2" && owner === "H0" ? 0 : undefined,
      ),
    ),
    setup: { cases },
  },
  {
    fails: "no path loops",
    plugin: routing("loop", (context) =>
      except(context, (at, owner, out) =>
        at === "S1" && owner === "H3" ? port(out, 1) : undefined,
      ),
    ),
    setup: { cases: [{ fabric: row(4) }] },
  },
  {
    fails: "every port named exists and is cabled",
    plugin: routing("no-port", (context) =>
      except(context, (at, owner, out) =>
        at === "S3" && owner === "S0" ? port(out, 9) : undefined,
      ),
    ),
    setup: { cases: [{ fabric: row(4) }] },
  },
  {
    fails: "every path is a shortest one, as claimed",
    // In K4 the way from S0 to H3 leads over S1; port 1 of S0 is cabled to S1.
    plugin: routing("detour", (context) => {
      refuseFaults(context);
      return except(context, (at, owner, out) =>
        at === "S0" && owner === "H3" ? port(out, 1) : undefined,
      );
    }),
    setup: { cases: [{ fabric: complete(4) }] },
  },
  {
    fails: "some path is not a shortest one, as claimed",
    plugin: routing("too-modest", shortest, {
      claims: { ...claims, minimal: false },
    }),
    setup: { cases },
  },
  {
    fails: "one candidate at most is offered, as claimed",
    plugin: routing("two-candidates", ({ fabric, lids }) => {
      const rule = shortest({ fabric, lids });
      return {
        candidates(at, lid, out) {
          const count = rule.candidates(at, lid, out);
          out[count] = out[0] ?? 0;
          return 2 * count;
        },
      };
    }),
    setup: { cases },
  },
  {
    fails: "several candidates are offered, as claimed",
    plugin: routing("single-minded", shortest, {
      claims: { ...claims, adaptive: true },
    }),
    setup: { cases },
  },
  ...brokenPathBits((name, pathBits) => ({
    plugin: routing(name, (context) => ({
      ...shortest(context),
      pathBits: pathBits(context.fabric),
    })),
    setup: { cases },
  })),
  {
    fails: "path LIDs belong to the destination",
    plugin: routing("path-lid", (context) => ({
      ...shortest(context),
      // The LID of another host of the same switch.
      pathLid: (_, destination) =>
        (context.lids.baseLid[
          destination === context.fabric.endportCount - 1
            ? destination - 1
            : destination
        ] ?? 0) as Lid,
    })),
    setup: { cases: [{ fabric: row(1, 4) }] },
  },
  {
    fails: "service levels and lanes are within the claim",
    plugin: routing("lanes", (context) => ({ ...shortest(context), lanes: 2 })),
    setup: { cases },
  },
  {
    fails: "service levels and lanes are within the claim",
    plugin: routing("levels", (context) => ({
      ...shortest(context),
      pathSl: () => 16 as Sl,
    })),
    setup: { cases },
  },
  {
    fails: "service levels and lanes are within the claim",
    // One lane is claimed and declared, and an entry of the SL2VL tables that no packet uses names another.
    plugin: routing("lane-tables", (context) => ({
      tables: () => ({
        ...rightTables({
          ...context,
          routing: shortest(context),
          routingName: "shortest",
          groups: [],
        }),
        hostSl2vl: Uint8Array.from({ length: 16 }, (_, sl) => Number(sl === 9)),
      }),
    })),
    setup: { cases },
  },
  {
    fails: "no case has a credit loop, as claimed",
    plugin: routing("credit-loop", shortest),
    setup: { cases: [{ fabric: ring(5) }] },
  },
  {
    fails: "some case has a credit loop, as claimed",
    plugin: routing("timid", shortest, {
      claims: { ...claims, deadlockFree: false },
    }),
    setup: { cases },
  },
  {
    fails: "the same input gives the same tables",
    plugin: routing("fickle", (context) => {
      refuseFaults(context);
      const turn = (calls += 1) % 2;
      return except(context, (at, owner, out) =>
        at === "S0" && owner === "H1" ? port(out, 1 + turn) : undefined,
      );
    }),
    setup: { cases: [{ fabric: twins() }] },
  },
  {
    fails: "the fabric is not written to",
    plugin: routing("vandal", (context) => {
      context.fabric.linkFlightPs[0] =
        (context.fabric.linkFlightPs[0] ?? 0) + 1;
      return shortest(context);
    }),
    setup: { cases: [{ fabric: row(3) }] },
  },
  {
    fails: "the order in which nodes are listed does not matter",
    plugin: routing(
      "by-index",
      ({ fabric, lids }) => {
        if (hopsTo(fabric, 0 as SwitchIx).includes(UNREACHABLE))
          throw unsupported("broken-by-index");
        return {
          candidates(at, lid, out) {
            const owner = lids.owner[lid] ?? -1;
            const to =
              owner < fabric.switchCount
                ? owner
                : (fabric.attachment(owner as EndportIx)?.sw ?? at);
            const last = fabric.switchCount - 1;
            // Right, left or out, on the assumption that switches are listed from left to right.
            if (to > at) return port(out, at === 0 ? 1 : 2);
            if (to < at) return port(out, 1);
            return port(out, at === 0 || at === last ? 2 : 3);
          },
        };
      },
      { claims: { ...claims, toleratesFaults: false } },
    ),
    setup: { cases: [{ fabric: row(4) }] },
  },
  {
    fails: "with a link gone it is right, or refuses",
    plugin: routing("stale", (context) => {
      const rule = shortest(context);
      const { fabric, lids } = context;
      return {
        candidates(at, lid, out) {
          const owner = lids.owner[lid] ?? -1;
          const key = `${fabric.nodeName[at]} to ${fabric.nodeName[fabric.endportNode[owner] ?? -1]}`;
          if (!remembered.has(key) && rule.candidates(at, lid, out) > 0)
            remembered.set(key, out[0] ?? 0);
          const known = remembered.get(key);
          return known === undefined ? 0 : port(out, known);
        },
      };
    }),
    setup: { cases: [{ fabric: complete(4) }] },
  },
  {
    fails: "with a link gone it refuses, as claimed",
    plugin: routing("tolerant", shortest, {
      claims: { ...claims, toleratesFaults: false },
    }),
    setup: { cases },
  },
  {
    fails: "foreign fabrics are refused",
    plugin: routing("all-comers", shortest, {
      claims: { ...claims, fabrics: "rows of switches" },
    }),
    setup: { cases, foreign: [ring(4)] },
  },
  {
    fails: "lists of nodes go to parameters that it has",
    plugin: routing("listed", shortest, { lists: { roots: "noSuchRoots" } }),
    setup: { cases },
  },
  ...badDocuments(routing("document", shortest), { cases }),
];

/** As `pnpm gen` leaves a new package. */
export const unwrittenRouting: RoutingPlugin = routing("unwritten", () => {
  throw new FabricError({
    code: "E_UNWRITTEN_NOT_WRITTEN",
    message: "the algorithm of unwritten is not written yet",
    hint: "write src/unwritten.ts",
  });
});

/** Refuses fabrics with a port left free, so that a plugin is wrong in its one way only. */
function refuseFaults({ fabric }: RoutingContext): void {
  if (fabric.portPeer.includes(-1)) throw unsupported("this plugin");
}

function unsupported(name: string): FabricError {
  return new FabricError({
    code: "E_BROKEN_UNSUPPORTED_FABRIC",
    message: `${name} serves whole rows only`,
  });
}
