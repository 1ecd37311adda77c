import { describe, expect, it } from "vitest";
import {
  badRanges,
  canonicalManifest,
  firstDifference,
} from "../src/manifest.ts";

describe("the canonical package.json", () => {
  it("names core packages without their family", () => {
    expect(canonicalManifest("core", "units", {})["name"]).toBe(
      "@fabriclab/units",
    );
    expect(canonicalManifest("routing", "xy", {})["name"]).toBe(
      "@fabriclab/routing-xy",
    );
  });

  it("keeps further entry points, and publishes none of the sources", () => {
    const manifest = canonicalManifest("experiment", "executor-local", {
      exports: { "./worker": "./src/worker.ts" },
    });
    expect(manifest["exports"]).toEqual({
      ".": {
        "fabriclab-source": "./src/index.ts",
        types: "./dist/index.d.ts",
        default: "./dist/index.js",
      },
      "./worker": {
        "fabriclab-source": "./src/worker.ts",
        types: "./dist/worker.d.ts",
        default: "./dist/worker.js",
      },
      "./package.json": "./package.json",
    });
    expect(JSON.stringify(manifest["publishConfig"])).not.toContain("src");
  });

  it("sorts dependencies", () => {
    const manifest = canonicalManifest("routing", "xy", {
      dependencies: { zod: "catalog:", "@fabriclab/units": "workspace:^" },
    });
    expect(Object.keys(manifest["dependencies"] as object)).toEqual([
      "@fabriclab/units",
      "zod",
    ]);
  });
});

it("refuses ranges that bypass the workspace or the catalog", () => {
  expect(
    badRanges({
      dependencies: {
        "@fabriclab/units": "workspace:*",
        zod: "^4.0.0",
        yaml: "catalog:",
      },
    }),
  ).toEqual([
    "dependencies: '@fabriclab/units' must be 'workspace:^'",
    "dependencies: 'zod' must be 'catalog:'",
  ]);
});

it("says where two texts part", () => {
  expect(firstDifference("a\nb\n", "a\nc\n")).toBe("line 2: 'b', expected 'c'");
  expect(firstDifference("a", "a\nc")).toBe("line 2: '', expected 'c'");
});
