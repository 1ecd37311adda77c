// Broadcast and barrier on a network of 16-port HPP switches, as the LogP and postal models predict them.
import {
  centralCounterBarrier,
  disseminationBarrier,
  hardwareBarrier,
  hardwareBroadcast,
  hppLogP,
  sequenceBroadcast,
  treeBroadcast,
} from "@fabriclab/analysis-logp";

const us = (ns: number): string => (ns / 1000).toFixed(2).padStart(9);
console.log(
  "    P  sequence      tree  switches   counter  pairwise  switches  (us: 3 broadcasts, 3 barriers)",
);
for (const processors of [8, 16, 32, 64, 128, 256, 512, 1024]) {
  const times = [
    sequenceBroadcast,
    treeBroadcast,
    hardwareBroadcast,
    centralCounterBarrier,
    disseminationBarrier,
    hardwareBarrier,
  ].map((collective) => us(collective(hppLogP, processors)));
  console.log(`${String(processors).padStart(5)} ${times.join(" ")}`);
}
