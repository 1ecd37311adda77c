import type { Registry } from "@fabriclab/formats-scenario";
import { visible } from "@fabriclab/spec";
import type { Io } from "./io.ts";

/** What every command is given. */
export interface Context {
  readonly io: Io;
  readonly registry: Registry;
  /** Results as JSON. */
  readonly json: boolean;
  /** No progress, no summaries. */
  readonly quiet: boolean;
  /** Texts that errors point into but that are no files (stdin). A command adds what it read. */
  readonly sources: Map<string, string>;
  /** Modules named with `--plugin`, for worker threads to load again. */
  readonly modules: readonly string[];
}

/** A note on stderr, unless the user wants quiet. */
export function note(context: Context, text: string): void {
  if (!context.quiet) context.io.err(`${visible(text)}\n`);
}
