import { FabricError } from "@fabriclab/units";
import { packPortSets } from "./general/port-sets.ts";
import type { Network, NetworkConfig } from "./network.ts";
import { usesOwnEndports, withOwnEndports } from "./own-endports.ts";
import { packTables } from "./packed-tables.ts";
import { R_JOURNAL } from "./registers.ts";
import type { NetworkState } from "./state.ts";

const refuse = (message: string, got: string, expected: string): never => {
  throw new FabricError({ code: "E_NETWORK_CHANGE", message, got, expected });
};

/** What may be changed between two slices; every method throws where the network was not built for it. */
export function liveChanges(
  state: NetworkState,
  config: NetworkConfig,
  afterwards: () => void,
): Pick<Network, "failLink" | "restoreLink" | "useTables"> {
  const { layout, registers } = state;
  const engine = usesOwnEndports(config) ? withOwnEndports(config) : config;
  const { fabric } = engine;
  /** Port as given -> port of the engine. */
  const inside = new Map<number, number>();
  for (let port = 0; port < fabric.portCount; port++)
    if (state.portOf(port) >= 0) inside.set(state.portOf(port), port);
  let vlArb = JSON.stringify(config.tables.vlArb);

  function live() {
    const { live: found, links } = state.general;
    return found === undefined || links === undefined
      ? refuse(
          "this network was not built for live changes",
          "changes: false",
          "changes: true in its configuration",
        )
      : { down: found.down, links };
  }

  /** The end of a cable, and whether that is down. */
  function cable(port: number) {
    const at = inside.get(port);
    const { down, links } = live();
    if (at === undefined || fabric.portPeer[at]! < 0)
      return refuse("there is no cable", `port ${port}`, "a cabled port");
    if (registers[R_JOURNAL]! >= state.journalLimit)
      throw new FabricError({
        code: "E_NETWORK_JOURNAL_FULL",
        message: "the journal was not cleared",
        hint: "read the journal and call clearJournal() before a change",
      });
    return {
      links,
      record: layout.firstPort + at * layout.portWords,
      isDown: down[at] !== 0,
    };
  }

  return {
    failLink(port) {
      const { links, record, isDown } = cable(port);
      if (isDown) refuse("the link is down already", `port ${port}`, "a link");
      links.fail(record);
      afterwards();
    },
    restoreLink(port) {
      const { links, record, isDown } = cable(port);
      if (!isDown)
        refuse("the link is not down", `port ${port}`, "a link that failed");
      links.restore(record);
      afterwards();
    },
    useTables(tables) {
      const { links } = live();
      const packed = packTables(
        fabric,
        tables,
        tables.sl2vl,
        layout.lanes,
        layout.maskWords,
        state.mlids,
      );
      const portSets =
        state.general.select === undefined
          ? state.general.portSets
          : packPortSets(engine, tables, layout.maskWords);
      const shape = (what: string, is: number, was: number): void => {
        if (is !== was)
          refuse(`tables of another shape: ${what}`, String(is), String(was));
      };
      shape("LIDs", packed.lft.length, state.lft.length);
      shape("first MLID", packed.firstMlid, state.firstMlid);
      shape("MLIDs", packed.mlids, state.mlids);
      shape("port sets", portSets.length, state.general.portSets.length);
      shape("SL2VL", packed.sl2vl?.length ?? 0, state.sl2vl?.length ?? 0);
      shape(
        "SL2VL that discards",
        packed.sl2vlDiscards?.length ?? 0,
        state.sl2vlDiscards?.length ?? 0,
      );
      if (JSON.stringify(tables.vlArb) !== vlArb)
        refuse(
          "VL arbitration tables cannot be replaced",
          "others",
          "those that the network was built with",
        );
      state.lft.set(packed.lft);
      state.mft.set(packed.mft);
      state.receivers.forget();
      state.general.portSets.set(portSets);
      const { sl2vl, sl2vlDiscards } = packed;
      if (
        sl2vlDiscards?.some((vl, k) => vl !== state.sl2vlDiscards![k]) ===
          true ||
        sl2vl?.some((vl, k) => vl !== state.sl2vl![k]) === true
      )
        links.changeLanes(() => {
          state.sl2vlDiscards!.set(sl2vlDiscards!);
          if (sl2vl !== undefined) state.sl2vl!.set(sl2vl);
        });
      vlArb = JSON.stringify(tables.vlArb);
      afterwards();
    },
  };
}
