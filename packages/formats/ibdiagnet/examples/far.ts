// Where may packets to LID 9 leave switch 0xb00?
import { readFar } from "@fabriclab/formats-ibdiagnet";

const { switches } = readFar(`Switch 0x0000000000000b00
Groups Definition:
Group SubGroup WHBF Ports
1     0        0    1,2,40
LFT Definition:
LID    StaticPort LidState Group
0x0007 0          Static   0
0x0009 1          Free     1
`);
for (const { guid, groups, entries } of switches) {
  const entry = entries.find(({ lid }) => lid === 9);
  const ports = groups.find(({ group }) => group === entry?.group)?.ports ?? [];
  console.log(`0x${guid.toString(16)}: ${entry?.state}, ${ports.join(" or ")}`);
}
