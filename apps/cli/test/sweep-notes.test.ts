import { describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
folder.write("opensm.conf", "log_flags 3\nqos TRUE\nqos_max_vls 4\n");
folder.write(
  "topology.conf",
  "SwitchName=s1 Nodes=n[1-3] LinkSpeed=900\nSwitchName=s2 Nodes=n[4-6]\nSwitchName=s3 Switches=s[1-2]\n",
);
const scenario = folder.write(
  "notes.yaml",
  `topology: { kind: mesh, columns: 2, rows: 1 }
routing: updown
switch: { kind: relay, virtualLanes: 4 }
traffic: [{ kind: poisson, load: 0.1, size: 256B, pattern: uniform, sl: 0 }]
metrics: [latency]
measure: { maxTime: 10us }
`,
);

/** The notes of a sweep that is explained, a line each. */
async function said(...flags: readonly string[]): Promise<string[]> {
  const { code, err } = await fabriclab(
    "sweep",
    scenario,
    "--explain",
    ...flags,
  );
  expect(code, err).toBe(0);
  return err.split("\n").filter((line) => line !== "");
}

describe("what the points of a sweep have to say", () => {
  it("is said once where it differs in numbers alone, with how often", async () => {
    expect(
      await said("--vary", "virtualLanes=1,2,4,8", "--vary", "load=0.1,0.2"),
    ).toEqual([
      // Of one lane nothing is to be said; of the eight points, six have several.
      expect.stringMatching(
        /^note: at virtualLanes=2, load=0\.1: all packets are on VL 0 of the 2 of relay.*\(with other numbers at 5 more of 8 points, too\)$/,
      ),
    ]);
  });

  it("is counted where it is the same at some points, and bare where it is at all of them", async () => {
    expect(
      await said("--vary", "virtualLanes=1,2", "--vary", "load=0.1,0.2,0.3"),
    ).toEqual([
      expect.stringMatching(
        /^note: at virtualLanes=2, load=0\.1, and at 2 more of 6 points: all packets are on VL 0 of the 2/,
      ),
    ]);
    expect(await said("--vary", "load=0.1,0.2")).toEqual([
      expect.stringMatching(/^note: all packets are on VL 0 of the 4/),
    ]);
  });

  it("is of the points that were looked at, where there are more", async () => {
    const notes = await said(
      ...["--vary", "load=0.1..0.9:0.1", "--vary", "virtualLanes=2,4"],
    );
    // Eight are: those in which a value occurs first.
    expect(notes).toEqual([
      expect.stringMatching(
        /^note: at .*: all packets .* at 7 more of the 8 points that were looked at, too\)$/,
      ),
    ]);
  });

  it("keeps entries of the traffic apart", async () => {
    const two =
      "traffic=[{ kind: poisson, load: 0.1, size: 256B, pattern: uniform, slChoice: random }, { kind: poisson, load: 0.1, size: 256B, pattern: uniform, slChoice: random }]";
    const notes = await said("--set", two, "--vary", "virtualLanes=1,2");
    for (const entry of ["traffic[0].slChoice", "traffic[1].slChoice"])
      expect(notes.filter((line) => line.includes(entry))).toHaveLength(1);
  });

  it("is said once of a file that every point reads: of a fabric, and of lane tables", async () => {
    const notes = await said(
      ...["--set", "topology={ kind: file, path: topology.conf }"],
      ...["--set", "lanes={ kind: opensm-qos, path: opensm.conf, vls: 4 }"],
      ...["--vary", "load=0.1,0.2,0.3"],
    );
    for (const text of [
      "LinkSpeed, which has no unit",
      "opensm.conf:1: options",
    ])
      expect(notes.filter((line) => line.includes(text))).toHaveLength(1);
  });
});
