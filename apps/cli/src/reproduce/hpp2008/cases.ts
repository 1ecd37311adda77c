import type { StudyOptions } from "../reproduction.ts";
import { SETTINGS, type SettingName } from "./settings.ts";

/** What a run measures. */
export const MEASURES = [
  /** One packet through an idle switch. */
  "packet",
  /** Unicast traffic, uniform over ports and virtual channels. */
  "unicast",
  /** Sixteen barrier groups on one switch, beside unicast traffic or alone. */
  "barrier",
  /** One collective operation in a fat tree. */
  "collective",
] as const;
export type MeasureName = (typeof MEASURES)[number];

export const COLLECTIVES = [
  "sequence",
  "tree",
  "multicast",
  "central",
  "dissemination",
  "switch-barrier",
] as const;
export type Collective = (typeof COLLECTIVES)[number];

/** One point of the study, without its seed. What does not matter to a measure has its default. */
export interface Case {
  readonly measure: MeasureName;
  readonly setting: SettingName;
  /** Virtual channels for data. */
  readonly lanes: number;
  /** Bytes of a unicast packet, without what a setting adds as header; 0 = no unicast. */
  readonly packet: number;
  /** Fraction of the host link that is offered. */
  readonly load: number;
  /** Bytes of receive buffer per input port and virtual channel. */
  readonly buffer: number;
  /** Microseconds from a release to the entry into the next barrier; 0 = no barriers. */
  readonly interval: number;
  readonly collective: Collective;
  readonly processors: number;
}

/** Offered where the switch is to be full: more than a link carries, so that soon every queue of every injector has a packet. */
export const FULL_LOAD = 1.5;

export const DEFAULTS: Case = {
  measure: "unicast",
  setting: "default",
  lanes: 3,
  packet: 256,
  load: FULL_LOAD,
  buffer: 4096,
  interval: 0,
  collective: "multicast",
  processors: 16,
};

export const caseOf = (point: Partial<Case>): Case => ({
  ...DEFAULTS,
  ...point,
});

export const LANES = [1, 2, 3, 4, 8] as const;
/** A load at which the output is nearly always idle. */
export const LOW_LOAD = 0.01;
/** From which on the paper finds latencies steady. */
export const STEADY_US = 50;

/** Every study has five seeds: an interval from fewer decides little. */
export const seedsOf = ({ seeds = 5 }: StudyOptions): readonly number[] =>
  Array.from({ length: seeds }, (_, k) => k + 1);

/** Deliveries after which a run of unicast traffic ends: more channels have more buffers, which are to be full first. */
export const packetsOf = ({ quick }: StudyOptions, lanes: number): number =>
  quick ? 12_000 + 5000 * lanes : 200_000;

/**
 * Microseconds that a run with barriers lasts, warm-up included: several intervals, and a least time. Where intervals are short, the quick study has
 * barriers enough sooner; unicast throughput is read off longer intervals only.
 */
export const barrierTimeOf = (
  { quick }: StudyOptions,
  interval: number,
): number => {
  if (!quick) return Math.max(4000, 60 * interval);
  const many = interval > 0 && interval < STEADY_US;
  return Math.max(many ? 300 : 800, 8 * interval);
};

/** Lengths of the study of virtual channels; Figure 7 is drawn for each. */
export const lengthsOf = ({ quick }: StudyOptions): readonly number[] =>
  quick ? [64, 256, 1024] : [64, 128, 256, 512, 1024];
