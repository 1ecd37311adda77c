import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  linkKeys,
  measureKeys,
  offeredKeys,
  pluginKeys,
  topKeys,
  type PluginKey,
} from "@fabriclab/formats-scenario";
import { describe, expect, it } from "vitest";
import { fabriclab } from "./command.ts";

const guides = join(import.meta.dirname, "../../docs/guides");
const guide = readFileSync(join(guides, "command-line.md"), "utf8");
/** The rows of the guide's table: its keys, their meaning, their default. */
const rows = (guide.split("### Keys of a scenario")[1] ?? "")
  .split("\n## ")[0]
  ?.split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe("the guide's table of keys", () => {
  it("has every key of a scenario, and no other", () => {
    const named = rows?.flatMap(([keys = ""]) =>
      [...keys.matchAll(/`(\w+)`/g)].map(([, key]) => key),
    );
    expect(named?.toSorted()).toEqual([...topKeys].sort());
  });

  it("gives the defaults that the reader of scenarios has", () => {
    for (const { key, byDefault } of pluginKeys as readonly PluginKey[]) {
      if (byDefault === undefined) continue;
      const row = rows?.find(([keys]) => keys === `\`${key}\``);
      expect(row?.[2], key).toContain(byDefault);
    }
  });

  it("names what stands under offered, link and measure", () => {
    for (const [key, { shape }] of [
      ["offered", offeredKeys],
      ["link", linkKeys],
      ["measure", measureKeys],
    ] as const)
      for (const field of Object.keys(shape))
        expect(rows?.find(([keys]) => keys === `\`${key}\``)?.[1]).toContain(
          `\`${field}\``,
        );
  });
});

describe("the guide to traffic", () => {
  it("names every traffic and every metric", async () => {
    const text = readFileSync(join(guides, "traffic.md"), "utf8");
    for (const family of ["traffic", "metric"]) {
      const { out } = await fabriclab("list", family, "--json");
      for (const { name } of JSON.parse(out) as { name: string }[])
        expect(text).toContain(`\`${name}\``);
    }
  });
});

describe("explain", () => {
  it.each(topKeys)("tells of the key %s", async (key) => {
    const { code, out } = await fabriclab("explain", key);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^${key} \\(key of a scenario\\)\n {2}\\w`));
  });

  it("tells of a key's plugins and of the keys inside it", async () => {
    expect((await fabriclab("explain", "select")).out).toContain("max-credit");
    expect((await fabriclab("explain", "lanes")).out).not.toContain("linear");
    expect((await fabriclab("explain", "changes")).out).toMatch(/^resweep /m);
  });

  it("takes a family by its name and by its title, as list does", async () => {
    for (const name of ["lane-scheduler", "lane scheduler"]) {
      const { out } = await fabriclab("explain", name);
      expect(out).toContain("laneScheduler or crossbarScheduler");
      expect(out).toContain("vl-arbitration");
    }
    expect((await fabriclab("list", "replication policy")).out).toBe(
      (await fabriclab("list", "replication")).out,
    );
  });
});

describe("explain of a parameter", () => {
  it("names everybody who has it, those of one meaning in one line", async () => {
    const { code, out } = await fabriclab("explain", "degree");
    expect(code).toBe(0);
    expect(out).toMatch(/^degree \(parameter\)$/m);
    expect(out).toMatch(/^irregular \(topology\) .*integer/m);
    const flight = JSON.parse(
      (await fabriclab("explain", "flight", "--json")).out,
    ) as { is: string; meanings: { of: string[] }[] }[];
    expect(flight.map(({ is }) => is)).toEqual(["parameter"]);
    const owners = flight.flatMap(({ meanings }) =>
      meanings.flatMap(({ of }) => of),
    );
    expect(owners).toContain("link");
    expect(owners).toContain("fat-tree (topology)");
    expect(new Set(owners).size).toBe(owners.length);
  });

  it("takes the path that the scenario and its messages write", async () => {
    expect((await fabriclab("explain", "traffic[0].load")).out).toBe(
      (await fabriclab("explain", "load")).out,
    );
  });

  it("says that a load may come from offered, which itself needs one", async () => {
    const { out } = await fabriclab("explain", "load");
    expect(out).toMatch(/^offered +number +\(required\) /m);
    const offered = /number +\(required, or `offered`\) /;
    expect(out).toMatch(
      new RegExp(`^poisson \\(traffic\\) +${offered.source}`, "m"),
    );
    const plugin = await fabriclab("list", "traffic", "poisson");
    expect(plugin.out).toMatch(new RegExp(`^ *load +${offered.source}`, "m"));
    expect(plugin.out).toMatch(/^ *sizes\.size .*\(required\) /m);
  });

  it.each(["vary", "design", "maxSeeds", "saturation", "require"])(
    "knows %s of the section sweep",
    async (name) => {
      const { code, out } = await fabriclab("explain", name);
      expect(code).toBe(0);
      expect(out).toMatch(/^sweep +/m);
    },
  );

  it("is told beside a key of the same name", async () => {
    const { out } = await fabriclab("explain", "seed");
    expect(out).toContain("seed (key of a scenario)");
    expect(out).toContain("seed (parameter)");
  });

  it("is offered where a word is nearly one", async () => {
    const { code, err } = await fabriclab("explain", "precison");
    expect(code).toBe(2);
    expect(err).toContain("did you mean precision?");
  });

  it.each(["compare", "sweep", "plot", "view"])(
    "is not looked for where %s is a command",
    async (name) => {
      const { code, err } = await fabriclab("explain", name);
      expect(code).toBe(2);
      expect(err).toContain(`see \`fabriclab ${name} --help\``);
    },
  );
});

it("explain knows what a package says that is not written yet", async () => {
  const { code, out } = await fabriclab("explain", "E_LOWEST_NOT_WRITTEN");
  expect(code).toBe(0);
  expect(out).toContain("src/lowest.ts");
});

describe("explain", () => {
  it("lists tables that exist already among what `tables` takes, as its sentence says", async () => {
    const { out } = await fabriclab("explain", "tables", "--json");
    const [word] = JSON.parse(out) as [{ readonly takes: string[] }];
    expect(word.takes).toContain("dump");
    expect(word.takes).not.toContain("multicast-union");
  });

  it("speaks of a family with the right article", async () => {
    const { out } = await fabriclab("explain", "arbiters");
    expect(out).toContain("An arbiter, which a scenario names under arbiter.");
  });

  it("knows no families that have no plugins: a format is what the frame traces have", async () => {
    const { code, err } = await fabriclab("explain", "analysis");
    expect(code).toBe(2);
    expect(err).toContain("E_CLI_UNKNOWN_TOPIC");
    const { out } = await fabriclab("explain", "format");
    expect(out).toContain("trace-file (traffic)");
  });
});
