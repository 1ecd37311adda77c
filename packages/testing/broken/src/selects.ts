import {
  defineSelect,
  nextPort,
  portsOf,
  type PortMask,
  type Select,
  type SelectFactory,
  type SelectPlugin,
} from "@fabriclab/spec";
import { NO_PORT } from "@fabriclab/units";
import { z } from "zod";
import type { Broken } from "./broken.ts";
import { badDocuments } from "./documents.ts";
import { strayingEngine, type Engine } from "./engines.ts";

export type BrokenSelectSetup = readonly { readonly engine?: Engine }[];

/** The port that was used least; `count` sees every grant. */
function leastUsed(switches: number, ports: number): Select {
  const uses = new Float64Array(switches * ports);
  return {
    pick(sw, _, candidates) {
      let best = nextPort(candidates, 0);
      for (const port of portsOf(candidates))
        if ((uses[sw * ports + port] ?? 0) < (uses[sw * ports + best] ?? 0))
          best = port;
      return best;
    },
    granted(sw, port) {
      uses[sw * ports + port] = (uses[sw * ports + port] ?? 0) + 1;
    },
  };
}

const select = (
  name: string,
  create: SelectFactory["create"],
  { livelockFree = false, needsCredits = false } = {},
): SelectPlugin =>
  defineSelect({
    name: `broken-${name}`,
    summary: "Wrong on purpose.",
    cites: [],
    params: z.object({}),
    claims: { livelockFree },
    build: () => ({ name, needsCredits, create }),
  });

const setup = [{}];
let calls = 0;
const several = (mask: PortMask): boolean => portsOf(mask).length > 3;

export const brokenSelects: readonly Broken<SelectPlugin, BrokenSelectSetup>[] =
  [
    {
      fails: "a choice is one of the candidates",
      // Port 0 is the switch itself.
      plugin: select("inward", (switches, ports) => {
        const own = leastUsed(switches, ports);
        return {
          ...own,
          pick: (sw, preferred, candidates, ...rest) =>
            several(candidates)
              ? 0
              : own.pick(sw, preferred, candidates, ...rest),
        };
      }),
      setup,
    },
    {
      fails: "a choice that is not carried out changes nothing",
      plugin: select("hasty", (switches, ports, lanes) => {
        const own = leastUsed(switches, ports);
        const asked = Array.from({ length: switches }, () => "");
        return {
          pick(sw, preferred, candidates, ...rest) {
            const port = own.pick(sw, preferred, candidates, ...rest);
            // A question that follows another one takes that for granted.
            if (asked[sw] !== "" && asked[sw] !== candidates.join())
              own.granted(sw, port, lanes - 1);
            asked[sw] = candidates.join();
            return own.pick(sw, preferred, candidates, ...rest);
          },
          granted(sw, port, lane) {
            asked[sw] = "";
            own.granted(sw, port, lane);
          },
        };
      }),
      setup,
    },
    {
      fails: "switches do not know of each other",
      plugin: select("entangled", (_, ports) => {
        const own = leastUsed(1, ports);
        return {
          pick: (_sw, ...rest) => own.pick(0, ...rest),
          granted: (_sw, port, lane) => own.granted(0, port, lane),
        };
      }),
      setup,
    },
    {
      fails: "the same questions give the same choices",
      plugin: select("fickle", (switches, ports) => {
        const own = leastUsed(switches, ports);
        // Every other one begins with a port used up.
        if ((calls += 1) % 2 === 0)
          for (let k = 0; k < 40; k++) own.granted(0, 1, 0);
        return own;
      }),
      setup,
    },
    {
      fails:
        "credits are asked for where choices depend on them, and only there",
      plugin: select("presumptuous", (switches, ports) => {
        const own = leastUsed(switches, ports);
        return {
          pick(sw, preferred, candidates, hops, credits, at, lane) {
            const port = own.pick(
              sw,
              preferred,
              candidates,
              hops,
              credits,
              at,
              lane,
            );
            return (credits[at + port] ?? 0) % 5 === 3
              ? nextPort(candidates, 0)
              : port;
          },
          granted: (...grant) => own.granted(...grant),
        };
      }),
      setup,
    },
    {
      fails: "of ports that would all do, each is taken in time",
      plugin: select("stubborn", () => ({
        pick: (_sw, _preferred, candidates) => nextPort(candidates, 0),
        granted: () => undefined,
      })),
      setup,
    },
    {
      fails: "a packet that has come far keeps to the table, as claimed",
      plugin: select("restless", leastUsed, { livelockFree: true }),
      setup,
    },
    {
      fails: "a packet that has come far may stray from the table, as claimed",
      plugin: select("too-modest", (switches, ports) => {
        const own = leastUsed(switches, ports);
        return {
          pick: (sw, preferred, candidates, hops, ...rest) =>
            hops > 100 && preferred !== NO_PORT
              ? preferred
              : own.pick(sw, preferred, candidates, hops, ...rest),
          granted: (...grant) => own.granted(...grant),
        };
      }),
      setup,
    },
    {
      fails: "every packet arrives where the tables offer several cables",
      plugin: select("on-straying-engine", leastUsed),
      setup: [{ engine: strayingEngine }],
    },
    ...badDocuments(select("document", leastUsed), setup),
  ];
