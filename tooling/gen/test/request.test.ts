import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { npmName, placeholderProblems, root } from "@fabriclab/tooling-check";
import { describe, expect, it } from "vitest";
import { families, kinds, kindsOf } from "../src/kinds.ts";
import {
  checkFamily,
  checkKind,
  checkName,
  checkSummary,
  parseCitation,
  placeOf,
} from "../src/request.ts";
import { nextSteps } from "../src/next-steps.ts";
import { namesOf, skeleton } from "../src/skeleton.ts";

describe("a citation", () => {
  it("is read from its parts", () => {
    expect(
      parseCitation("J. Zhou, Multicast, J. Supercomputing, 2007, 10.1007/s1"),
    ).toEqual({
      key: "zhou2007",
      authors: "J. Zhou",
      title: "Multicast",
      venue: "J. Supercomputing",
      year: 2007,
      doi: "10.1007/s1",
    });
  });

  it.each([
    "CONTRIBUTING.md",
    "apps/docs/guides/add-an-algorithm.md",
    "tooling/gen/src/main.ts",
  ])("is read as %s writes it", (file) => {
    const text = readFileSync(join(root, file), "utf8");
    const written = [...text.matchAll(/--cite "([^"]+)"/g)].map(
      ([, one = ""]) => one,
    );
    expect(written.length).toBeGreaterThan(0);
    for (const one of written)
      expect(parseCitation(one).doi).toMatch(/^10\.\d{4}/);
  });

  it("may have several authors and no doi", () => {
    expect(parseCitation("A. Bee, C. Dee, Title, Venue, 1999")).toMatchObject({
      key: "bee1999",
      authors: "A. Bee, C. Dee",
    });
  });

  it("has its parts separated by semicolons where they contain commas", () => {
    expect(
      parseCitation("A. Bee; One, two; Proc. X, Paris; 1999"),
    ).toMatchObject({ title: "One, two", venue: "Proc. X, Paris" });
  });

  it.each([
    ["", "where the year should be stands ''"],
    ["A. Bee", "where the year should be stands 'A. Bee'"],
    ["A. Bee, Title, Venue, soon", "where the year should be stands 'soon'"],
    [
      "Author, Title, Venue, Year, doi",
      "where the year should be stands 'doi'",
    ],
    ["Title, Venue, 1999", "author, title or venue is missing"],
  ])("is refused as '%s', saying what is wrong", (text, why) => {
    expect(() => parseCitation(text)).toThrow(
      `cannot read the citation '${text}': ${why}`,
    );
  });
});

describe("a name", () => {
  it.each(["Xy", "a_b", "-a", "a-", "a--b", "1a", "../x", "", "default"])(
    "is refused as '%s'",
    (name) => {
      expect(() => checkName(root, "routing", name)).toThrow("bad name");
    },
  );

  it("is refused when the folder exists", () => {
    expect(() => checkName(root, "routing", "xy")).toThrow("exists already");
    expect(checkName(root, "topology", "xy")).toBe("xy");
  });

  it("becomes the names in the code", () => {
    expect(namesOf("up-down-2")).toEqual({
      kebab: "up-down-2",
      camel: "upDown2",
      pascal: "UpDown2",
      constant: "UP_DOWN_2",
    });
  });
});

it("refuses unknown families and kinds, naming those there are", () => {
  expect(() => checkFamily("magic")).toThrow("choose topology");
  expect(() => checkKind("traffic", "routing")).toThrow("traffic, pattern");
  for (const family of families) expect(kindsOf(family)).not.toEqual([]);
});

describe("the family and the kind", () => {
  it.each([
    [{ family: "select" }, { family: "switch", kind: "select" }],
    [{ kind: "drop" }, { family: "switch", kind: "drop" }],
    [
      { family: "lane-scheduler" },
      { family: "switch", kind: "lane-scheduler" },
    ],
    [{ family: "switch" }, { family: "switch" }],
    [{ family: "metric" }, { family: "metrics", kind: "metric" }],
    [
      { family: "tables", kind: "lanes" },
      { family: "tables", kind: "lanes" },
    ],
    [{ family: "magic" }, { family: "magic" }],
    [{}, {}],
  ])("%j means %j", (given, meant) => {
    expect(placeOf(given)).toEqual(meant);
  });

  it("are refused where they contradict each other", () => {
    expect(() => placeOf({ family: "select", kind: "drop" })).toThrow(
      "--kind says drop",
    );
    expect(() => checkFamily("magic")).toThrow("lane-scheduler");
  });

  it.each(
    "topology addressing routing switch arbiter lane-scheduler replication select drop hca traffic pattern metric".split(
      " ",
    ),
  )("know %s, which a scenario names", (kind) => {
    expect(kinds[kind]).toBeDefined();
  });
});

it("ends a summary with a full stop", () => {
  expect(checkSummary(" Does it ")).toBe("Does it.");
  expect(() => checkSummary("  ")).toThrow("one sentence");
});

it("writes an algorithm that says it is not written", () => {
  const { texts } = skeleton({
    family: "routing",
    kind: "routing",
    name: "my-engine",
    summary: "Routes.",
    cite: undefined,
  });
  expect(texts["src/my-engine.ts"]).toContain('"E_MY_ENGINE_NOT_WRITTEN"');
  expect(texts["src/plugin.ts"]).toContain(
    "export const myEngine = defineRouting(",
  );
  expect(npmName("routing", "my-engine")).toBe("@fabriclab/routing-my-engine");
});

it("leaves sentences in the README that the check asks the author for", () => {
  const { texts } = skeleton({
    family: "routing",
    kind: "routing",
    name: "my-engine",
    summary: "Routes.",
    cite: undefined,
  });
  // When to choose it, when not, how it works, limits.
  expect(placeholderProblems(texts["README.md"] ?? "")).toHaveLength(4);
});

it("says how a plugin is loaded, and of what is none how it is run", () => {
  const steps = (family: string, kind: string) =>
    nextSteps({
      family,
      kind,
      name: "mine",
      summary: "It is.",
      cite: undefined,
    });
  expect(steps("switch", "select")).toContain(
    "pnpm fabriclab --plugin ./packages/switch/mine …",
  );
  for (const [family, kind] of [
    ["analysis", "analysis"],
    ["formats", "format"],
  ] as const) {
    const text = steps(family, kind);
    expect(text).toContain("no plugin, so --plugin does not load it");
    expect(text).not.toContain("fabriclab --plugin");
    expect(text).not.toContain("claims");
    expect(text).toContain(`packages/${family}/mine/examples/mine.ts`);
  }
});

describe("the command", () => {
  const gen = (...args: string[]) =>
    spawnSync(
      process.execPath,
      [
        "--conditions=fabriclab-source",
        join(root, "tooling/gen/src/main.ts"),
        ...args,
      ],
      { encoding: "utf8", cwd: root, input: "" },
    );

  it.each([
    [["--family=routing"], "--name is missing"],
    [["--family=routing", "--name=X"], "bad name 'X'"],
    [["--family=routing", "--name=xy"], "packages/routing/xy exists already"],
    [["--what"], "Unknown option '--what'"],
  ])("refuses %j in words, with exit code 2", (args, message) => {
    const { status, stderr } = gen(...args);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
    expect(status).toBe(2);
  });
});
