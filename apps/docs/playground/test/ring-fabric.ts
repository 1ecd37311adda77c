const guid = (kind: number, at: number): string =>
  `0x${(16 * kind + at).toString(16).padStart(16, "0")}`;
const id = (kind: number, at: number): string => guid(kind, at).slice(2);

/** Switches 0 ... n - 1 in a ring with a host at each, as ibnetdiscover prints them: port 1 goes on, port 2 goes back, port 3 is the host's. */
export function ringOf(count: number): string {
  const lines: string[] = [];
  for (let at = 0; at < count; at++) {
    const [next, before] = [(at + 1) % count, (at + count - 1) % count];
    lines.push(
      "vendid=0x0",
      "devid=0x0",
      `switchguid=${guid(1, at)}(${id(1, at)})`,
      `Switch\t4 "S-${id(1, at)}"\t\t# "s${at}" base port 0 lid ${at + 1} lmc 0`,
      `[1]\t"S-${id(1, next)}"[2]\t\t# "s${next}" lid ${next + 1} 4xEDR`,
      `[2]\t"S-${id(1, before)}"[1]\t\t# "s${before}" lid ${before + 1} 4xEDR`,
      `[3]\t"H-${id(2, at)}"[1](${id(3, at)}) \t\t# "h${at}" lid ${count + at + 1} 4xEDR`,
      "",
      "vendid=0x0",
      "devid=0x0",
      `caguid=${guid(2, at)}`,
      `Ca\t1 "H-${id(2, at)}"\t\t# "h${at}"`,
      `[1](${id(3, at)}) \t"S-${id(1, at)}"[3]\t\t# lid ${count + at + 1} lmc 0 "s${at}" lid ${at + 1} 4xEDR`,
      "",
    );
  }
  return lines.join("\n");
}
