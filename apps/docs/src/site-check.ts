import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { htmlFiles } from "./policy.ts";

const decoded = (text: string): string =>
  decodeURIComponent(text.replaceAll("&amp;", "&").replaceAll("&quot;", '"'));

/** The file of a site that a link names, as a static server finds it. */
function fileOf(folder: string, path: string): string | undefined {
  const at = join(folder, path);
  const tries = path.endsWith("/")
    ? [join(at, "index.html")]
    : [at, `${at}.html`, join(at, "index.html")];
  return tries.find((file) => existsSync(file) && statSync(file).isFile());
}

/** The content of a page without its scripts and its printed code. */
const markup = (html: string): string =>
  html.replace(/<script[\s\S]*?<\/script>/gi, "");

/**
 * What is wrong with a built site: parts that a page loads from elsewhere, pages without a policy, links and anchors that lead nowhere.
 *
 * @param folder absolute
 * @param base path under which a server has it
 */
export function siteProblems(folder: string, base = "/"): string[] {
  const problems: string[] = [];
  const pages = new Map(
    htmlFiles(folder).map((name) => [
      name,
      readFileSync(join(folder, name), "utf8"),
    ]),
  );
  const anchors = new Map(
    [...pages].map(([name, html]) => [
      name,
      new Set(
        [...html.matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id = ""]) =>
          decoded(id),
        ),
      ),
    ]),
  );
  for (const [name, html] of pages) {
    if (!html.includes('http-equiv="Content-Security-Policy"'))
      problems.push(`${name}: no content security policy`);
    for (const [tag] of html.matchAll(
      /<(?:script|link|img|iframe|source|video|object|embed)\b[^>]*>/gi,
    ))
      if (/\s(?:src|href|srcset|data)="(?:https?:)?\/\//i.test(tag))
        problems.push(`${name}: loads from elsewhere: ${tag}`);
    for (const [, href = ""] of markup(html).matchAll(
      /<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="([^"]*)"/g,
    )) {
      if (/^(https?:|mailto:|data:|javascript:)/.test(href)) continue;
      const [path = "", hash] = decoded(href).split("#");
      const wanted =
        path === ""
          ? name
          : path.startsWith("/")
            ? path.startsWith(base)
              ? path.slice(base.length - 1)
              : undefined
            : normalize(join(dirname(name), path));
      const file = wanted === undefined ? undefined : fileOf(folder, wanted);
      if (file === undefined) problems.push(`${name}: no file for ${href}`);
      else if (hash !== undefined && hash !== "") {
        const ids = anchors.get(file.slice(folder.length + 1));
        if (ids?.has(hash) === false)
          problems.push(`${name}: no anchor for ${href}`);
      }
    }
  }
  return [...new Set(problems)];
}
