/** What a field tells besides its zod type; `.describe(…)` adds the sentence. Read by help texts, README tables and the JSON Schema. */
export interface ParamMeta {
  /** What the value is, in a word for tables and help texts: `time`, `size`, `rate`, `1` (a plain number), `SL`, `hosts`, `name`, `choice`, `flag`. */
  readonly unit: string;
  /** Other ways to write the values of a choice, which the JSON Schema lists and tables of parameters leave to the sentence. */
  readonly spellings?: readonly string[];
  /** What the parameter asks of other parts of a scenario; see `asks`. */
  readonly asks?: Asking;
}

/** What a parameter asks of the other parts of a scenario, which its plugin does not know. */
export interface Asking {
  /**
   * Of traffic, `drop`: that a drop policy may discard its packets, `select`: that switches choose among ports, and `levels`: these service levels, in place of
   * the one that the tables have for a pair. Of a drop policy, `drop-all`: that it may discard packets of all traffic. Of a switch, `lanes`: so many data lanes.
   */
  readonly of: "drop" | "select" | "levels" | "drop-all" | "lanes";
  /** The value that asks. Absent = each does: it is how much is asked for. */
  readonly value?: string | number | boolean;
}
