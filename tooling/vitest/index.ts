import {
  defineConfig,
  type ViteUserConfig,
  type ViteUserConfigExport,
} from "vitest/config";

/** Tests import workspace packages from their sources: no build is needed. */
const conditions = ["fabriclab-source"];

/** Tests of the package in the current folder, or of the folders given. */
export const project = (
  folders: readonly string[] = ["."],
  test: ViteUserConfig["test"] = {},
): ViteUserConfigExport =>
  defineConfig({
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      include: folders.map((folder) => `${folder}/test/**/*.test.ts`),
      environment: "node",
      passWithNoTests: true,
      maxWorkers: 2,
      // machines differ in speed: a test fails by what it finds, not by the clock
      testTimeout: 60_000,
      hookTimeout: 60_000,
      ...test,
    },
  });
