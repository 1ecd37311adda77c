import { sequential } from "@fabriclab/addressing-sequential";
import { FabricBuilder } from "@fabriclab/fabric";
import { writeIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { FabricError, parseOptions } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { chooseEndpoints, readRoots } from "../src/naming/endpoints.ts";
import type { AuditReport } from "../src/audit/report.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();

// Two switches; hosts a, b (two ports), an Aggregation Node, and a host that nobody cabled.
const builder = new FabricBuilder("drawn");
const s = builder.addSwitch("MF0;leaf#1:MQM9701/U1", 4, 0x2001n);
const t = builder.addSwitch("spine", 4, 0x2002n);
builder.connect(s, 1, t, 1);
const a = builder.addHost("a mlx5_0", 1, 0x100n);
const b = builder.addHost("b #2", 2, 0x110n);
const an = builder.addHost("Mellanox Technologies Aggregation Node", 1, 0x120n);
builder.addHost("loose", 1, 0x130n);
builder.connect(s, 2, a, 1);
builder.connect(s, 3, b, 1);
builder.connect(t, 3, b, 2);
builder.connect(t, 2, an, 1);
const fabric = builder.build();
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
// endports: 0 s, 1 t, 2 a, 3 and 4 b, 5 the Aggregation Node, 6 loose

const choose = (choice: string) => chooseEndpoints(fabric, lids, choice);
const listed = (text: string) =>
  choose(folder.write("list", text)).endports.map(Number);

function refusal(act: () => unknown): FabricError {
  try {
    act();
  } catch (error) {
    if (FabricError.is(error)) return error;
  }
  throw new Error("nothing was refused");
}

describe("the endpoints of an audit", () => {
  it("are the hosts, without Aggregation Nodes and what is not cabled, and it says so", () => {
    const { endports, leftOut } = choose("compute");
    expect(endports).toEqual([2, 3, 4]);
    expect(leftOut).toEqual([
      {
        reason: "aggregation node",
        count: 1,
        examples: ["Mellanox Technologies Aggregation Node"],
      },
      { reason: "not cabled", count: 1, examples: ["loose"] },
    ]);
  });

  it("are without hosts that are cabled to each other, whatever is chosen, where others are cabled to switches", async () => {
    const beside = (isBeside: boolean): string => {
      const made = new FabricBuilder("beside");
      const hubs = [0, 1].map((i) => made.addSwitch(`s${i}`, 8));
      made.connect(hubs[0]!, 8, hubs[1]!, 8);
      for (const port of [1, 2, 3])
        for (const [i, hub] of hubs.entries())
          made.connect(made.addHost(`h${i}${port}`), 1, hub, port);
      if (isBeside) made.connect(made.addHost("x"), 1, made.addHost("y"), 1);
      return folder.write(
        isBeside ? "beside.topo" : "alone.topo",
        writeIbnetdiscover(made.build()),
      );
    };
    const audited = async (file: string, ...more: string[]) => {
      const argv = ["audit", "--fabric", file, "--routing", "minhop", ...more];
      const { out, code } = await fabriclab(...argv, "--json");
      return { report: JSON.parse(out) as AuditReport, code };
    };
    const alone = await audited(beside(false));
    for (const choice of ["compute", "all"]) {
      const { report, code } = await audited(
        beside(true),
        "--endpoints",
        choice,
      );
      expect(code).toBe(0);
      expect(report.endpoints.leftOut).toEqual([
        { reason: "cabled to another host", count: 2, examples: ["x", "y"] },
      ]);
      expect(report.pairs).toBe(30);
      expect(report.hops).toEqual(alone.report.hops);
      expect(report.bisection).toEqual(alone.report.bisection);
      expect(report.worstShift).toEqual(alone.report.worstShift);
    }
    const argv = ["--fabric", beside(true), "--routing", "minhop"];
    const { out } = await fabriclab("audit", ...argv);
    expect(out).toContain("left out   2 cabled to another host: x, y\n");
    const { err } = await fabriclab("fail", ...argv, "--each", "switch");
    expect(err).toContain("2 host ports are cabled to each other");
  });

  it("are those that are cabled to each other where there are no others", () => {
    const pair = new FabricBuilder("pair");
    pair.connect(pair.addHost("x"), 1, pair.addHost("y"), 1);
    const two = pair.build();
    expect(
      chooseEndpoints(
        two,
        sequential.assign(two, parseOptions(sequential, {})),
        "compute",
      ).endports,
    ).toEqual([0, 1]);
  });

  it("are every channel adapter with all", () => {
    expect(choose("all").endports).toEqual([2, 3, 4, 5]);
  });

  it("are those without a LID left out", () => {
    const none = { ...lids, baseLid: lids.baseLid.slice() };
    none.baseLid[2 as EndportIx] = 0;
    expect(chooseEndpoints(fabric, none, "all").leftOut).toContainEqual({
      reason: "without a LID",
      count: 1,
      examples: ["a mlx5_0"],
    });
  });

  it("come from a file of GUIDs of nodes or ports, or names, with comments", () => {
    // builder: the GUID of a port is the node's plus its number
    expect(listed("# hosts\r\n0x0000000000000100 # a\r\n\r\nb #2\r\n")).toEqual(
      [2, 3, 4],
    );
    expect(
      listed("0x112\n101\nMellanox Technologies Aggregation Node"),
    ).toEqual([2, 4, 5]);
  });

  it("may be named by the port GUIDs that ibsim invents", () => {
    const own = new FabricBuilder("mlx5");
    const sw = own.addSwitch("sw", 4, 0x2001n);
    const ports = [0x100n, 0x200n].map((guid) =>
      own.addHost(`host ${guid}`, 1, guid, new Map([[1, guid]])),
    );
    for (const [i, host] of ports.entries()) own.connect(sw, i + 1, host, 1);
    const built = own.build();
    expect(
      chooseEndpoints(
        built,
        sequential.assign(built, parseOptions(sequential, {})),
        folder.write("ibsim", "0x101\n0x201\n"),
      ).endports,
    ).toEqual([1, 2]);
  });

  it("are refused with the line where a file names what the fabric has not", () => {
    const file = folder.write("typo", "a mlx5_0\nb #3\n");
    expect(refusal(() => choose(file))).toMatchObject({
      code: "E_CLI_UNKNOWN_ENDPOINT",
      where: { file, line: 2, path: "--endpoints" },
      hint: "did you mean b #2?",
    });
    expect(
      refusal(() => choose(folder.write("guid", "0xdeadbeef\n"))).got,
    ).toBe("0xdeadbeef");
    expect(refusal(() => choose(folder.write("empty", "# none\n"))).code).toBe(
      "E_CLI_UNKNOWN_ENDPOINT",
    );
    expect(refusal(() => choose(folder.at("nowhere"))).code).toBe(
      "E_CLI_UNREADABLE_FILE",
    );
  });

  it("are refused where fewer than two are left", () => {
    expect(
      refusal(() => choose(folder.write("one", "a mlx5_0\nloose\n"))),
    ).toMatchObject({
      code: "E_CLI_TOO_FEW_ENDPOINTS",
      got: expect.stringMatching(/^1; left out/) as string,
    });
  });

  it.each([
    [0, undefined],
    [1, "--endpoints all takes every channel adapter"],
  ])(
    "beside %i that are no hosts, one host is refused with the hint %s",
    (others, hint) => {
      const lonely = new FabricBuilder("one host");
      const sw = lonely.addSwitch("s", 2);
      lonely.connect(lonely.addHost("h"), 1, sw, 1);
      if (others > 0)
        lonely.connect(
          lonely.addHost("Mellanox Technologies Aggregation Node"),
          ...([1, sw, 2] as const),
        );
      const one = lonely.build();
      const refused = refusal(() =>
        chooseEndpoints(
          one,
          sequential.assign(one, parseOptions(sequential, {})),
          "compute",
        ),
      );
      expect(refused).toMatchObject({ code: "E_CLI_TOO_FEW_ENDPOINTS" });
      expect(refused.hint).toBe(hint);
    },
  );
});

describe("roots", () => {
  it("are switches by GUID or by name, whatever is in the name", () => {
    expect(
      readRoots(
        fabric,
        folder.write("roots", "0x2002\nMF0;leaf#1:MQM9701/U1\n"),
      ),
    ).toEqual([1, 0]);
  });

  it("are refused where they are no switches", () => {
    expect(
      refusal(() => readRoots(fabric, folder.write("hosts", "0x100\n"))),
    ).toMatchObject({
      code: "E_CLI_UNKNOWN_ENDPOINT",
      where: { path: "--roots", line: 1 },
    });
  });
});
