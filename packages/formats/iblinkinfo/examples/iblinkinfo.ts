// One leaf with one node, as iblinkinfo prints them.
import { readIblinkinfo } from "@fabriclab/formats-iblinkinfo";

const { fabric, lids, notes } = readIblinkinfo(`CA: node01 mlx5_0:
      0x0000000000a00001      9    1[  ] ==( 4X     53.125 Gbps Active/  LinkUp)==>       7   12[  ] "leaf1" ( )
Switch: 0x0000000000b00000 leaf1:
           7   12[  ] ==( 4X     53.125 Gbps Active/  LinkUp)==>       9    1[  ] "node01 mlx5_0" ( )
           7   13[  ] ==(                Down/ Polling)==>             [  ] "" ( )
`);
console.log(fabric.nodeName.join("; "), "LIDs", lids?.baseLid.join(" "));
for (const { message, count } of notes) console.log(`${message} (${count}x)`);
