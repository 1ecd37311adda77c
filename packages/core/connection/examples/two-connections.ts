// Two connections want 60 % of a link each, between hosts that share the shorter of two paths: the second is given the longer one.
import { connectionParam, createConnections } from "@fabriclab/connection";
import { bytes } from "@fabriclab/units";
import { context, networkOf, P, P2, play, Q, Q2 } from "./two-paths.part.ts";

const options = connectionParam().parse({});
if (options === undefined) throw new Error("options were given");
const connections = createConnections(context, options);
const rate = 150e6;
const first = connections.open({ source: P, destination: Q, rate, at: 0 });
const second = connections.open({ source: P2, destination: Q2, rate, at: 500 });
const network = networkOf([
  {
    streams: connections.streams(),
    finite: true,
    timers: true,
    maxPacketBytes: bytes(64),
    minPacketBytes: bytes(64),
    delivered: (packet) => connections.delivered(packet) ?? [],
  },
]);
play(network, 1e9);
console.log("LIDs", first.path(), second.path());
for (const [name, { value, unit }] of Object.entries(connections.report()))
  console.log(name.padEnd(20), Number(value.toFixed(3)), unit);
