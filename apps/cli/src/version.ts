import { readFileSync } from "node:fs";

const manifest = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
) as {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
};

/** Of the command's package. `src` and `dist` are both one folder below the manifest. */
export const version = manifest.version;

/** Names of the packages that it depends on. */
export const dependencies: readonly string[] = Object.keys(
  manifest.dependencies ?? {},
);
