// Two switches and an adapter.
import { readNdt } from "@fabriclab/formats-ndt";

const { fabric, notes } =
  readNdt(`#StartDevice,StartPort,EndDevice,EndPort,LinkType
LEAF1-IB0,Port 21,SPINE1-IB1,Port 3,Data
NODE01,ibp12s0,LEAF1-IB0,Port 1,Data
LEAF1-IB0,Port 40,PDU1,Outlet 3,Power
`);
console.log(fabric.nodeName.join("; "));
for (const { message, count } of notes) console.log(`${message} (${count}x)`);
