import type { Claim } from "./claim.ts";

/** What a report is made of. Texts are plain text: markup in them is escaped. */
export interface ReportDocument {
  readonly title: string;
  /** The source, as a reader would look it up. */
  readonly citation: string;
  /** Paragraphs: what was done, and what came out. */
  readonly summary: readonly string[];
  readonly claims: readonly Claim[];
  readonly figures: readonly ReportFigure[];
  readonly tables: readonly ReportTable[];
  readonly parameters: readonly ReportParameter[];
  /** What a reader must know to judge the numbers: readings of the paper, what was left out. */
  readonly notes: readonly string[];
  /** Commands that make this report again. */
  readonly commands: readonly string[];
  readonly seeds: readonly number[];
  /** Package -> version. */
  readonly versions: Readonly<Record<string, string>>;
  /** Files beside the report. */
  readonly files: readonly { readonly name: string; readonly what: string }[];
}

export interface ReportFigure {
  readonly id: string;
  /** A whole `<svg>` document; put into the page as it is, so it must come from a program, not from a user. */
  readonly svg: string;
  /** Drawn at its own size, so that small print in it stays readable; a frame scrolls where it is wider than the page. Default: shrunk to the page. */
  readonly natural?: boolean;
  readonly caption: string;
}

export interface ReportTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

export interface ReportParameter {
  readonly name: string;
  readonly value: string;
  /** Where the value comes from: stated in the paper, inferred, or chosen because the paper does not say. */
  readonly origin: "stated" | "inferred" | "chosen";
  readonly note?: string;
}
