import { basename } from "node:path";
import {
  openJournal,
  shardFiles,
  shardStore,
  type ResultRow,
} from "@fabriclab/experiment-store";
import type { RunFigures, SweepStore } from "@fabriclab/experiment-sweep";
import { noneArrived } from "@fabriclab/sim";
import { meets } from "./requirement.ts";
import { acceptedOf, type ShardInput } from "./shard-input.ts";

/** What a sweep asks of its result folder. */
export function sweepStore(
  {
    folder,
    metric,
    require,
  }: Pick<ShardInput, "folder" | "metric" | "require">,
  onDamaged: (file: string) => void,
): SweepStore {
  const store = shardStore(folder, { onDamaged });
  return {
    async figures(shard) {
      const content = await store.get(shard.key);
      if (content === undefined) return undefined;
      // Why the keys: a file that somebody copied over another is whole, and of other runs.
      if (
        content.rows.length !== shard.runs.length ||
        content.rows.some(({ key }, at) => key !== shard.runs[at]?.key)
      ) {
        onDamaged(`shards/${shard.key}.parquet`);
        return undefined;
      }
      const column = (name: string, role: string) =>
        content.columns.find((one) => one.metric === name && one.role === role)
          ?.name ?? "";
      const throughput = column("throughput", "metric");
      const names = {
        value: column(metric, "metric"),
        interval: column(metric, "interval"),
        accepted: throughput,
        acceptedInterval: column("throughput", "interval"),
        offered: `${throughput}_offered`,
      };
      return content.rows.map((row) => {
        const kept =
          require === undefined
            ? undefined
            : meets(require, content.columns, ({ name: of }) => row[of]);
        return {
          ...figures(row, names),
          ...(kept === undefined ? {} : { meets: kept }),
        };
      });
    },
    kept: async (shard) =>
      new Set((await openJournal(folder, shard.key)).finished.keys()),
  };
}

/** Removes the files in which a run failed, so that their runs are done again. */
export async function forgetFailed(folder: string): Promise<void> {
  const store = shardStore(folder);
  for (const file of await shardFiles(folder)) {
    const shard = basename(file, ".parquet");
    const content = await store.get(shard);
    if (content?.rows.some(({ status }) => status === "failed") === true)
      await store.remove(shard);
  }
}

/** Columns of what a sweep decides by; empty, or of no column, where there is none. */
type Columns = Readonly<
  Record<
    "value" | "interval" | "accepted" | "acceptedInterval" | "offered",
    string
  >
>;

function figures(row: ResultRow, columns: Columns): RunFigures {
  const number = (name: string): number | null => {
    const cell = row[name];
    return typeof cell === "number" ? cell : null;
  };
  const { error } = row;
  const confidence = number("confidence");
  const status = String(row["status"]);
  const packets = {
    delivered: number("packets_delivered"),
    dropped: number("packets_dropped"),
  };
  return {
    key: String(row["key"]),
    point: Number(row["point"]),
    seed: Number(row["seed"]),
    status,
    ...(typeof row["saturated"] === "string" ? { partly: true as const } : {}),
    ...(noneArrived({ status, packets }) ? { noneArrived: true as const } : {}),
    value: number(columns.value),
    ci95: number(columns.interval),
    ...(confidence === null ? {} : { confidence }),
    ...acceptedOf(
      number(columns.accepted),
      number(columns.acceptedInterval),
      number(columns.offered),
    ),
    ...(typeof error === "string" ? { error } : {}),
  };
}
