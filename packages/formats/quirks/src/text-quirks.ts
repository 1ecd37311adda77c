import type { RandomStream } from "@fabriclab/spec";
import { portLines, type DumpLine } from "./dump-line.ts";

/** Changes the lines of what ibnetdiscover printed. */
export type TextQuirk = (
  lines: readonly string[],
  random: RandomStream,
) => string[];

/** One end of some cables between switches says nothing of them. */
export const missingReverse: TextQuirk = (lines, random) => {
  const ports = portLines(lines);
  const gone = new Set<number>();
  const kept = new Set<string>();
  for (const port of ports) {
    if (!port.node.startsWith("S-") || !port.peer.startsWith("S-")) continue;
    const cable = cableName(port);
    // Not both ends: then the cable would be gone. And no end without its other: it may be the last that tells of it.
    if (kept.has(cable) || random.below(4) > 0) continue;
    if (!ports.some((one) => one !== port && cableName(one) === cable))
      continue;
    kept.add(cable);
    gone.add(port.at);
  }
  return lines.filter((_, at) => !gone.has(at));
};

/** A rate that one end does not know, where the other does. */
export const unknownRates: TextQuirk = (lines, random) => {
  const ports = portLines(lines);
  const count = new Map<string, number>();
  for (const port of ports)
    count.set(cableName(port), (count.get(cableName(port)) ?? 0) + 1);
  const changed = [...lines];
  for (const port of ports) {
    const cable = cableName(port);
    if (count.get(cable) !== 2 || random.below(5) > 0) continue;
    count.set(cable, 0);
    changed[port.at] = port.text.replace(/ (\d+)x[A-Z]+\d*$/, " $1x???");
  }
  return changed;
};

/** A free port of a switch that is cabled to another free port of the same switch. */
export const selfCables: TextQuirk = (lines) => {
  const ports = portLines(lines);
  const used = new Map<string, Set<number>>();
  for (const { node, num, peer, peerNum } of ports)
    for (const [id, one] of [
      [node, num],
      [peer, peerNum],
    ] as const)
      used.set(id, (used.get(id) ?? new Set()).add(one));
  return lines.flatMap((line) => {
    const [, count, id = "", name = ""] =
      /^Switch\s+(\d+) "(S-[^"]+)"\s+# "(.*)" (?:base|enhanced) port 0 /.exec(
        line,
      ) ?? [];
    const lid = / lid (\d+) lmc \d+$/.exec(line)?.[1] ?? "0";
    if (count === undefined) return [line];
    const free = Array.from({ length: Number(count) }, (_, i) => i + 1).filter(
      (num) => used.get(id)?.has(num) !== true,
    );
    const [one, other = one] = free;
    if (one === undefined || other === undefined) return [line];
    const loop = (from: number, to: number): string =>
      `[${from}]\t"${id}"[${to}]\t\t# "${name}" lid ${lid} 4xQDR`;
    return one === other
      ? [line, loop(one, one)]
      : [line, loop(one, other), loop(other, one)];
  });
};

/** Ports that no subnet manager has given a LID. */
export const permissiveLids: TextQuirk = (lines, random) => {
  // Why all of one host: a LID that another line gives would hold.
  const hosts = [
    ...new Set(
      portLines(lines)
        .map(({ node }) => node)
        .filter((node) => node.startsWith("H-")),
    ),
  ].filter(() => random.below(5) === 0);
  const chosen = new Set(hosts);
  const ports = new Map(portLines(lines).map((port) => [port.at, port]));
  return lines.map((line, at) => {
    const port = ports.get(at);
    if (port === undefined) return line;
    if (chosen.has(port.node))
      return line.replace(/# lid \d+ lmc/, "# lid 65535 lmc");
    if (chosen.has(port.peer))
      return line.replace(/ lid \d+( \d+x[A-Z?]+\d*)$/, " lid 65535$1");
    return line;
  });
};

/** GUIDs in parentheses with all their digits, some of them. */
export const paddedGuids: TextQuirk = (lines, random) =>
  lines.map((line) =>
    line.startsWith("#") || random.below(2) === 0
      ? line
      : line.replace(
          /^((?:\[\d+\]|switchguid=0x[0-9a-f]+)\()([0-9a-f]+)\)/,
          (_, head: string, digits: string) =>
            `${head}${digits.padStart(16, "0")})`,
        ),
  );

/** The headings and port labels of `ibnetdiscover -g`. */
export const chassis: TextQuirk = (lines, random) => {
  const first = lines.findIndex((line) => /^(?:Switch|Ca)\s/.test(line));
  const hosts = lines.findIndex((line) => /^Ca\s/.test(line));
  return lines.flatMap((line, at) => {
    const labelled = /^\[\d+\]\t"[^"]*"\[\d+\]/.test(line)
      ? line.replace(/^\[(\d+)\]/, `[$1][ext ${1 + random.below(36)}]`)
      : line;
    if (at === first)
      return ["Chassis 1 (guid 0x5000)", "", "# Spine Nodes", labelled];
    if (at === hosts) return ["Non-Chassis Nodes", "", labelled];
    return [labelled];
  });
};

/** Messages of the MAD layer between the lines. */
export const umadLines: TextQuirk = (lines, random) =>
  lines.flatMap((line) =>
    random.below(25) > 0
      ? [line]
      : [
          `src/query_smp.c:195; umad (DR path slid 0; dlid 0; 0,1,${random.below(36)} Attr 0x11:0) bad status 110; Connection timed out`,
          line,
        ],
  );

/** What a terminal program and a shell write around a captured dump. */
export const terminalNoise: TextQuirk = (lines) => [
  "=~=~=~=~=~=~=~=~=~=~=~= PuTTY log 2024.05.13 14:36:33 =~=~=~=~=~=~=~=~=~=~=~=",
  "[root@sm ~]# ibnetdiscover",
  ...lines,
  "[root@sm ~]# exit",
  "",
];

/** Tabs that a terminal did not pass on. */
export const lostTabs: TextQuirk = (lines) =>
  lines.map((line) => line.replaceAll("\t", ""));

/** Lines that end as on Windows. */
export const crLf: TextQuirk = (lines) =>
  lines.map((line, at) => (at === lines.length - 1 ? line : `${line}\r`));

const cableName = ({ node, num, peer, peerNum }: DumpLine): string =>
  [`${node} ${num}`, `${peer} ${peerNum}`].sort().join(" - ");
