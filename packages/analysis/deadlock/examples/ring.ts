// Four switches in a ring, everybody sends clockwise: the loop, who closes it, and what would open it.
import { creditLoops } from "@fabriclab/analysis-deadlock";
import { endportName, lidTable, type ForwardingTables } from "@fabriclab/spec";
import { ring } from "@fabriclab/testing-fabrics";
import type { Lid, Sl } from "@fabriclab/units";

const fabric = ring(4);
// Port of each switch that leads clockwise; hosts are on port 3 and own the LIDs 5 to 8.
const clockwise = [1, 2, 2, 2];
const tables: ForwardingTables = {
  lids: lidTable(
    Uint16Array.from({ length: 8 }, (_, endport) => endport + 1),
    new Uint8Array(8),
  ),
  lft: clockwise.map((port, sw) =>
    Uint8Array.from({ length: 9 }, (_, lid) =>
      lid === sw + 1 ? 0 : lid === sw + 5 ? 3 : port,
    ),
  ),
  lanes: 1,
  engine: "clockwise",
  pathLid: (_, destination) => (destination + 1) as Lid,
  pathSl: () => 0 as Sl,
};

const { vertexCount, edgeCount, loops } = creditLoops(fabric, tables, {
  examples: 3,
});
console.log(`${vertexCount} channels in use, ${edgeCount} dependencies`);
for (const { channels, cycle, pairs, remedies } of loops) {
  console.log(`a loop over ${channels} channels:`);
  console.log(`  ${cycle.map(({ name }) => name).join(" -> ")} -> again`);
  const examples = pairs.examples.map(
    ({ source, destination }) =>
      `${endportName(fabric, source)} to ${endportName(fabric, destination)}`,
  );
  console.log(`closed by ${pairs.count} pairs: ${examples.join(", ")}, ...`);
  for (const { text, pairsLost } of remedies)
    console.log(`  ${text}: ${pairsLost} pairs lost`);
}
