import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { readIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { readTables } from "@fabriclab/formats-opensm";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { sharedFile } from "@fabriclab/testing-golden";

/** A file of other programs' truth as text, unpacked where it is packed; undefined where it is absent. */
export function sharedText(rel: string): string | undefined {
  const plain = sharedFile(rel);
  if (plain !== undefined) return readFileSync(plain, "utf8");
  const packed = sharedFile(`${rel}.gz`);
  return packed === undefined
    ? undefined
    : gunzipSync(readFileSync(packed)).toString("utf8");
}

/** `pathsl.txt`, a matrix over host LIDs, as lines `slid dlid sl`. */
export function pathSlLines(matrix: string): string {
  const [head = "", ...rows] = matrix.trimEnd().split("\n");
  const columns = (/LIDs: (.*)$/.exec(head)?.[1] ?? "").trim().split(" ");
  return rows
    .flatMap((row) => {
      const [source = "", sls = ""] = row.split(": ");
      return sls
        .trim()
        .split(" ")
        .flatMap((sl, i) =>
          sl === "-" ? [] : [`${source}\t${columns[i] ?? ""}\t${sl}\n`],
        );
    })
    .join("");
}

/** OpenSM's tables of `oracle/<topology>/<variant>`. */
export function oracleTables(
  topology: string,
  variant: string,
): { fabric: Fabric; tables: ForwardingTables } {
  const folder = `oracle/${topology}`;
  const { fabric } = readIbnetdiscover(
    sharedText(`${folder}/ibnetdiscover.txt`) ?? "",
  );
  const files: Record<string, string> = {};
  for (const name of [
    "lfts.dump",
    "guid2lid.txt",
    "mcfdbs.dump",
    "sl2vl.dump",
  ]) {
    const text = sharedText(`${folder}/${variant}/${name}`);
    if (text !== undefined) files[name] = text;
  }
  const matrix = sharedText(`${folder}/${variant}/pathsl.txt`);
  if (matrix !== undefined) files["path-sl.tsv"] = pathSlLines(matrix);
  return { fabric, tables: readTables(files, fabric) };
}

/** OpenSM's tables of `fabrics/opensm-3.3.23/<name>/<engine>.dump.tgz`. */
export function dumpedTables(
  name: string,
  engine: string,
): { fabric: Fabric; tables: ForwardingTables } | undefined {
  const topology = sharedText(`fabrics/${name}.ibnetdiscover`);
  const archive = sharedFile(
    `fabrics/opensm-3.3.23/${name}/${engine}.dump.tgz`,
  );
  if (topology === undefined || archive === undefined) return undefined;
  const { fabric } = readIbnetdiscover(topology);
  const dump = execFileSync("tar", ["-xzOf", archive, "./opensm-lfts.dump"], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  return { fabric, tables: readTables({ "opensm-lfts.dump": dump }, fabric) };
}
