/** Two switches with a cable, and a host at each. */
export const small = `vendid=0x0
devid=0x0
switchguid=0x1(1)
Switch	4 "S-0000000000000001"		# "left" base port 0 lid 1 lmc 0
[1]	"S-0000000000000002"[1]		# "right" lid 2 4xEDR
[2]	"H-0000000000000011"[1](12) 		# "one" lid 3 4xEDR

vendid=0x0
devid=0x0
switchguid=0x2(2)
Switch	4 "S-0000000000000002"		# "right" base port 0 lid 2 lmc 0
[1]	"S-0000000000000001"[1]		# "left" lid 1 4xEDR
[2]	"H-0000000000000021"[1](22) 		# "two" lid 4 4xEDR

vendid=0x0
devid=0x0
caguid=0x11
Ca	1 "H-0000000000000011"		# "one"
[1](12) 	"S-0000000000000001"[2]		# lid 3 lmc 0 "left" lid 1 4xEDR

vendid=0x0
devid=0x0
caguid=0x21
Ca	1 "H-0000000000000021"		# "two"
[1](22) 	"S-0000000000000002"[2]		# lid 4 lmc 0 "right" lid 2 4xEDR
`;
