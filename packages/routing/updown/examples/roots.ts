// A random network of 15 switches and 23 links: up/down routing from three roots, as kim2007 reports it, from the best, and SPF.
import { sequential } from "@fabriclab/addressing-sequential";
import { channelDependencies, findCycle, walk } from "@fabriclab/paths";
import { spf } from "@fabriclab/routing-spf";
import { updown } from "@fabriclab/routing-updown";
import {
  parseOptions,
  type RoutingPlugin,
  type RoutingRule,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { irregular } from "@fabriclab/topology-irregular";
import type { EndportIx } from "@fabriclab/units";

const fabric = irregular.build(parseOptions(irregular, { seed: 1 }));
const lids = sequential.assign(fabric, parseOptions(sequential, {}));

/** Mean cables between switches, and routes over the busiest channel between switches, of all ordered pairs of hosts. */
function measure(routing: RoutingPlugin, input: object): string {
  const rule = routing.create(
    { fabric, lids },
    parseOptions(routing, input),
  ) as RoutingRule;
  const tables = linear.build(
    { fabric, lids, routing: rule, routingName: routing.name, groups: [] },
    parseOptions(linear, {}),
  );
  const carried = new Map<number, number>();
  let hops = 0;
  let pairs = 0;
  for (let from = fabric.switchCount; from < fabric.endportCount; from++)
    for (let to = fabric.switchCount; to < fabric.endportCount; to++) {
      if (from === to) continue;
      const route = walk(fabric, tables, from as EndportIx, to as EndportIx);
      const between = route.channels.slice(1, -1);
      for (const channel of between)
        carried.set(channel, (carried.get(channel) ?? 0) + 1);
      hops += between.length;
      pairs += 1;
    }
  const cycle = findCycle(channelDependencies(fabric, tables));
  return [
    (hops / pairs).toFixed(3).padStart(9),
    String(Math.max(...carried.values())).padStart(15),
    cycle === undefined ? "no" : "yes",
  ].join("  ");
}

console.log(
  "routing             mean hops  busiest channel  cycle of channels",
);
for (const mode of ["tree", "autonet"])
  for (const root of ["S0", "S5", "S10", "best"])
    console.log(
      `${mode.padEnd(7)} root ${root.padEnd(6)}${measure(updown, { mode, root })}`,
    );
console.log(`${"spf".padEnd(18)}${measure(spf, {})}`);
