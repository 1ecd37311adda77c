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

/** What the report says beside figures and claims. */
export interface Account {
  /** Paragraphs: what was done, and what came out. */
  readonly summary: readonly string[];
  readonly tables: readonly ReportTable[];
  readonly parameters: readonly ReportParameter[];
  /** Readings of the paper, limits, and what `quick` leaves out. */
  readonly notes: readonly string[];
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
  figures(study: Study): readonly CaptionedFigure[];
  claims(study: Study): readonly Claim[];
  account(study: Study): Account;
  data(study: Study): Data;
  /** What the data holds, in words; absent = `every run: case, seed, times, bound`. */
  readonly dataIs?: string;
}
