// Where theory puts an input-queued switch, and what a packet waits on one link.
import {
  holSaturation,
  holSaturationEstimate,
  holSaturationLimit,
  md1Wait,
} from "@fabriclab/analysis-queueing";

for (const ports of [2, 4, 8, 16]) {
  console.log(
    `${ports} ports: FIFO inputs carry ${holSaturation(ports).toFixed(4)} of the load`,
  );
}
for (const layers of [1, 2, 4, 8]) {
  console.log(
    `${layers} layers: 16 ports ${holSaturationEstimate(16, layers).toFixed(3)}, many ports ${holSaturationLimit(layers).toFixed(3)}`,
  );
}
console.log(`M/D/1 at load 0.8 waits ${md1Wait(0.8).toFixed(3)} packet times`);
