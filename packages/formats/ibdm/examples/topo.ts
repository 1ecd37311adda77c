// A topology by the names of systems, as a list of cables.
import { readTopo, writeSubnetLst } from "@fabriclab/formats-ibdm";

const { fabric, notes } = readTopo(`
MTS400 SW_L2_1
   P1 -> Cougar H-1 P1
   P3 -4x-5G-> MTS400 SW_L1_1 P1
`);
for (const { message, line } of notes) console.log(`line ${line}: ${message}`);
console.log(writeSubnetLst(fabric));
