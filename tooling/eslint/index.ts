import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import boundaries from "eslint-plugin-boundaries";
import type { ESLint, Linter } from "eslint";
import { defineConfig } from "eslint/config";
import globals from "globals";
import tseslint from "typescript-eslint";
import { declaredImports } from "./declared.ts";
import { folderOf, mayImport } from "./families.ts";

const sources = ["packages/*/*/src/**/*.ts", "apps/{cli,bench}/src/**/*.ts"];
const published = ["packages/*/*/src/**/*.ts"];

/** Rules with types, without those that fight typed arrays in hot code. */
const typed: Linter.RulesRecord = {
  "@typescript-eslint/restrict-template-expressions": [
    "error",
    { allowNumber: true, allowBoolean: true, allow: ["bigint"] },
  ],
  "@typescript-eslint/no-non-null-assertion": "off",
  "@typescript-eslint/no-confusing-void-expression": "off",
  "@typescript-eslint/no-unnecessary-condition": "off",
  "@typescript-eslint/no-unnecessary-type-parameters": "off",
  "@typescript-eslint/prefer-for-of": "off",
  "@typescript-eslint/non-nullable-type-assertion-style": "off",
  "@typescript-eslint/consistent-indexed-object-style": "off",
  "@typescript-eslint/no-base-to-string": "off",
  // the methods of a plugin are functions of a plain object
  "@typescript-eslint/unbound-method": "off",
  "@typescript-eslint/no-unused-vars": [
    "error",
    { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
  ],
};

/** What no published source may contain. */
const banned: Linter.RulesRecord = {
  "no-eval": "error",
  "no-new-func": "error",
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
  "no-restricted-properties": [
    "error",
    {
      object: "Math",
      property: "random",
      message: "Take a stream of @fabriclab/kernel, named and seeded.",
    },
    { object: "Date", property: "now", message: "No wall clock." },
    { object: "performance", property: "now", message: "No wall clock." },
  ],
  "max-lines": [
    "warn",
    { max: 300, skipBlankLines: false, skipComments: false },
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

/**
 * The lint rules of the workspace.
 */
export const workspace = (root: string) =>
  defineConfig(
    {
      ignores: [
        "**/dist/**",
        "apps/bench/.engines/**",
        "**/coverage/**",
        "**/.vitepress/{cache,dist}/**",
        "**/.turbo/**",
        "**/*.d.ts",
      ],
    },
    js.configs.recommended,
    { files: ["**/*.{js,mjs}"], languageOptions: { globals: globals.node } },
    {
      // tests, examples, benches, configurations: rules that need no types
      files: ["**/*.ts"],
      ignores: sources,
      extends: [tseslint.configs.strict, tseslint.configs.stylistic],
      languageOptions: { globals: globals.node },
      rules: {
        "@typescript-eslint/no-empty-function": "off",
        "@typescript-eslint/no-non-null-assertion": "off",
        "@typescript-eslint/no-unused-vars":
          typed["@typescript-eslint/no-unused-vars"],
      },
    },
    {
      files: sources,
      extends: [
        tseslint.configs.strictTypeChecked,
        tseslint.configs.stylisticTypeChecked,
      ],
      languageOptions: {
        parserOptions: {
          project: ["tooling/tsconfig/all.json"],
          tsconfigRootDir: root,
        },
      },
      rules: typed,
    },
    declared,
    borders(root),
    { files: published, rules: banned },
    prettier,
  );
