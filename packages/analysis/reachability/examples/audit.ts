// A ring of four switches: one entry is gone, and a multicast packet is sent both ways round.
import { auditMulticast, auditUnicast } from "@fabriclab/analysis-reachability";
import { sequential } from "@fabriclab/addressing-sequential";
import { portsTowards } from "@fabriclab/paths";
import {
  endportName,
  parseOptions,
  portMaskWords,
  type MulticastTables,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { ring } from "@fabriclab/testing-fabrics";
import { NO_PORT, type EndportIx, type Mlid } from "@fabriclab/units";

const fabric = ring(4);
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const towards = portsTowards(fabric);
const tables = linear.build(
  {
    fabric,
    lids,
    groups: [],
    routingName: "shortest",
    routing: {
      candidates(at, lid, out) {
        const owner = lids.owner[lid] ?? -1;
        if (owner < fabric.switchCount)
          return Math.min(1, towards(at, owner as never, out));
        const here = fabric.attachment(owner as EndportIx);
        if (here === undefined) return 0;
        if (here.sw !== at) return Math.min(1, towards(at, here.sw, out));
        out[0] = here.num;
        return 1;
      },
    },
  },
  parseOptions(linear, {}),
);
const host = (name: string) =>
  fabric.nodeEndport[fabric.findNode(name) ?? 0] as EndportIx;
// a forgets the way to C
tables.lft[0]?.set([NO_PORT], lids.baseLid[host("C")]);

const { pairs, unreachable, causes, hops } = auditUnicast(fabric, tables);
console.log(`${pairs} pairs, switches crossed: ${JSON.stringify(hops)}`);
for (const { source, destination, end, at } of unreachable.examples)
  console.log(
    `${endportName(fabric, source)} -> ${endportName(fabric, destination)}: ${end} at ${at.name}`,
  );
for (const { fault, node, entries } of causes)
  for (const { lid, mend } of entries)
    console.log(
      `${fabric.nodeName[node]}, LID ${lid}: ${fault}; port ${mend?.ports.join(" or ")} would do`,
    );

// a sends to b and d, both send on to c, which delivers to its host
const words = portMaskWords(fabric);
const masks = new Int32Array(fabric.switchCount * words);
for (const [name, ports] of [
  ["a", [1, 2, 3]],
  ["b", [1, 2]],
  ["d", [1, 2]],
  ["c", [3]],
] as const)
  for (const num of ports)
    masks[(fabric.findNode(name) ?? 0) * words] =
      (masks[(fabric.findNode(name) ?? 0) * words] ?? 0) | (1 << num);
const multicast: MulticastTables = {
  groups: [
    { id: 0, name: "C alone", members: [host("C")], sources: [host("A")] },
  ],
  mlidCount: 1,
  firstMlid: 0,
  words,
  masks,
  plan: "drawn",
  mlids: () => [0xc000 as Mlid],
};
for (const audit of auditMulticast(fabric, { multicast })) {
  const { crossings, bound, duplicated } = audit;
  console.log(
    `${audit.name}: ${crossings} crossings, ${bound.crossings} would do`,
  );
  for (const { member, copies, parting } of duplicated)
    console.log(
      `${endportName(fabric, member)} gets ${copies} copies, which part at ${parting?.name}, ports ${parting?.ports.join(" and ")}`,
    );
}
