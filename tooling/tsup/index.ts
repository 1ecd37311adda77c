import { defineConfig, type Options } from "tsup";

type Config = ReturnType<typeof defineConfig>;

/** Build of a library: ESM only, one .js and one .d.ts for each entry, with source maps. */
export const library = (overrides: Options = {}): Config =>
  defineConfig({
    entry: ["src/index.ts"],
    format: ["esm"],
    target: "node20",
    dts: true,
    sourcemap: true,
    clean: true,
    treeshake: true,
    ...overrides,
  });

/** Build of a command: no declarations. */
export const command = (overrides: Options = {}): Config =>
  library({ entry: ["src/main.ts"], dts: false, ...overrides });
