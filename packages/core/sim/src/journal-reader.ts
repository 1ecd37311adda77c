import type { Journal } from "@fabriclab/spec";
import type { Injections } from "./injections.ts";

/** Reads the journal of every slice. */
export interface JournalReader {
  observe(journal: Journal, injections: Injections): void;
}
