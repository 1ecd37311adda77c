import type { StudyOptions } from "../reproduction.ts";
import { DEFAULTS, type Case } from "./case.ts";
import { SCHEMES, type SchemeName } from "./schemes.ts";

/** One parameter moved away from its default, and the schemes that it can matter to. */
export interface Setting {
  readonly parameter:
    | "buffer"
    | "outputBuffer"
    | "adapter"
    | "detours"
    | "hv"
    | "realTime"
    | "payload";
  readonly value: number;
}

export const SENSITIVITY_LOAD = 0.6;
/** What the decisive claims compare. */
export const SENSITIVITY_SCHEMES = [
  "spf",
  "spf-drop",
  "lfu",
  "lfu-drop",
  "credit",
  "credit-drop",
] as const satisfies readonly SchemeName[];

const SETTINGS: Readonly<Record<Setting["parameter"], readonly number[]>> = {
  buffer: [1, 2, 4, 8],
  outputBuffer: [0, 1],
  adapter: [0, 1],
  detours: [0, 1],
  hv: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
  realTime: [0.7, 0.5, 0.3],
  payload: [256, 512, 1024, 2048, 4096],
};
const QUICK_SETTINGS: typeof SETTINGS = {
  buffer: [1, 4],
  outputBuffer: [1],
  adapter: [0, 1],
  detours: [0, 1],
  hv: [6, 10],
  realTime: [0.7, 0.3],
  payload: [1024, 2048],
};
/** The schemes with dropping that the parameters are varied under: they go on where the others deadlock. */
export const SENSITIVITY_DROPS = [
  "spf-drop",
  "lfu-drop",
] as const satisfies readonly SchemeName[];

/** Values of a parameter that are tried, its default among them. */
export const settingsOf = (
  { quick }: StudyOptions,
  parameter: Setting["parameter"],
): readonly number[] => (quick ? QUICK_SETTINGS : SETTINGS)[parameter];

/** Whether a setting is run with all schemes that the decisive claims compare; the quick study runs most with {@link SENSITIVITY_DROPS} alone. */
export const isJudged = (
  { quick }: StudyOptions,
  { parameter, value }: Setting,
): boolean =>
  !quick ||
  parameter === "realTime" ||
  parameter === "detours" ||
  value === DEFAULTS[parameter];

export const PARAMETERS = Object.keys(
  SETTINGS,
) as readonly Setting["parameter"][];

/** Whether a parameter can matter to a scheme: elsewhere it is the default that is run. */
const reaches = (
  parameter: Setting["parameter"],
  scheme: SchemeName,
): boolean => {
  const { drop, routing } = SCHEMES[scheme];
  if (parameter === "hv") return drop;
  return parameter !== "detours" || routing === "multipath";
};

/** The case that was run for a case of which one parameter is a setting's. */
export const runOf = (point: Case, parameter: Setting["parameter"]): Case =>
  reaches(parameter, point.scheme)
    ? point
    : { ...point, [parameter]: DEFAULTS[parameter] };
