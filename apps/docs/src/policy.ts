import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Everything from the site itself; images may be drawn in style sheets. */
const rules = (scripts: readonly string[], styles: string): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(" "),
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

const hashOf = (script: string): string =>
  `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/** Style attributes of VitePress's own pages that do nothing before its script has run, or that site.css has as a rule. */
const needless = / style="(position:relative;|--vp-vh:0px;)?"/g;

/**
 * The page with a content security policy in its head. Scripts that stand in the page are allowed by their hash, nothing else of the page and nothing
 * from elsewhere.
 *
 * @throws Error where the page has no head, or a style attribute, which the policy would forbid
 */
export function withPolicy(
  text: string,
  name: string,
  options: { readonly inlineStyles?: boolean } = {},
): string {
  const html = text.replace(needless, "");
  const style = /<[^>]* style="[^"]*"/.exec(html)?.[0];
  if (style !== undefined)
    throw new Error(`${name} has a style attribute: ${style}`);
  const inline = [
    ...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/gi),
  ].map(([, script = ""]) => script);
  const styles =
    options.inlineStyles === true ? "'self' 'unsafe-inline'" : "'self'";
  const hashes = [...new Set(inline.map(hashOf))];
  const meta = `<meta http-equiv="Content-Security-Policy" content="${rules(hashes, styles)}">`;
  const policed = html.replace(/<head>/i, (head) => `${head}\n    ${meta}`);
  if (policed === html) throw new Error(`${name} has no <head>`);
  return policed;
}

/** Every HTML file under a folder, as paths below it. */
export const htmlFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".html"))
    .sort();

/**
 * Gives every page under a folder its policy.
 *
 * @param options.inlineStyles for the reference: TypeDoc's own script makes style elements while the page runs
 * @returns how many pages there are
 */
export function policeAll(
  folder: string,
  options: { readonly inlineStyles?: boolean } = {},
): number {
  const names = htmlFiles(folder);
  for (const name of names) {
    const file = join(folder, name);
    writeFileSync(file, withPolicy(readFileSync(file, "utf8"), name, options));
  }
  return names.length;
}
