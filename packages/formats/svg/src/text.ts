import { visible } from "@fabriclab/spec";

const UNWRITABLE =
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text for XML 1.0: markup escaped, control characters and marks of direction as `\x1b`, and what else XML cannot hold (halves of characters) replaced. */
export const escaped = (text: string): string =>
  visible(text)
    .replace(UNWRITABLE, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** Names are cut to so many letters. */
const LONGEST = 22;

/**
 * What stands beside a switch: of `MF0;name:MODEL/U1`, as NVIDIA's switches are described, the name; of any other long one its beginning and its end, for often only
 * those differ.
 */
export function label(name: string): string {
  const letters = Array.from(/^[^;]*;(.+):[^:]*$/.exec(name)?.[1] ?? name);
  if (letters.length <= LONGEST) return letters.join("");
  return `${letters.slice(0, 9).join("")}…${letters.slice(-12).join("")}`;
}

/** Hexadecimal digits of a GUID that stand in a label: those in which switches of a maker differ. */
const DIGITS = 6;

/**
 * What stands beside each switch: `label`, and where several would have the same, its beginning with the last digits of the GUID.
 *
 * @param guids NodeGUIDs, switch by switch
 */
export function labelsOf(
  names: readonly string[],
  guids: ArrayLike<bigint>,
): string[] {
  const labels = names.map(label);
  const times = new Map<string, number>();
  for (const one of labels) times.set(one, (times.get(one) ?? 0) + 1);
  return labels.map((one, sw) =>
    (times.get(one) ?? 0) < 2
      ? one
      : `${Array.from(one).slice(0, 9).join("")}…${lastDigits(guids[sw] ?? 0n)}`,
  );
}

const lastDigits = (guid: bigint): string =>
  guid.toString(16).padStart(DIGITS, "0").slice(-DIGITS);
