import { switchesInGuidOrder } from "@fabriclab/fabric";
import type { Fabric, MulticastTables } from "@fabriclab/spec";
import { formatGuid, MULTICAST_LID_MIN } from "@fabriclab/units";

/**
 * `opensm.mcfdbs` as OpenSM 3.3.23 writes it: switches of at least one tree, in OpenSM's map order.
 *
 * @param dialect `ibdm`: every MLID on a line of its own with its ports below it, as ibdm's own files have it
 */
export function writeMcfdbs(
  fabric: Fabric,
  tables: MulticastTables,
  dialect: "opensm" | "ibdm" = "opensm",
): string {
  const { masks, mlidCount, words, firstMlid } = tables;
  const text: string[] = [];
  for (const sw of switchesInGuidOrder(fabric)) {
    const rows: string[] = [];
    for (let k = 0; k < mlidCount; k++) {
      const ports: string[] = [];
      for (let word = 0; word < words; word++) {
        const bits = masks[(sw * mlidCount + k) * words + word] ?? 0;
        for (let bit = 0; bit < 32; bit++)
          if ((bits & (1 << bit)) !== 0)
            ports.push(
              `0x${(word * 32 + bit).toString(16).toUpperCase().padStart(3, "0")} `,
            );
      }
      if (ports.length === 0) continue;
      const mlid = (MULTICAST_LID_MIN + firstMlid + k)
        .toString(16)
        .toUpperCase();
      rows.push(
        dialect === "ibdm"
          ? `LID    : 0x${mlid}\n${ports.join("").trimEnd()}\n`
          : `0x${mlid} : ${ports.join(" ")}\n`,
      );
    }
    if (rows.length === 0) continue;
    text.push(
      `\nSwitch ${formatGuid(fabric.nodeGuid[sw] ?? 0n)}\n`,
      ...(dialect === "ibdm" ? [] : ["LID    : Out Port(s)\n"]),
      ...rows,
    );
  }
  return text.join("");
}
