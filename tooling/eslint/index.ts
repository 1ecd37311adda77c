import boundaries from "eslint-plugin-boundaries";
import type { ESLint, Linter } from "eslint";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";
import { declaredImports } from "./declared.ts";
import { folderOf, mayImport } from "./families.ts";

const sources = ["packages/*/*/src/**/*.ts", "apps/{cli,bench}/src/**/*.ts"];
const published = ["packages/*/*/src/**/*.ts"];

/** What no published source may contain. */
const banned: Linter.RulesRecord = {
  "no-restricted-syntax": [
    "error",
    {
      selector: "ExportDefaultDeclaration",
      message: "Name every export.",
    },
    { selector: "TSEnumDeclaration", message: "Use a union of literals." },
    {
      selector:
        "NewExpression[callee.name='Date'], CallExpression[callee.name='Date']",
      message: "A result is a function of experiment and seed: no wall clock.",
    },
  ],
};

/**
 * The borders between packages. Fails closed: a file or a workspace import that belongs to no known folder is an error.
 */
export const borders = (root: string): Linter.Config => ({
  files: sources,
  plugins: { boundaries: boundaries as unknown as ESLint.Plugin },
  settings: {
    "boundaries/root-path": root,
    "boundaries/elements": [
      ...Object.keys(mayImport).map((family) => ({
        type: family,
        pattern: folderOf(family),
        capture: folderOf(family).endsWith("*") ? ["name"] : [],
      })),
      { type: "app", pattern: "apps/*", capture: ["name"] },
    ],
    "import/resolver": {
      // the condition under which workspace packages export their sources: no build needed to lint
      typescript: {
        project: `${root}/tsconfig.base.json`,
        conditionNames: ["fabriclab-source", "types", "import", "default"],
      },
    },
  },
  rules: {
    "boundaries/dependencies": [
      "error",
      {
        default: "disallow",
        checkAllOrigins: true,
        message:
          "{{from.element.types}} must not import {{to.element.types}} (see tooling/eslint/families.ts)",
        policies: [
          // Node's own modules and what the package.json declares from npm
          { allow: { to: { module: { origin: ["external", "core"] } } } },
          // a workspace import that does not resolve to a package folder fails closed
          {
            disallow: {
              to: {
                module: { origin: "external", source: "@fabriclab/**" },
              },
            },
          },
          ...Object.entries(mayImport)
            .filter(([, below]) => below.length > 0)
            .map(([family, below]) => ({
              from: { element: { type: family } },
              allow: { to: { element: { types: { anyOf: [...below] } } } },
            })),
          {
            from: { element: { type: "app" } },
            allow: {
              to: {
                element: { types: { anyOf: Object.keys(mayImport) } },
              },
            },
          },
        ],
      },
    ],
    "boundaries/no-unknown-dependencies": "error",
    "boundaries/no-unknown-files": "error",
  },
});

/** Imports name what the package.json declares. */
export const declared: Linter.Config = {
  files: [...published, "apps/cli/src/**/*.ts"],
  plugins: { fabriclab: { rules: { "declared-imports": declaredImports } } },
  rules: { "fabriclab/declared-imports": "error" },
};

/** What `.oxlintrc.json` has no words for: the borders between packages, and syntax that no published source may contain. */
export const workspace = (root: string) =>
  defineConfig(
    {
      files: sources,
      languageOptions: { parser: tseslint.parser },
      // they speak to the other linter
      linterOptions: { reportUnusedDisableDirectives: "off" },
    },
    declared,
    borders(root),
    { files: published, rules: banned },
  );
