import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { settingsOf } from "../src/booksim2/cfg.ts";
import { configurations } from "../src/booksim2/configurations.ts";
import { designOf } from "../src/booksim2/designs.ts";
import { runAsBookSim } from "../src/booksim2/model.ts";
import { outcomeOf } from "../src/booksim2/process.ts";
import { chosenConfigurations } from "../src/suites/peer-booksim2.ts";

const peers = fileURLToPath(
  new URL("../../../../shared/peers/configs", import.meta.url),
);

describe("configurations of BookSim2", () => {
  it("have names of their own, and their letter says which network they are", () => {
    const names = configurations.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, topology, flits } of configurations)
      expect([name[0], topology, flits === 1]).toEqual([
        name[0],
        "abd".includes(name.charAt(0))
          ? "mesh"
          : name.startsWith("c")
            ? "fattree"
            : "fly",
        name.includes("_p1_"),
      ]);
  });

  it.skipIf(!existsSync(peers))(
    "are those of the published measurements, key by key",
    () => {
      const theirs = Object.fromEntries(
        readdirSync(peers).map((file) => [
          file.replace(/\.cfg$/, ""),
          Object.fromEntries(
            readFileSync(`${peers}/${file}`, "utf8")
              .split(";")
              .map((line) => line.split("=").map((word) => word.trim()))
              .filter(({ length }) => length === 2) as [string, string][],
          ),
        ]),
      );
      const ours = Object.fromEntries(
        configurations.map((one) => [one.name, { ...settingsOf(one) }]),
      );
      expect(ours).toEqual(theirs);
    },
  );
});

describe("the configurations that run", () => {
  it("are all 55, six for a look, or those whose name contains a word", () => {
    expect(chosenConfigurations({ quick: false })).toHaveLength(55);
    expect(chosenConfigurations({ quick: true })).toHaveLength(6);
    expect(
      chosenConfigurations({ quick: false, only: ["d_mesh64", "r0.001"] }).map(
        ({ name }) => name,
      ),
    ).toEqual([
      "a_mesh16_p1_v4_b8_r0.001",
      "d_mesh64_p16_v4_b32_wtc0_r0.02",
      "d_mesh64_p1_v4_b8_r0.02",
      "d_mesh64_p1_v4_b8_r0.05",
    ]);
    expect(() =>
      chosenConfigurations({ quick: false, only: ["torus"] }),
    ).toThrow(
      expect.objectContaining({ code: "E_BENCH_OPTION", got: "torus" }),
    );
  });

  it("have a fifth of the cycles where they are to be short, but for the 64x64 mesh", () => {
    const short = chosenConfigurations({ quick: false, short: true });
    expect(
      short.map((one, i) => one.samplePeriod / configurations[i]!.samplePeriod),
    ).toEqual(short.map(({ k }) => (k === 64 ? 1 : 0.2)));
    expect(short.filter(({ k }) => k === 64)).toHaveLength(3);
  });
});

describe("the networks of BookSim2", () => {
  /** Switches on the way of a LID from a host; throws where it does not arrive. */
  const walk = (
    { fabric, tables }: ReturnType<typeof designOf>,
    from: number,
    lid: number,
  ): number[] => {
    const path: number[] = [];
    let node = fabric.portNode[fabric.portPeer[fabric.portStart[from]!]!]!;
    while (node < fabric.switchCount) {
      path.push(node);
      if (path.length > 9) throw new Error("it goes in circles");
      const port = fabric.portStart[node]! + tables.lft[node]![lid]! - 1;
      node = fabric.portNode[fabric.portPeer[port]!]!;
    }
    expect(node - fabric.switchCount).toBe(Math.floor(lid / 16) - 1);
    return path;
  };

  it("a 4-ary 3-tree leads every host by 16 LIDs over 1, 3 or 5 switches to every other, over 16 roots where it climbs to the top", () => {
    const design = designOf({ topology: "fattree", k: 4, n: 3 });
    expect(design.fabric.switchCount).toBe(48);
    expect(design.fabric.hostCount).toBe(64);
    for (const [from, to] of [
      [0, 1],
      [0, 5],
      [0, 63],
      [17, 40],
      [40, 17],
      [33, 46],
    ] as const) {
      const paths = Array.from({ length: 16 }, (_, offset) =>
        walk(design, design.fabric.switchCount + from, (to + 1) * 16 + offset),
      );
      // Hosts of one leaf, of one subtree of 16 hosts, or of two.
      const climbs =
        Math.floor(from / 4) === Math.floor(to / 4)
          ? 0
          : Math.floor(from / 16) === Math.floor(to / 16)
            ? 1
            : 2;
      expect(new Set(paths.map(({ length }) => length))).toEqual(
        new Set([2 * climbs + 1]),
      );
      expect(new Set(paths.map((path) => path[climbs])).size).toBe(4 ** climbs);
    }
  });

  it("the 16-port switch of 1 VL and 16-flit packets saturates at the head-of-line limit 0.602, as BookSim2 holding it does", () => {
    const { accepted } = runAsBookSim({
      topology: "fly",
      k: 16,
      n: 1,
      virtualChannels: 1,
      vcBuffer: 32,
      flits: 16,
      rate: 1,
      warmup: 5000,
      measured: 20_000,
      seed: 1,
    });
    // Karol, Hluchyj and Morgan's limit for 16 ports; BookSim2 loses a cycle between packets: 0.602 x 16/17 = 0.566, measured 0.564.
    expect(accepted).toBeGreaterThan(0.55);
    expect(accepted).toBeLessThan(0.62);
  });
});

describe("what BookSim2 prints", () => {
  const printed = `Accepted flit rate average= 0.1
Packet latency average = 7
Time taken is 10231 cycles
====== Overall Traffic Statistics ======
Packet latency average = 48.7571 (1 samples)
Network latency average = 48.7 (1 samples)
Accepted flit rate average = 5.00604e-02 (1 samples)
Hops average = 11.6111 (1 samples)
Total run time 14.711
0m0.000000s 0m0.010000s
1m10.410000s 0m0.030000s
`;

  it("is read behind the end of the run, CPU time of the child in both modes", () => {
    expect(outcomeOf(printed)).toEqual({
      cycles: 10231,
      latency: 48.7571,
      accepted: 0.0500604,
      routers: 11.6111,
      cpuSeconds: 70.44,
    });
  });

  it("is refused where it is another program's", () => {
    expect(() => outcomeOf("hello\n0m0.0s 0m0.0s\n0m0.0s 0m0.0s\n")).toThrow(
      /did not print|did not say/,
    );
  });
});
