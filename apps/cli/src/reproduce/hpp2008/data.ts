import type { Study } from "../reproduction.ts";
import type { HppRecord } from "./record.ts";
import type { TaskInput } from "./run/task.ts";
import { SETTINGS } from "./settings.ts";

/** Columns of data.csv: the case, then what became of it. What a measure does not have is empty. */
export const COLUMNS = [
  "measure",
  "setting",
  "creditPacket",
  "header",
  "transmit",
  "showAhead",
  "lanes",
  "packet",
  "load",
  "buffer",
  "interval",
  "collective",
  "processors",
  "seed",
  "status",
  "throughput",
  "headNs",
  "barrierNs",
  "collectiveNs",
  "simulatedUs",
  "warmupUs",
  "delivered",
  "packetHops",
  "events",
];

export const rowsOf = ({
  tasks,
  results,
}: Study): Record<string, string | number>[] =>
  tasks.map((task, index) => {
    const { point, seed } = task.input as unknown as TaskInput;
    const { label: _, showAhead, ...setting } = SETTINGS[point.setting];
    const record = results[index] as unknown as HppRecord;
    const collective = point.measure === "collective";
    const row = {
      ...point,
      ...setting,
      showAhead: showAhead ? "yes" : "no",
      collective: collective ? point.collective : "",
      processors: collective ? point.processors : "",
      seed,
      ...record,
    };
    return Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, value ?? ""]),
    );
  });
