import type { Figure } from "@fabriclab/experiment-plot";
import type {
  Claim,
  ReportParameter,
  ReportTable,
} from "@fabriclab/experiment-report";
import type { Citation, Json } from "@fabriclab/spec";

/** How much of a paper to run. */
export interface StudyOptions {
  /** A part that finishes within a minute; the report says what was left out. */
  readonly quick: boolean;
  /** Number of seeds (replications); absent = the study's own. At least 2, or there is no interval. */
  readonly seeds?: number;
  /** Frames per video stream; absent = the study's own. Only for studies that have video ({@link Reproduction.video}). */
  readonly frames?: number;
}

/** One run of a study. */
export interface StudyTask {
  /** One line for people. */
  readonly label: string;
  readonly seed: number;
  /** Everything the result depends on besides the seed and the code; what the result is cached under. */
  readonly experiment: Json;
  /** What the task module's `run` gets. */
  readonly input: Json;
  /** How long it takes beside the study's other runs, roughly, for the estimate of the time left; absent = 1. */
  readonly cost?: number;
}

/** All runs of a study with what came out, in the order of its tasks. */
export interface Study {
  readonly options: StudyOptions;
  readonly tasks: readonly StudyTask[];
  readonly results: readonly Json[];
}

export interface CaptionedFigure extends Figure {
  readonly caption: string;
}

/** A figure or a claim, not made until it is asked for: the runs of which it then reads the results are those that it needs. */
export interface Part<T> {
  readonly id: string;
  make(): T;
}

/** A figure whose name is given where it stands among the others. */
export type FigureDraft = Omit<CaptionedFigure, "id">;

/** A figure of a study, as a part. */
export const figurePart = (
  id: string,
  draw: () => FigureDraft,
): Part<CaptionedFigure> => ({ id, make: () => ({ id, ...draw() }) });

export const made = <T>(parts: readonly Part<T>[]): T[] =>
  parts.map((part) => part.make());

/** What the report says beside figures and claims. */
export interface Account {
  /** Paragraphs: what was done, and what came out. */
  readonly summary: readonly string[];
  readonly tables: readonly ReportTable[];
  readonly parameters: readonly ReportParameter[];
  /** Readings of the paper, limits, and what `quick` leaves out: whatever came out, the same. */
  readonly notes: readonly string[];
  /** What the results say about the verdicts that a reader may wonder at. */
  readonly discussion?: readonly string[];
}

/** Every point, for who wants to draw it otherwise. */
export interface Data {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, string | number>>[];
}

/**
 * The reproduction of a paper: which runs, and what follows from their results. Everything but `module` is a pure function, so that a report's
 * bytes depend on options, seeds and code only.
 */
export interface Reproduction {
  /** Key of the paper, as the user types it: `zhou2007`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  readonly citation: Citation;
  /** Task module: exports `run(input)`, called in worker threads. */
  readonly module: URL;
  /** Workspace packages whose code decides the results; a change of one of them makes cached results void. */
  readonly packages: readonly string[];
  /** Its runs last as long as their video, so that `frames` can shorten them. */
  readonly video?: true;
  seeds(options: StudyOptions): readonly number[];
  tasks(options: StudyOptions): readonly StudyTask[];
  figures(study: Study): readonly Part<CaptionedFigure>[];
  claims(study: Study): readonly Part<Claim>[];
  account(study: Study): Account;
  data(study: Study): Data;
  /** A result as a run may give it: stands in for runs that were not made while it is found out which ones a part needs, and is never shown. */
  readonly sample: Json;
  /** What the data holds, in words; absent = `every run: case, seed, times, bound`. */
  readonly dataIs?: string;
}
