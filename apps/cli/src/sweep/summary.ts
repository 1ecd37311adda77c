import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SweepReport } from "./report.ts";

/** What a sweep's folder says of when it was last finished; nothing where it never was, or the file is damaged. */
export function summaryIn(folder: string): Partial<SweepReport> {
  try {
    const text = readFileSync(join(folder, "summary.json"), "utf8");
    return JSON.parse(text) as Partial<SweepReport>;
  } catch {
    return {};
  }
}
