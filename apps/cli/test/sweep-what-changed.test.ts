import { describe, expect, it } from "vitest";
import { manifestIn } from "../src/sweep/manifest.ts";
import { whatChanged } from "../src/sweep/what-changed.ts";
import { fabriclab, workFolder } from "./command.ts";

const work = workFolder();
const text = `topology: { kind: fat-tree, ports: 4, levels: 2 }
addressing: multiple-lid
routing: cyclic
traffic: { kind: trace-file, load: 0.01, frames: 1, files: [film.txt] }
metrics: [latency]
`;
const file = work.write("net.yaml", text);
const film = (bytes: number): string =>
  [0, 1, 2, 3].map((i) => `${i + 1} I ${40 * i} ${bytes}\n`).join("");

const swept = (folder: string, loads: string, ...flags: string[]) =>
  fabriclab(
    ...["sweep", file, "--vary", `load=${loads}`, "--jobs", "1"],
    ...[...flags, "-o", work.at(folder)],
  );

/** The line `got` of a refusal. */
const got = ({ err }: { err: string }): string => {
  expect(err).toContain("E_SWEEP_OTHER");
  return /^ +got +(.*)$/m.exec(err)?.[1] ?? "";
};

describe("what changed since a folder was begun", () => {
  it("is the flag or the file, not values that would only be more", async () => {
    work.write("film.txt", film(9000));
    expect((await swept("sw", "0.01,0.02")).code).toBe(0);
    const more = "0.01,0.02,0.03";
    expect(got(await swept("sw", more, "--set", "frames=2"))).toBe(
      "a change of --set frames=2, not given before",
    );
    work.write("film.txt", film(8000));
    expect(got(await swept("sw", more))).toBe(
      "a change of the contents of film.txt",
    );
    // More seeds would extend it, as more values would.
    expect(got(await swept("sw", "0.01,0.02", "--seeds", "2"))).toBe(
      "a change of the contents of film.txt",
    );
    expect(got(await swept("sw", "0.01,0.02", "--seed", "2"))).toBe(
      "a change of seed, 1 -> 2",
    );
    work.write("film.txt", film(9000));
    work.write("net.yaml", `# a word\n${text}`);
    expect(got(await swept("sw", more, "--set", "frames=2"))).toBe(
      "a change of --set frames=2, not given before",
    );
    expect(got(await swept("sw", "0.01,0.03"))).toBe(
      "a change of the values of load: no longer 0.02",
    );
    expect((await swept("sw", more)).err).toContain("extended by load 0.03");
  }, 180_000);

  it("is the part of a search or of a precision, not all that it holds", async () => {
    work.write("film.txt", film(9000));
    work.write("net.yaml", text);
    const loads = "0.01,0.02";
    const search = ["--saturation", "load", "--resolution", "0.5"];
    const bound = (at: string) => ["--require", `latency <= ${at}`];
    const begun = await swept("parts", loads, ...search, ...bound("1s"));
    expect(begun.code).toBe(0);
    for (const [flags, expected] of [
      [[...search, ...bound("2s")], "require, latency <= 1s -> latency <= 2s"],
      [search, "require, latency <= 1s -> nothing"],
      [["--saturation", "load", ...bound("1s")], "resolution, 0.5 -> 0.01"],
      [["--precision", "0.1"], "precision, nothing -> 0.1"],
      [[], "saturation, load -> nothing"],
    ] as const)
      expect(got(await swept("parts", loads, ...flags))).toBe(
        `a change of ${expected}`,
      );
    const precise = ["--precision", "0.5", "--max-seeds"];
    expect((await swept("precise", "0.01", ...precise, "2")).code).toBe(0);
    expect(got(await swept("precise", "0.01", ...precise, "3"))).toBe(
      "a change of maxSeeds, 2 -> 3",
    );
  }, 180_000);

  it("is named as a flag or a file where a folder kept nothing of them", async () => {
    work.write("film.txt", film(9000));
    await swept("old", "0.01,0.02");
    const before = manifestIn(work.at("old/sweep.json"));
    const { inputs, ...old } = before;
    const now = { ...before, identity: "another" };
    expect(Object.keys(inputs?.files ?? {})).toEqual(["film.txt"]);
    expect(whatChanged(old, now)).toBe(
      "a flag (--set, --fabric) or a file that the scenario names; this folder does not say which",
    );
    const changed = (more: object): string =>
      whatChanged(before, { ...now, inputs: { ...inputs!, ...more } });
    expect(changed({ fabric: "1" })).toBe("--fabric, not given before");
    expect(changed({ files: {} })).toBe(
      "files that are no longer named or there: film.txt",
    );
    expect(changed({ overrides: [["seed", 1]], files: { a: "1" } })).toBe(
      "--set seed=1, not given before; files that are no longer named or there: film.txt; files that were not named or there before: a",
    );
  }, 180_000);
});
