/** One process: what a packet-hop costs the packet engine as BookSim2 is configured. Argument: JSON of `SteadyRun`. */
import { steadyCost, type SteadyRun } from "../booksim2/cost.ts";

process.stdout.write(
  JSON.stringify(steadyCost(JSON.parse(process.argv[2] ?? "{}") as SteadyRun)),
);
