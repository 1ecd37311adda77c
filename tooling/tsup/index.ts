import { defineConfig, type Options } from "tsup";

type Config = ReturnType<typeof defineConfig>;

/**
 * Build of a library: ESM only, one .js for each entry, with source maps. Declarations are written for all packages at once by the
 * workspace's `build` (tooling/check/src/declarations.ts).
 */
export const library = (overrides: Options = {}): Config =>
  defineConfig({
    entry: ["src/index.ts"],
    format: ["esm"],
    target: "node20",
    dts: false,
    sourcemap: true,
    clean: true,
    treeshake: true,
    // Some of Node.js's modules, such as node:sea, have no other name.
    removeNodeProtocol: false,
    ...overrides,
  });

/** Build of a command. */
export const command = (overrides: Options = {}): Config =>
  library({ entry: ["src/main.ts"], ...overrides });
