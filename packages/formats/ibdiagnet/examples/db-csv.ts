// The three sections that make a fabric.
import { readDbCsv } from "@fabriclab/formats-ibdiagnet";

const { fabric, lids } = readDbCsv(`START_NODES
NodeDesc,NumPorts,NodeType,NodeGUID
"leaf 1, rack 2",65,2,0xb00
"node01 mlx5_0",1,1,0xa00
END_NODES
START_PORTS
NodeGuid,PortGuid,PortNum,LID,LMC,LinkWidthActv,LinkSpeedActv
0xb00,0xb00,0,7,0,0,0
0xa00,0xa00,1,9,0,2,2048
END_PORTS
START_LINKS
NodeGuid1,PortNum1,NodeGuid2,PortNum2
0xb00,65,0xa00,1
END_LINKS
`);
console.log(fabric.nodeName.join("; "), "LIDs", lids?.baseLid.join(" "));
