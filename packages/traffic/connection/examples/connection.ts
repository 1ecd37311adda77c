// A link on the path of a connection fails after 1 ms. Who mends it: a new sweep of the subnet manager 1 ms later, migration, or both?
import { parseOptions, type ForwardingTables } from "@fabriclab/spec";
import { connection } from "@fabriclab/traffic-connection";
import type { NodeIx, PortNum } from "@fabriclab/units";
import {
  context,
  fabric,
  networkOf,
  play,
  tables,
} from "../../../core/connection/test/two-paths.ts";

const MS = 1_000_000;
const dead = fabric.portOf(fabric.findNode("B") as NodeIx, 2 as PortNum);
/** All LIDs lead along the path that is left, A - C - E - D. */
const around = tables.lft.map((ports, sw) =>
  ports.map((port, lid) =>
    port === 255 ? port : (tables.lft[sw]?.[lid | 1] ?? port),
  ),
);
const swept: ForwardingTables = { ...tables, lft: around };

function outage(migration: "armed" | "none", sweeps: boolean): string {
  const traffic = connection.create(
    context,
    // Seven retries would be used up before the sweep.
    parseOptions(connection, {
      load: 0.5,
      messages: 500,
      migration,
      retries: "unlimited",
    }),
    { pattern: { destination: (host) => (host === 0 ? 2 : -1) } },
  );
  const network = networkOf([traffic], {}, { changes: true });
  const to = (tick: number): void => {
    while (network.now < tick) {
      network.run(tick);
      network.clearJournal();
    }
  };
  to(MS);
  network.failLink(dead);
  to(2 * MS);
  if (sweeps) network.useTables(swept);
  play(network, 20 * MS);
  const report = traffic.report?.() ?? {};
  const value = (name: string): string =>
    (report[name]?.value ?? NaN).toFixed(0).padStart(8);
  return [
    value("transport.messages"),
    String(network.counts.dropped).padStart(6),
    value("transport.resent"),
    value("transport.recovery"),
  ].join(" ");
}

console.log("                  delivered   lost   resent  recovery in ns");
console.log("sweep alone      ", outage("none", true));
console.log("migration alone  ", outage("armed", false));
console.log("both             ", outage("armed", true));
