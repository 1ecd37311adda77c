// OpenSM's up/down on the smallest irregular fabric that a search over seeds found to loop: the cycle, and who closes it by a turn that up/down forbids.
import { sequential } from "@fabriclab/addressing-sequential";
import { creditLoops } from "@fabriclab/analysis-deadlock";
import { stepsUp, switchRanks, walk } from "@fabriclab/paths";
import { endportName, parseOptions } from "@fabriclab/spec";
import { irregularFabric, opensmUpDown } from "@fabriclab/testing-fabrics";
import type { EndportIx, SwitchIx } from "@fabriclab/units";

const fabric = irregularFabric({
  switches: 9,
  ports: 4,
  extraLinks: 4,
  seed: 5,
});
const root = 0 as SwitchIx;
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const tables = opensmUpDown(fabric, lids, [root]);
const ranks = switchRanks(fabric, [root]);
const way = (channel: number): string =>
  stepsUp(fabric, ranks, channel) ? "up" : "down";

const { loops } = creditLoops(fabric, tables, { remedies: false });
for (const { channels, cycle, pairs } of loops) {
  console.log(`${channels} channels in a cyclic component, a shortest cycle:`);
  for (const { channel, name } of cycle)
    console.log(`  ${name.padEnd(8)} ${way(channel)}`);
  console.log(`${pairs.count} pairs lay down its dependencies`);
}

const isIllegal = (steps: readonly string[]): boolean =>
  steps.some((step, i) => step === "up" && steps[i - 1] === "down");
for (let source = fabric.switchCount; source < fabric.endportCount; source++)
  for (let to = fabric.switchCount; to < fabric.endportCount; to++) {
    if (source === to) continue;
    const { channels, switches } = walk(
      fabric,
      tables,
      source as EndportIx,
      to as EndportIx,
    );
    // The first channel is the source's own, the last leads to the destination: neither joins switches.
    const steps = channels.slice(1, -1).map(way);
    if (isIllegal(steps))
      console.log(
        `${endportName(fabric, source as EndportIx)} -> ${endportName(fabric, to as EndportIx)}: ${switches
          .map(
            (sw, i) =>
              `${fabric.nodeName[sw]}${steps[i] === undefined ? "" : ` ${steps[i]}`}`,
          )
          .join(" ")}`,
      );
  }
