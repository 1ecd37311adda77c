/** Members' PortGUIDs of each group, the first of which is MLID 0xC001: 0xC000 is OpenSM's own. */
export type JoinedGroups = readonly (readonly bigint[])[];

const hex = (value: bigint | number, digits: number): string =>
  `0x${value.toString(16).padStart(digits, "0")}`;

/** The SA database that OpenSM restores with `-S`: groups whose members have joined, without a program that joins. */
export const joinedGroups = (groups: JoinedGroups): string =>
  groups
    .map((members, k) => {
      const mlid = hex(0xc001 + k, 4);
      const group = `MC Group ${mlid}: mgid=0xff15a01bffff0000:${hex(0x1000 + k, 16)} port_gid=0xfe80000000000000:${hex(0, 16)} qkey=0x1 mlid=${mlid} mtu=0x84 tclass=0x0 pkey=0xffff rate=0x83 pkt_life=0x92 sl_flow_hop=0x0 scope_state=0x51 proxy_join=0x0\n`;
      const joined = members.map(
        (guid) =>
          `mcm_port port_gid=0xfe80000000000000:${hex(guid, 16)} scope_state=0x51 proxy_join=0x0\n`,
      );
      return [group, ...joined].join("");
    })
    .join("\n");

/** `switch MLID` -> ports, of a dump of multicast tables; read apart from the project's reader. */
export function treePorts(dump: string): Map<string, string> {
  const found = new Map<string, string>();
  let sw = "";
  for (const line of dump.split("\n")) {
    sw = /^Switch (0x[0-9a-f]{16})/.exec(line)?.[1] ?? sw;
    const [, mlid = "", ports = ""] = /^(0xC\w{3}) : (.*)$/i.exec(line) ?? [];
    if (ports.trim() !== "")
      found.set(
        `${sw} ${mlid.toLowerCase()}`,
        ports.trim().split(/\s+/).map(Number).join(),
      );
  }
  return found;
}
