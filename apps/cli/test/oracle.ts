import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sharedFile } from "@fabriclab/testing-golden";
import type { AuditRun } from "../src/audit/audit.ts";
import { audit } from "../src/audit/audit.ts";
import { chooseEndpoints } from "../src/naming/endpoints.ts";
import { readFabricFile } from "../src/fabric-file.ts";
import { readTableFolder } from "../src/table-folder.ts";

/** A row of verdicts.tsv: what an independent program made of OpenSM's tables. */
export interface Verdict {
  readonly topology: string;
  readonly variant: string;
  readonly unreachablePairs: number;
  readonly hops: Readonly<Record<string, number>>;
  readonly maxRoutes: number;
  readonly loop: boolean;
  /** Undefined where it was not looked at: the engine uses one SL. */
  readonly loopSlIgnored: boolean | undefined;
}

/** The variants that OpenSM routed; none where the folder is absent. */
export function verdicts(): Verdict[] {
  const file = sharedFile("oracle/verdicts.tsv");
  if (file === undefined) return [];
  const [head = "", ...lines] = readFileSync(file, "utf8").trim().split("\n");
  const names = head.split("\t");
  return lines
    .map((line) => line.split("\t"))
    .map((cells) => (name: string) => cells[names.indexOf(name)] ?? "")
    .filter((cell) => cell("ok") === "True")
    .map((cell) => ({
      topology: cell("topology"),
      variant: cell("variant"),
      unreachablePairs: Number(cell("unreachable_pairs")),
      hops: JSON.parse(cell("hops(histogram)")) as Record<string, number>,
      maxRoutes: Number(cell("max_routes_on_a_link")),
      loop: cell("credit_loop_with_SL") === "CYCLE",
      loopSlIgnored:
        cell("credit_loop_if_SL_ignored") === "None"
          ? undefined
          : cell("credit_loop_if_SL_ignored") === "CYCLE",
    }));
}

/**
 * Unicast / unicast and multicast, as README.md of the oracle has it in §5: topology and variant -> whether each has a loop, where the variant was
 * routed.
 */
export function multicastVerdicts(): {
  readonly topology: string;
  readonly variant: string;
  readonly unicast: boolean;
  readonly both: boolean;
}[] {
  const file = sharedFile("oracle/README.md");
  if (file === undefined) return [];
  const text = readFileSync(file, "utf8");
  const letters = new Map(
    [
      ...(/^A ft_4p3t.*$/m.exec(text)?.[0].matchAll(/\b([A-O]) (\w+)/g) ?? []),
    ].map(([, letter = "", name = ""]) => [letter, name]),
  );
  const rows = [...text.matchAll(/^\|([^|\n]+)\|(.+)\|$/gm)].map(
    ([, variant = "", cells = ""]) => ({ variant, cells: cells.split("|") }),
  );
  const head = rows.find(({ variant }) => variant === "variant")?.cells ?? [];
  return rows.flatMap(({ variant, cells }) =>
    cells.flatMap((cell, i) => {
      const [, unicast, both] = /^(ok|\**L\**)\/(ok|\**L\**)$/.exec(cell) ?? [];
      const topology = letters.get(head[i] ?? "") ?? "";
      if (
        unicast === undefined ||
        sharedFile(join("oracle", topology, variant)) === undefined
      )
        return [];
      return [
        { topology, variant, unicast: unicast !== "ok", both: both !== "ok" },
      ];
    }),
  );
}

/** Audits a folder of dumps with the command's own functions. */
export function auditFolder(
  fabricFile: string,
  folder: string,
  options: {
    readonly endpoints?: string;
    readonly slIgnored?: boolean;
    readonly samples?: number;
    readonly remedies?: boolean;
  } = {},
): AuditRun {
  const { fabric } = readFabricFile(fabricFile);
  const tables = readTableFolder(folder, fabric);
  return audit(fabric, tables, {
    file: fabricFile,
    from: folder,
    choice: chooseEndpoints(
      fabric,
      tables.lids,
      options.endpoints ?? "compute",
    ),
    slIgnored: options.slIgnored ?? false,
    synchronous: false,
    samples: options.samples ?? 2,
    seed: 1,
    engines: options.remedies === true ? [] : undefined,
  });
}

/** Unpacks a `.tgz` of plain files into a folder. */
export function unpack(archive: string, into: string): void {
  mkdirSync(into, { recursive: true });
  const bytes = gunzipSync(readFileSync(archive));
  for (let at = 0; at + 512 <= bytes.length;) {
    const field = (from: number, length: number): string =>
      bytes
        .subarray(at + from, at + from + length)
        .toString("latin1")
        .replace(/\0.*$/s, "");
    const name = field(0, 100);
    const size = Number.parseInt(field(124, 12).trim() || "0", 8);
    if (field(156, 1) === "0" && name !== "")
      writeFileSync(
        join(into, name.replace(/^.*\//, "")),
        bytes.subarray(at + 512, at + 512 + size),
      );
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
