import {
  askingParams,
  type Asking,
  type AskingParam,
  type Params,
} from "@fabriclab/spec";

/** A plugin with its options, of any family. */
interface AnyUse {
  readonly plugin: { readonly params: Params };
  readonly options: unknown;
}

/** The parameters by which the options ask for something, as the plugin declares them (`asks` of spec). */
export const askedBy = (
  { plugin, options }: AnyUse,
  of: Asking["of"],
): AskingParam[] =>
  askingParams(plugin.params, of).filter(
    (param) => valueOf(options, param) === param.value,
  );

/** How much of something is asked for, where every value of the parameter says that: what is chosen, and what the plugin takes unasked. */
export function askedAmount(
  { plugin, options }: AnyUse,
  of: Asking["of"],
): { readonly chosen: unknown; readonly unasked: unknown } | undefined {
  const [param] = askingParams(plugin.params, of);
  if (param === undefined) return undefined;
  // Of the parameter alone, since others may have to be given.
  const fields = plugin.params.shape as Readonly<Record<string, Params>>;
  const parsed = fields[param.key]?.safeParse(undefined);
  return {
    chosen: valueOf(options, param),
    unasked: parsed?.success === true ? parsed.data : undefined,
  };
}

/** What could be written to ask for something, `droppable: true`, each once; none where no plugin has a parameter for it. */
export const waysToAsk = (
  uses: readonly AnyUse[],
  of: Asking["of"],
): string[] => [
  ...new Set(
    uses.flatMap(({ plugin }) =>
      askingParams(plugin.params, of).map((param) => `\`${written(param)}\``),
    ),
  ),
];

/** A parameter with the value that asks, as a user writes it. */
export const written = ({ key, value }: AskingParam): string =>
  `${key}: ${String(value)}`;

const valueOf = (options: unknown, { key }: AskingParam): unknown =>
  (options as Readonly<Record<string, unknown>>)[key];