export const loadsOf = ({ quick }: StudyOptions): readonly number[] =>
  quick ? [0.4, 0.7, 1] : [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
/** Loads that a length is run with: the quick study has others than 256 bytes at full load only. */
export const loadsOfLength = (
  options: StudyOptions,
  packet: number,
): readonly number[] =>
  options.quick && packet !== DEFAULTS.packet ? [FULL_LOAD] : loadsOf(options);

/** Lengths of the study of buffers. */
export const bufferLengthsOf = ({ quick }: StudyOptions): readonly number[] =>
  quick ? [64, 256, 1024] : [8, 16, 32, 64, 128, 256, 512, 1024];
/** Buffers that hold a packet of a length: virtual cut-through needs room for all of it. */
export const buffersOf = (
  { quick }: StudyOptions,
  packet: number,
): readonly number[] =>
  (quick
    ? [128, 256, 512, 1024, 2048, 4096, 8192]
    : [64, 128, 256, 512, 1024, 2048, 4096, 8192]
  ).filter((buffer) => buffer >= packet);

/** Lengths of unicast packets beside barriers. */
export const barrierLengthsOf = ({ quick }: StudyOptions): readonly number[] =>
  quick ? [128, 512, 1024] : [64, 128, 256, 384, 512, 640, 768, 896, 1024];
/** Short and long packets of Figure 9. */
export const FIGURE_9 = [128, 1024] as const;
export const intervalsOf = ({ quick }: StudyOptions): readonly number[] =>
  quick ? [2, 10, 50, 100] : [1, 2, 5, 10, 20, 30, 40, 50, 70, 100, 200];
/** At which lengths are compared: the longest that all studies have. */
export const LENGTHS_AT_US = 100;

export const sizesOf = ({ quick }: StudyOptions): readonly number[] =>
  quick ? [8, 64, 1024] : [8, 16, 32, 64, 128, 256, 512, 1024];

export const settingNames = Object.keys(SETTINGS) as readonly SettingName[];

/** Settings that the study of barriers is run with; the quick one has the default. */
export const barrierSettingsOf = ({
  quick,
}: StudyOptions): readonly SettingName[] =>
  quick ? ["default"] : settingNames;
/** Settings that the study of buffers is run with. */
export const bufferSettingsOf = ({
  quick,
}: StudyOptions): readonly SettingName[] =>
  quick ? ["default", "credits"] : ["default", "credits", "transmit"];

export const packetCase = (setting: SettingName): Case =>
  caseOf({ measure: "packet", setting });
export const lowLoadCase = (setting: SettingName): Case =>
  caseOf({ setting, lanes: 3, load: LOW_LOAD });
export const throughputCase = (
  setting: SettingName,
  lanes: number,
  packet: number,
  load = FULL_LOAD,
): Case => caseOf({ setting, lanes, packet, load });
export const bufferCase = (
  setting: SettingName,
  packet: number,
  buffer: number,
): Case => caseOf({ setting, packet, buffer });
export const barrierCase = (
  setting: SettingName,
  packet: number,
  interval: number,
): Case => caseOf({ measure: "barrier", setting, packet, interval });
export const collectiveCase = (
  collective: Collective,
  processors: number,
): Case => caseOf({ measure: "collective", collective, processors });

/** All cases, each once. */
export function casesOf(options: StudyOptions): Case[] {
  const cases: Case[] = [];
  for (const setting of ["no-show-ahead", "default"] as const)
    cases.push(packetCase(setting), lowLoadCase(setting));
  for (const packet of lengthsOf(options))
    for (const lanes of LANES)
      for (const load of loadsOfLength(options, packet))
        cases.push(throughputCase("default", lanes, packet, load));
  for (const setting of settingNames)
    for (const lanes of LANES)
      for (const packet of options.quick
        ? [DEFAULTS.packet]
        : lengthsOf(options))
        cases.push(throughputCase(setting, lanes, packet));
  for (const setting of bufferSettingsOf(options))
    for (const packet of bufferLengthsOf(options))
      for (const buffer of buffersOf(options, packet))
        cases.push(bufferCase(setting, packet, buffer));
  for (const setting of barrierSettingsOf(options)) {
    // No unicast, and unicast without barriers on the same switch.
    cases.push(barrierCase(setting, 0, LENGTHS_AT_US));
    for (const packet of barrierLengthsOf(options))
      for (const interval of [0, STEADY_US, LENGTHS_AT_US])
        cases.push(barrierCase(setting, packet, interval));
  }
  for (const packet of FIGURE_9)
    for (const interval of intervalsOf(options))
      cases.push(barrierCase("default", packet, interval));
  for (const collective of COLLECTIVES)
    for (const processors of sizesOf(options))
      cases.push(collectiveCase(collective, processors));
  const seen = new Set<string>();
  return cases.filter((point) => {
    const name = JSON.stringify(point);
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

export const caseLabel = (point: Case, seed: number): string => {
  const { measure, setting, lanes, packet, load, buffer, interval } = point;
  const words = {
    packet: ["one packet"],
    unicast: [
      `${lanes} VC`,
      `${packet} B`,
      `load ${load}`,
      `buffer ${buffer} B`,
    ],
    barrier: [
      packet === 0 ? "no unicast" : `${packet} B`,
      interval === 0 ? "no barriers" : `barriers every ${interval} us`,
    ],
    collective: [point.collective, `${point.processors} processors`],
  }[measure];
  return [...words, SETTINGS[setting].label, `seed ${seed}`].join(", ");
};
