import {
  closeSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { checkWritableFile, writeText } from "../src/output-file.ts";
import { fileChunks } from "../src/file-chunks.ts";
import { readText } from "../src/read-text.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();

describe("an output", () => {
  it("goes through a link, which stays one", () => {
    const file = folder.write("kept.json", "old");
    const link = folder.at("link.json");
    symlinkSync("kept.json", link);
    checkWritableFile(link);
    writeText(link, "new");
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder.path).sort()).toEqual(["kept.json", "link.json"]);
  });

  it("goes into a pipe, which stays one", () => {
    const pipe = folder.at("pipe");
    execFileSync("mkfifo", [pipe]);
    // Opened for both, so that neither end waits for the other.
    const end = openSync(pipe, "r+");
    try {
      checkWritableFile(pipe);
      writeText(pipe, "through");
      const bytes = Buffer.alloc(20);
      expect(bytes.toString("utf8", 0, readSync(end, bytes))).toBe("through");
      expect(lstatSync(pipe).isFIFO()).toBe(true);
    } finally {
      closeSync(end);
    }
  });
});

describe("a command with a file to write", () => {
  const fabric = async (): Promise<string> => {
    const net = folder.at("net.topo");
    const size = ["--ports", "4", "--levels", "2", "-o", net];
    expect((await fabriclab("topology", "fat-tree", ...size)).code).toBe(0);
    return net;
  };

  const scenario = `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: minhop
traffic: { kind: poisson, load: 0.3 }
measure: { maxPackets: 10 }
`;
  it("leaves a file that it reads as it is", async () => {
    const net = await fabric();
    const file = folder.write("run.yaml", scenario);
    const link = folder.at("also-run.yaml");
    symlinkSync("run.yaml", link);
    const named = folder.at("names-itself.yaml");
    writeFileSync(named, `${scenario}output: ${named}\n`);
    for (const command of [
      ["run", file, "-o", file],
      ["run", file, "-o", link],
      ["run", named],
      ["run", file, "--fabric", net, "-o", net],
      ["fail", "--fabric", net, "--routing=minhop", "--each=link", "-o", net],
    ]) {
      const written = command.at(-1) ?? "";
      const before = readFileSync(written, "utf8");
      const { code, out, err } = await fabriclab(...command);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toContain(`The result cannot be written to ${written}.`);
      expect(err).toContain(
        "got       a file that the command reads, which would be lost",
      );
      expect(readFileSync(written, "utf8")).toBe(before);
    }
  });

  it.skipIf(process.platform !== "linux").each([
    ["audit", ["--svg=/dev/full"]],
    ["fail", ["--random-switches", "1", "-o", "/dev/full"]],
  ])("prints no result where the file cannot be written: %s", async (...of) => {
    const [command, flags] = of;
    const from = ["--fabric", await fabric(), "--routing", "cyclic"];
    const { code, out, err } = await fabriclab(command, ...from, ...flags);
    expect(code).toBe(2);
    expect(err).toContain("no space left on the device");
    expect(out).toBe("");
  });

  it.each([
    ["topology", ["fat-tree", "-o", ""]],
    ["plot", ["nowhere", "-o", ""]],
    ["sweep", ["run.yaml", "--vary=load=0.1,0.2", "-o", ""]],
  ])("says that a file without a name has none: %s", async (command, flags) => {
    const file = folder.write("run.yaml", scenario);
    const given = flags.map((flag) => (flag === "run.yaml" ? file : flag));
    const { code, out, err } = await fabriclab(command, ...given);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain('The result cannot be written to "".');
    expect(err).toContain("got       no name");
  });
});

describe("a text", () => {
  it.skipIf(process.platform !== "linux")(
    "of a device is refused after its first megabyte",
    () => {
      expect(() => readText("/dev/zero", "--fabric")).toThrow(
        expect.objectContaining({
          code: "E_CLI_UNREADABLE_FILE",
          message: "The file /dev/zero cannot be read.",
          where: { file: "/dev/zero", path: "--fabric" },
          got: "it is a device, which gave more than a megabyte",
        }) as Error,
      );
      expect(readText("/dev/null")).toBe("");
      let chunks = 0;
      expect(() => {
        for (const chunk of fileChunks("/dev/zero")) chunks += chunk.length;
      }).toThrow(/device/);
      // Why not just that much: a signal that comes while the device is read makes that piece shorter.
      expect(chunks).toBeGreaterThan(0);
      expect(chunks).toBeLessThanOrEqual(2 ** 20);
    },
  );

  it("of just as much as may be is read, and of one byte more is not", () => {
    const file = folder.write("text", "x".repeat(2 ** 20));
    expect(readText(file, undefined, 2 ** 20)).toHaveLength(2 ** 20);
    expect(() => readText(file, undefined, 2 ** 20 - 1)).toThrow(
      expect.objectContaining({ code: "E_CLI_FILE_TOO_LARGE" }) as Error,
    );
  });
});
