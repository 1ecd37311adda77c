import type { Experiment } from "@fabriclab/sim";
import { formatTime } from "@fabriclab/units";
import { rateName } from "./naming/odd-rates.ts";
import { many } from "./naming/words.ts";

/**
 * What to say where `link: { byteTime }` replaces the rates of a file, such as those of a real fabric; undefined where all links have that rate anyway.
 *
 * O(links).
 */
export function overriddenRates({
  fabric,
  link,
}: Pick<Experiment, "fabric" | "link">): string | undefined {
  const { byteTime } = link;
  if (byteTime === undefined) return undefined;
  const rates = new Set<string>();
  let count = 0;
  for (let at = 0; at < fabric.linkCount; at++) {
    const num = fabric.linkBytePsNum[at] ?? 0;
    if (num === byteTime * (fabric.linkBytePsDen[at] ?? 1)) continue;
    count += 1;
    rates.add(rateName(fabric, at));
  }
  if (count === 0) return undefined;
  const of =
    count === fabric.linkCount
      ? `all ${many(count, "link")}`
      : `${count} of ${many(fabric.linkCount, "link")}`;
  return `\`link: { byteTime: ${formatTime(byteTime)} }\` replaces the rates that the file gives ${of} (${[...rates].join(", ")}): leave it out to simulate those`;
}
