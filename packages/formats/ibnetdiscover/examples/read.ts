// A file as a terminal captured it: tabs lost, a message in between, one cable told by one end only.
import {
  readIbnetdiscover,
  writeIbnetdiscover,
} from "@fabriclab/formats-ibnetdiscover";

const captured = `
[root@sm ~]# ibnetdiscover
switchguid=0x5000(5000)
Switch36 "S-0000000000005000"# "leaf 1" enhanced port 0 lid 3 lmc 0
[1]"H-00000000000000a0"[1](a1)# "node01 HCA-1" lid 4 4xQDR
src/query_smp.c:195; umad (DR path slid 0; dlid 0; 0,1) bad status 110; Connection timed out
[2]"H-00000000000000b0"[1](b1)# "node02 HCA-1" lid 5 4xQDR
caguid=0xa0
Ca2 "H-00000000000000a0"# "node01 HCA-1"
[1](a1)"S-0000000000005000"[1]# lid 4 lmc 0 "leaf 1" lid 3 4xQDR
`;

const { fabric, lids, notes } = readIbnetdiscover(captured);
console.log(
  `${fabric.switchCount} switch, ${fabric.hostCount} hosts, ${fabric.linkCount} links, LIDs ${[...(lids?.baseLid ?? [])].join(" ")}`,
);
for (const { message, line, count } of notes)
  console.log(`line ${line}: ${message} (${count}x)`);
console.log(writeIbnetdiscover(fabric, lids === undefined ? {} : { lids }));
