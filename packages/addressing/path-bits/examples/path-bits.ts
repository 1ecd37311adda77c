// Blocks of LIDs on the network of kim2007 as far as its text tells it: nine cycles, six bits within an LMC, nine in wide mode.
import { pathBits } from "@fabriclab/addressing-path-bits";
import { FabricError, parseOptions } from "@fabriclab/spec";
import { fig6like } from "@fabriclab/topology-irregular";

const fabric = fig6like.build(parseOptions(fig6like, {}));
for (const options of [{}, { mode: "wide" }, { bits: 9 }]) {
  const words = JSON.stringify(options);
  try {
    const lids = pathBits.assign(fabric, parseOptions(pathBits, options));
    const [base = 0, lmc = 0] = [
      lids.baseLid[fabric.switchCount],
      lids.lmc[fabric.switchCount],
    ];
    console.log(
      `${words}: ${lmc - 1} path bits; first host: base ${base}, adaptive ${base + 1}, paths ${base + 2 ** (lmc - 1)} to ${base + 2 ** lmc - 1}; last LID ${lids.topLid}`,
    );
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    console.log(`${words}: ${error.code}, ${error.expected}`);
  }
}
