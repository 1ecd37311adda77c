import { createHash } from "node:crypto";
import { parquetMetadata, parquetRead } from "hyparquet";
import { parquetWriteBuffer, type ColumnSource } from "hyparquet-writer";
import { columnsOf } from "./columns.ts";
import type { PluginTexts } from "./describe.ts";
import { cell } from "./tables.ts";
import { shapesOf, type RecordShapes } from "./record-shapes.ts";
import type { RunRecord } from "./run-record.ts";
import type { ResultColumn, ResultFactor, ResultRow } from "./results.ts";

/** Key of the file's metadata under which it explains itself; a change of the format changes `format`. */
const METADATA = "fabriclab";
export const SHARD_FORMAT = "fabriclab-shard-1";
/** Key of the SHA-256 of the file, taken with zeros in its place: Parquet's own checksums are optional, and readers pass over them. */
const CHECKSUM = "fabriclab.sha256";
const NO_DIGEST = "0".repeat(64);

/** What every file of a sweep says of itself; what plugins say of their results stands with the columns. */
export interface ShardAbout extends PluginTexts {
  /** Name of the scenario. */
  readonly experiment: string;
  readonly factors: readonly Omit<ResultFactor, "values">[];
  /** Name -> version of what computed it. */
  readonly versions: Readonly<Record<string, string>>;
}

/** What a shard's file holds. */
export interface ShardContent extends ShardAbout {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly ResultRow[];
  /** Absent where each run fills all columns of metrics, in their order. */
  readonly shapes?: RecordShapes;
}

/**
 * The bytes of a shard's file: Parquet, one row per run, with units and descriptions of its columns in its metadata.
 *
 * Equal runs in equal order give equal bytes. O(runs · columns).
 */
export function encodeShard(
  about: ShardAbout,
  runs: readonly RunRecord[],
): Uint8Array {
  const columns = columnsOf(about.experiment, about.factors, runs, about);
  const metadata = {
    format: SHARD_FORMAT,
    experiment: about.experiment,
    factors: about.factors,
    versions: about.versions,
    // Without the function that reads the value.
    columns: columns.map(({ of: _, ...told }) => told),
    shapes: shapesOf(columns, runs),
  };
  const bytes = Buffer.from(
    parquetWriteBuffer({
      columnData: columns.map(({ name, type, of }): ColumnSource => ({
        name,
        type,
        nullable: true,
        data: runs.map((run) => cell(type, of(run))),
      })),
      kvMetadata: [
        { key: METADATA, value: JSON.stringify(metadata) },
        { key: CHECKSUM, value: NO_DIGEST },
      ],
      createdBy: "fabriclab",
    }),
  );
  bytes.write(sha256(bytes), digestAt(bytes), "latin1");
  return new Uint8Array(bytes);
}

const sha256 = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");

/** Where the checksum's digits are: behind its key come the type of the next field and, in one byte, its length. */
const digestAt = (bytes: Buffer): number =>
  bytes.lastIndexOf(CHECKSUM, undefined, "latin1") + CHECKSUM.length + 2;

/** Whether the bytes are those that were written; O(bytes), and nothing of them is interpreted. */
function isWhole(bytes: Uint8Array): boolean {
  const copy = Buffer.from(bytes);
  const at = digestAt(copy);
  // A loss of power leaves empty files.
  if (copy.length < at + NO_DIGEST.length) return false;
  const told = copy.toString("latin1", at, at + NO_DIGEST.length);
  copy.write(NO_DIGEST, at, "latin1");
  return told === sha256(copy);
}

/**
 * Reads a shard's file back. Whole numbers come back as numbers.
 *
 * @returns undefined when it is not whole, or not a shard of this format
 */
export async function decodeShard(
  bytes: Uint8Array,
): Promise<ShardContent | undefined> {
  // Why first: of one wrong bit the reader may make another number, or a loop without an end.
  if (!isWhole(bytes)) return undefined;
  const buffer = bytes.buffer.slice(
    bytes.byteOffset,
    bytes.byteOffset + bytes.byteLength,
  ) as ArrayBuffer;
  try {
    const metadata = parquetMetadata(buffer);
    const text = metadata.key_value_metadata?.find(
      ({ key }) => key === METADATA,
    )?.value;
    const about = JSON.parse(text ?? "null") as
      | (Omit<ShardContent, "rows"> & { readonly format: string })
      | null;
    if (about?.format !== SHARD_FORMAT) return undefined;
    const rows: ResultRow[] = [];
    await parquetRead({
      file: buffer,
      metadata,
      rowFormat: "object",
      onComplete: (read) => {
        for (const row of read) rows.push(plainRow(row));
      },
    });
    if (rows.length !== Number(metadata.num_rows)) return undefined;
    const { experiment, factors, versions, columns, shapes } = about;
    return {
      ...{ experiment, factors, versions, columns, rows },
      ...(shapes === undefined ? {} : { shapes }),
    };
  } catch {
    // Why any error: a file that was cut short or altered fails wherever the reader first stumbles.
    return undefined;
  }
}

const plainRow = (row: Record<string, unknown>): ResultRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "bigint"
        ? Number(value)
        : ((value ?? null) as number | string | null),
    ]),
  );
