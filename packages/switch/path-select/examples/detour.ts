import { portMask } from "@fabriclab/spec";
import { lfu, lru, maxCredit } from "@fabriclab/switch-path-select";

// A switch offers ports 2, 3 and 5 for a destination; the forwarding table's port is 3. Port 5 has the most room behind it.
const candidates = portMask([2, 3, 5]);
const credits = Int32Array.of(0, 0, 8, 4, 0, 16);
for (const plugin of [lfu, lru, maxCredit]) {
  const select = plugin.build({}).create(1, 6, 1);
  const ports: number[] = [];
  for (let packet = 0; packet < 5; packet++) {
    const port = select.pick(0, 3, candidates, 0, credits, 0, 0);
    select.granted(0, port, 0);
    ports.push(port);
  }
  console.log(`${plugin.name}: ${ports.join(" ")}`);
}
