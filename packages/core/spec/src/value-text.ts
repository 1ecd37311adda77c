/** Unit of a number, and a sentence on it. */
export type NumberText = readonly [unit: string, text: string];

/** What a value of a result is: for files that still explain themselves years later, to a reader who has nothing else. */
export interface ValueText {
  /** A sentence on the value. */
  readonly text: string;
  /** Numbers beside it whose names and the value's unit do not say what they are. */
  readonly details?: Readonly<Record<string, NumberText>>;
  /** Of the numbers beside it, those that count what did not come through: a printed result, which has room for a few, shows them wherever they are not 0. */
  readonly losses?: readonly string[];
  /** What the numbers by place are, without a full stop. */
  readonly places?: string;
  /** The value is given of many places, too, whose names follow its own: `barrier-engine.SW<0,1>`. */
  readonly perPlace?: true;
}

/** What is known of a result by its name. */
export interface KnownValue {
  /** Absent where its metric or traffic says nothing of it. */
  readonly text?: ValueText;
  /** The place that it is of, where it is one of many (`perPlace`). */
  readonly place?: string;
  /** The class of packets that it is of: a service level, or an entry of traffic, counted from 0, with its name where the result bears that. */
  readonly of?: {
    readonly kind: "sl" | "traffic";
    readonly number: number;
    readonly name?: string;
  };
}

/** A name that ends with a class of packets: `latency.sl3`, `order.behind.traffic0`. */
const CLASS = /^(.+)\.(sl|traffic)(\d+)$/;

/**
 * What a metric or a traffic says of the result of that name, which may be of a class of packets or of one place.
 *
 * @param values what all of them say, by the names of results
 * @param entries names of the traffic entries, in their order; null where one has none
 */
export function knownValue(
  name: string,
  values: Readonly<Record<string, ValueText>>,
  entries: readonly (string | null)[] = [],
): KnownValue {
  const { base, ...of } = classIn(name, values, entries);
  // Why not by its name alone: a metric may be called `constructor`.
  const text = Object.hasOwn(values, base) ? values[base] : undefined;
  if (text !== undefined) return { text, ...of };
  const whole = Object.keys(values).find(
    (one) => values[one]?.perPlace === true && base.startsWith(`${one}.`),
  );
  return whole === undefined
    ? of
    : { text: values[whole]!, place: base.slice(whole.length + 1), ...of };
}

function classIn(
  name: string,
  values: Readonly<Record<string, ValueText>>,
  entries: readonly (string | null)[],
): Pick<KnownValue, "of"> & { readonly base: string } {
  const [, base, kind, number] = CLASS.exec(name) ?? [];
  if (base !== undefined)
    return {
      base,
      of: { kind: kind as "sl" | "traffic", number: Number(number) },
    };
  const at = entries.findIndex(
    (entry) =>
      entry !== null &&
      name.endsWith(`.${entry}`) &&
      !Object.hasOwn(values, name),
  );
  const entry = entries[at];
  return entry == null
    ? { base: name }
    : {
        base: name.slice(0, -entry.length - 1),
        of: { kind: "traffic", number: at, name: entry },
      };
}
