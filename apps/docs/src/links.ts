import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { root } from "./repository.ts";
import { insteadOf, type Source } from "./sources.ts";

/** A Markdown text whose links suit the site. */
export interface Linked {
  readonly text: string;
  /** Files of the repository to which it links; they must lie under `/files/`. */
  readonly files: readonly string[];
}

/** Applies `change` outside fenced blocks. */
export function outsideFences(
  text: string,
  change: (part: string) => string,
): string {
  let fence = "";
  let part = "";
  let done = "";
  for (const line of text.split(/(?<=\n)/)) {
    const mark = /^ *(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (fence === "" && mark !== "") {
      done += change(part) + line;
      part = "";
      fence = mark;
    } else if (fence === "") part += line;
    else {
      done += line;
      if (mark.startsWith(fence)) fence = "";
    }
  }
  return done + change(part);
}

/** Applies `change` outside `code`. */
const outsideCode = (text: string, change: (part: string) => string): string =>
  text.replace(
    /(`+)[\s\S]*?[^`]\1(?!`)|[^`]+/g,
    (part: string, ticks: string | undefined) =>
      ticks === undefined ? change(part) : part,
  );

/**
 * Turns links between files of the repository into links between pages of the site: a Markdown file's page, another file under `/files/`, and
 * no link where the target is neither.
 *
 * @param file where the text stands, from the repository's root
 * @param base path under which a server has the site: VitePress puts it before links to pages, not before those to files
 */
export function linked(
  text: string,
  file: string,
  pages: readonly Source[],
  base = "/",
): Linked {
  const pageOf = new Map(
    pages.map((one) => [one.file, `/${one.page.replace(/\.md$/, "")}`]),
  );
  const files: string[] = [];
  const target = (href: string): string | undefined => {
    if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
    const [path = "", hash] = href.split("#");
    const wanted = normalize(join(dirname(file), path));
    const page = insteadOf[wanted] ?? pageOf.get(wanted);
    if (page !== undefined)
      return hash === undefined ? page : `${page}#${hash}`;
    const whole = join(root, wanted);
    if (existsSync(whole) && statSync(whole).isFile()) {
      files.push(wanted);
      return `${base}files/${wanted}`;
    }
    return undefined;
  };
  // code first, where links are only shown; the words of a link may hold code
  const link =
    /(`+)[\s\S]*?[^`]\1(?!`)|\[((?:[^[\]`]|`[^`]*`)*)\]\(([^()\s]+)\)/g;
  const result = outsideFences(text, (part) =>
    part.replace(
      link,
      (whole: string, ticks?: string, words = "", href = "") => {
        if (ticks !== undefined) return whole;
        const to = target(href);
        if (to === undefined) return words;
        const self = to.startsWith(`${base}files/`) ? '{target="_self"}' : "";
        return to === href ? whole : `[${words}](${to})${self}`;
      },
    ),
  );
  return { text: result, files };
}

/** Keeps Vue from taking braces and angle brackets of prose for its own. */
export const withoutVue = (text: string): string =>
  outsideFences(text, (part) =>
    outsideCode(part.replace(/<!--[\s\S]*?-->\n*/g, ""), (prose) =>
      prose
        .replaceAll("{{", "&#123;&#123;")
        .replace(/<(?=\s|[^a-z/!])/gi, "&lt;"),
    ),
  );
