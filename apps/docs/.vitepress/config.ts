import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { colourClasses, colourSheet } from "../src/code-colours.ts";
import { colourOnce } from "../src/colour-once.ts";
import { consoleGrammar } from "../src/console-grammar.ts";
import type { Navigation } from "../src/navigation.ts";
import { slug } from "../src/slug.ts";

const made = join(import.meta.dirname, "../dist");
const { base, nav, sidebar } = JSON.parse(
  readFileSync(join(made, "navigation.json"), "utf8"),
) as Navigation & { readonly base: string };

export default defineConfig({
  title: "fabriclab",
  description:
    "A laboratory for InfiniBand fabrics: design, verify, simulate, and hand over to the real subnet manager.",
  lang: "en",
  base,
  srcDir: "dist/pages",
  outDir: "dist/site",
  cacheDir: "dist/cache",
  // one script of its own for what all pages share: pages stay small, and none has a long script inside
  metaChunk: true,
  // a style element made while the page runs would be against the site's policy
  appearance: { disableTransition: false },
  // the link check of test/site.test.ts knows the files beside the pages, and anchors too
  ignoreDeadLinks: [/^\/(files|reference|playground)\//],
  head: [
    ["link", { rel: "stylesheet", href: `${base}code-colours.css` }],
    ["link", { rel: "icon", href: `${base}icon.svg`, type: "image/svg+xml" }],
  ],
  markdown: {
    // colours that reach a contrast of 4.5 on the background of code
    theme: {
      light: "github-light-high-contrast",
      dark: "github-dark-high-contrast",
    },
    anchor: { slugify: slug },
    headers: { slugify: slug },
    codeTransformers: [colourClasses],
    languages: [consoleGrammar],
    config: colourOnce,
  },
  themeConfig: {
    nav,
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
    externalLinkIcon: true,
  },
  buildEnd({ outDir }) {
    writeFileSync(join(outDir, "code-colours.css"), colourSheet());
  },
});
