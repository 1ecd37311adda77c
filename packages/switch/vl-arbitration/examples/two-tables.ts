import { parseOptions } from "@fabriclab/spec";
import { vlArbitration } from "@fabriclab/switch-vl-arbitration";

// VL0 and VL1 are of high priority, 2:1 by weight; VL2 is of low priority and may send after every 4096 bytes of the others. All always have packets of 1 KiB.
const scheduler = vlArbitration
  .build(
    parseOptions(vlArbitration, {
      high: "0:32,1:16",
      low: "2:16",
      highLimit: 1,
    }),
  )
  .create(1, 3);
const order: number[] = [];
for (let packet = 0; packet < 15; packet++) {
  const vl = scheduler.pick(0, 0b111);
  scheduler.granted(0, vl, 1024);
  order.push(vl);
}
console.log(order.join(" "));
