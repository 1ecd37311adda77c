// Two multicast packets wait for ports 1, 2 and 2, 3 of a switch. What a unicast packet finds taken, and who starts when which ports are free.
import {
  hasPort,
  parseOptions,
  portMask,
  type PortMask,
} from "@fabriclab/spec";
import { asynchronous, synchronous } from "@fabriclab/switch-replication";

const portsOf = (mask: PortMask): string =>
  [1, 2, 3].filter((port) => hasPort(mask, port)).join(", ");

console.log(`asynchronous: ${asynchronous.build({}).mode}, nothing is kept`);

const policy = synchronous.build(parseOptions(synchronous, {}));
if (policy.mode !== "gang") throw new Error("synchronous packets form gangs");
// One switch, four input slots, ticks of 1 ns, masks of one word.
const gang = policy.create(1, 4, 1000, 1);
gang.request(0, 0, portMask([1, 2]), 100, 100);
gang.request(0, 1, portMask([2, 3]), 120, 120);

const kept = portMask([]);
gang.held(0, 120, kept);
console.log(`kept from unicast: ports ${portsOf(kept)}`);
for (const ports of [
  [2, 3],
  [1, 2, 3],
]) {
  const free = portMask(ports);
  const slot = gang.pick(0, free, 130, () => true);
  console.log(
    `ports ${portsOf(free)} free: ${slot < 0 ? "nobody starts" : `the packet of slot ${slot} starts`}`,
  );
}
