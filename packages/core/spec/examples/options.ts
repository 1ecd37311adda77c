// A plugin's parameters: defaults, units, and a refusal that says what was meant.
import {
  FabricError,
  flightParam,
  intParam,
  parseOptions,
} from "@fabriclab/spec";
import { z } from "zod";

const plugin = {
  kind: "topology",
  name: "line",
  params: z.object({
    switches: intParam({ min: 1, default: 4 }).describe("Switches in a row."),
    flight: flightParam("20ns").describe("Time of flight of a cable."),
  }),
};

console.log(parseOptions(plugin, {}));
console.log(parseOptions(plugin, { switches: 2, flight: "3m" }));
try {
  parseOptions(plugin, { swiches: 2 }, { path: "topology" });
} catch (error) {
  if (!FabricError.is(error)) throw error;
  console.log(error.code, error.where.path, error.hint);
}
