import { existsSync } from "node:fs";
import { join } from "node:path";
import { families, kindNamed, kinds, kindsOf } from "./kinds.ts";

/** Bad usage: told in one line, exit code 2. */
export class UsageError extends Error {}

export interface Citation {
  readonly key: string;
  readonly authors: string;
  readonly title: string;
  readonly venue: string;
  readonly year: number;
  readonly doi?: string;
}

/** What is to be written. */
export interface PackageRequest {
  readonly family: string;
  readonly kind: string;
  /** Kebab-case: folder, plugin name and CLI key. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  readonly cite: Citation | undefined;
}

const reserved = new Set(
  "break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield let static await async of".split(
    " ",
  ),
);

export function checkFamily(family: string): string {
  if (families.includes(family)) return family;
  throw new UsageError(
    `no family '${family}': choose ${families.map(familyWithKinds).join(", ")}`,
  );
}

/** `switch (switch, arbiter, …)`, or `routing` where there is one kind only. */
function familyWithKinds(family: string): string {
  const offered = kindsOf(family);
  return offered.length === 1 ? family : `${family} (${offered.join(", ")})`;
}

export function checkKind(family: string, kind: string): string {
  const named = kindNamed(kind) ?? kind;
  if (kinds[named]?.family === family) return named;
  throw new UsageError(
    `no kind '${kind}' in ${family}: choose ${kindsOf(family).join(", ")}`,
  );
}

/**
 * Family and kind as they were given: a kind says its family, and one that is written as the family, such as `select`, is meant as the kind.
 *
 * @throws UsageError where the two contradict each other
 */
export function placeOf(given: {
  readonly family?: string | undefined;
  readonly kind?: string | undefined;
}): { readonly family?: string; readonly kind?: string } {
  const { family, kind } = given;
  const meant =
    family === undefined || families.includes(family)
      ? undefined
      : kindNamed(family);
  if (meant !== undefined && kind !== undefined && kindNamed(kind) !== meant)
    throw new UsageError(
      `--family ${family ?? ""} is the kind ${meant}, and --kind says ${kind}`,
    );
  const named = meant ?? kind;
  const home =
    named === undefined ? undefined : kinds[kindNamed(named) ?? ""]?.family;
  const placed = meant === undefined ? (family ?? home) : home;
  return {
    ...(placed === undefined ? {} : { family: placed }),
    ...(named === undefined ? {} : { kind: named }),
  };
}

export function checkName(root: string, family: string, name: string): string {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 40)
    throw new UsageError(
      `bad name '${name}': lower-case words joined by '-', such as 'up-down'`,
    );
  if (reserved.has(name))
    throw new UsageError(`bad name '${name}': a word of the language`);
  if (existsSync(join(root, "packages", family, name)))
    throw new UsageError(`packages/${family}/${name} exists already`);
  return name;
}

export function checkSummary(summary: string): string {
  const text = summary.trim();
  if (text === "" || text.includes("\n"))
    throw new UsageError("the summary is one sentence");
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * Reads `Author, Title, Venue, Year, doi`. Parts that contain commas: separate the parts with semicolons instead. The doi may be
 * missing.
 */
export function parseCitation(text: string): Citation {
  const parts = text
    .split(text.includes(";") ? ";" : ",")
    .map((part) => part.trim());
  const doi = /^10\.\d{4,}\//.test(parts.at(-1) ?? "")
    ? parts.pop()
    : undefined;
  const year = parts.pop() ?? "";
  const venue = parts.pop();
  const title = parts.pop();
  const authors = parts.join(", ");
  if (
    !/^\d{4}$/.test(year) ||
    title === undefined ||
    venue === undefined ||
    authors === ""
  )
    throw new UsageError(
      `cannot read the citation '${text}': ${
        /^\d{4}$/.test(year)
          ? "author, title or venue is missing"
          : `where the year should be stands '${year}'`
      }; it reads such as 'A. Author, A title, A venue, 2001' or with a doi, 'A. Author, A title, A venue, 2001, 10.1000/1', and has ';' for ',' where a part has commas`,
    );
  const surname = authors.split(",")[0]?.trim().split(/\s+/).at(-1) ?? "";
  const key = `${surname.toLowerCase().replaceAll(/[^a-z]/g, "")}${year}`;
  return {
    key,
    authors,
    title,
    venue,
    year: Number(year),
    ...(doi === undefined ? {} : { doi }),
  };
}
