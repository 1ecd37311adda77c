// LIDs of P(300) in IBFT(4,3), aligned as the InfiniBand Architecture demands and as the paper prints them, and a tree that is too large.
import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { FabricError, parseOptions } from "@fabriclab/spec";
import { fatTree } from "@fabriclab/topology-fat-tree";

const fabric = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 }));
const host = fabric.nodeEndport[fabric.findNode("P(300)") ?? 0] ?? 0;
for (const variant of ["iba", "paper"]) {
  const { baseLid, lmc } = multipleLid.assign(
    fabric,
    parseOptions(multipleLid, { variant }),
  );
  const [base = 0, bits = 0] = [baseLid[host], lmc[host]];
  console.log(
    `${variant}: LIDs ${base} to ${base + 2 ** bits - 1}, LMC ${bits}`,
  );
}

const large = fatTree.build(parseOptions(fatTree, { ports: 16, levels: 3 }));
try {
  multipleLid.assign(large, parseOptions(multipleLid, {}));
} catch (error) {
  if (!FabricError.is(error)) throw error;
  console.log(`${error.code}: ${error.got}, ${error.expected}`);
  console.log(error.hint);
}
