/** Unit of a number, and a sentence on it. */
export type NumberText = readonly [unit: string, text: string];

/** What a value of a result is, for files that explain themselves years later, to who has nothing but them. */
export interface ValueText {
  /** A sentence on the value. */
  readonly text: string;
  /** Numbers beside it whose names and the value's unit do not say what they are. */
  readonly details?: Readonly<Record<string, NumberText>>;
  /** What the numbers by place are, without a full stop. */
  readonly places?: string;
  /** The value is given of many places, too, whose names follow its own: `barrier-engine.SW<0,1>`. */
  readonly perPlace?: true;
}
