import type { z } from "zod";

/** A published source. `key` is how the project refers to it, e.g. `zhou2007`. */
export interface Citation {
  readonly key: string;
  readonly authors: string;
  readonly title: string;
  readonly venue: string;
  readonly year: number;
  readonly doi?: string;
}

/** The families and, within `switch`, the parts that a switch model is composed of. */
export type PluginKind =
  | "topology"
  | "addressing"
  | "routing"
  | "tables"
  | "switch"
  | "arbiter"
  | "lane-scheduler"
  | "replication"
  | "drop"
  | "select"
  | "hca"
  | "traffic"
  | "pattern"
  | "metric";

/** A parameter table: a zod object whose fields carry `.describe(doc)`, `.default(…)` and `.meta({ unit })`. */
// oxlint-disable-next-line typescript/no-explicit-any -- any field set; `z.ZodRawShape` would lose the inferred option type
export type Params = z.ZodObject<any>;
/** What a plugin's code receives: parsed, defaults filled in. */
export type Options<P extends Params> = z.output<P>;
/** What a user may write. */
export type OptionsInput<P extends Params> = z.input<P>;

/** What `fabriclab explain` says of an error code. */
export interface ErrorNote {
  /** One or two sentences: what the code means. */
  readonly means: string;
  /** Something that provokes it. */
  readonly example: string;
  /** How to mend it. */
  readonly mend: string;
}

/** What every plugin is: a value, found by nobody, passed by whoever composes. */
export interface Plugin<Kind extends PluginKind, P extends Params, Claims> {
  readonly spec: "1";
  readonly kind: Kind;
  /** Kebab-case; equal to the file name, the CLI key and, where it has one, OpenSM's name. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  readonly cites: readonly Citation[];
  readonly params: P;
  /** What the conformance kit checks. A claim never switches a check off: it says which outcome is right. */
  readonly claims: Claims;
  /**
   * Parameters that have no effect beside the others, by path (`order`, `connection.rounds`), each with the reason in a few words. Whoever reads what a
   * user wrote says so of those that were written.
   */
  withoutEffect?(options: Options<P>): Readonly<Record<string, string>>;
  /** Explains the error codes of its own that it throws, where the command that loads it does not know them. */
  readonly errors?: Readonly<Record<`E_${string}`, ErrorNote>>;
}
