import { FabricError, type ForwardingTables } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import {
  DumpNotes,
  QOS_FILE,
  readQosOptions,
  readTables,
  writeTables,
  type DumpNote,
  type QosOptions,
} from "../src/index.ts";
import { small } from "./small-fabric.ts";

function read(...lines: readonly string[]): QosOptions & {
  readonly said: readonly string[];
} {
  const notes = new DumpNotes();
  const options = readQosOptions(`${lines.join("\n")}\n`, QOS_FILE, notes);
  const text = ({ line, message, count }: DumpNote): string =>
    `${line}: ${message} x${count}`;
  return { ...options, said: notes.all().map((one) => text(one)) };
}

function refusal(text: string): FabricError {
  try {
    readQosOptions(text);
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const whole = [
  "qos TRUE",
  "qos_high_limit 8",
  "qos_vlarb_high 0:64",
  "qos_vlarb_low 1:4",
];
const asWritten = {
  high: [{ vl: 0, weight: 64 }],
  low: [{ vl: 1, weight: 4 }],
  highLimit: 8,
};
/** OSM_DEFAULT_QOS_VLARB_LOW: `0:0,1:4,…,14:4`. */
const openSmLow = Array.from({ length: 14 }, (_, k) => ({
  vl: k + 1,
  weight: 4,
}));

describe("QoS options of OpenSM, read", () => {
  it("are high- and low-priority table and limit", () => {
    expect(read(...whole)).toMatchObject({ vlArb: asWritten, said: [] });
  });

  it("may have blanks, tabs, comments, quotes and numbers as C writes them", () => {
    const { vlArb, said } = read(
      "# options",
      "",
      "\tqos\tTRUE  # on",
      'qos_vlarb_high  "0:0x40"#1:2',
      "qos_vlarb_low   1:4, 2:010,\t3:  7,\r",
      "  qos_high_limit '0xff' ",
    );
    expect(vlArb).toEqual({
      high: [{ vl: 0, weight: 64 }],
      low: [
        { vl: 1, weight: 4 },
        { vl: 2, weight: 8 },
        { vl: 3, weight: 7 },
      ],
      highLimit: 255,
    });
    expect(said).toEqual([]);
  });

  it("may be a whole options file, whose other lines are passed over with one note", () => {
    const { vlArb, said } = read(
      "guid 0x0",
      "routing_engine file",
      "qos_policy_file /etc/opensm/qos-policy.conf",
      "qos_max_vls 15",
      ...whole,
    );
    expect(vlArb).toEqual(asWritten);
    expect(said).toEqual([
      "1: options that say nothing of VLs were passed over x2",
    ]);
  });

  it("mean OpenSM's default where a part is not there, and say so", () => {
    expect(read("qos TRUE", "qos_vlarb_high 1:9")).toMatchObject({
      vlArb: { high: [{ vl: 1, weight: 9 }], low: openSmLow, highLimit: 0 },
      said: [
        "0: qos_vlarb_low is not there: the low-priority table is OpenSM's default x1",
        "0: qos_high_limit is not there: the limit of high priority is OpenSM's default x1",
      ],
    });
    const { vlArb } = read("qos TRUE", "qos_high_limit 3");
    expect(vlArb?.high).toEqual([{ vl: 0, weight: 4 }]);
  });

  // As `opensm -c FILE` writes options that nobody has set.
  it("are none where they are (null) and -1", () => {
    const unset = ["ca", "sw0", "swe", "rtr"].flatMap((type) => [
      `qos_${type}_max_vls 0`,
      `qos_${type}_high_limit -1`,
      `qos_${type}_vlarb_high (null)`,
      `qos_${type}_vlarb_low (null)`,
      `qos_${type}_sl2vl (null)`,
    ]);
    const none = read("qos TRUE", ...unset);
    expect(none).not.toHaveProperty("vlArb");
    expect(none).toMatchObject({ said: [], sl2vl: { isDefault: true } });
    expect(read(...whole, ...unset).vlArb).toEqual(asWritten);
  });

  it("may be empty tables, which are not OpenSM's default", () => {
    expect(read("qos TRUE", "qos_vlarb_low ").vlArb?.low).toEqual([]);
    expect(read("qos TRUE", "qos_vlarb_low").vlArb?.low).toEqual([]);
  });

  it("count as OpenSM counts them where one is given twice: the last one, with a note", () => {
    const { vlArb, said } = read(...whole, "qos_high_limit 9");
    expect(vlArb?.highLimit).toBe(9);
    expect(said).toEqual([
      "5: qos_high_limit stands there twice: the last one counts, as in OpenSM x1",
    ]);
  });

  it("of switches' external ports stand in the place of those of all ports", () => {
    const { vlArb, said } = read(
      "qos_swe_vlarb_low 2:2",
      ...whole,
      "qos_ca_vlarb_low 2:2,3:0",
      "qos_sw0_vlarb_low 2:2",
      "qos_rtr_vlarb_low 2:2",
    );
    expect(vlArb).toEqual({ ...asWritten, low: [{ vl: 2, weight: 2 }] });
    expect(said).toEqual([]);
  });

  it("of other ports are noted where they differ, as tables have one arbitration for all", () => {
    const { vlArb, said } = read(
      ...whole,
      "qos_ca_vlarb_high 1:1",
      "qos_ca_high_limit 0",
      "qos_sw0_vlarb_low 2:2",
    );
    expect(vlArb).toEqual(asWritten);
    expect(said).toEqual([
      "5: the high-priority table and the limit of high priority of hosts (qos_ca_*) are not that of switches' external ports (qos_swe_*), and passed over: tables have one VL arbitration for all ports, the switches' x1",
      "7: the low-priority table of switches' ports 0 (qos_sw0_*) is not that of switches' external ports (qos_swe_*), and passed over: tables have one VL arbitration for all ports, the switches' x1",
    ]);
    const others = read("qos TRUE", "qos_swe_high_limit 7").said.join("\n");
    for (const type of ["ca", "sw0", "rtr"])
      expect(others).toContain(`qos_${type}_*`);
    const hosts = read("qos TRUE", "qos_ca_high_limit 7");
    expect(hosts.vlArb).toBeUndefined();
    expect(hosts.said).toHaveLength(1);
  });

  it("set nothing without `qos TRUE`, in capitals, and say so", () => {
    for (const [first, why] of [
      ["# qos TRUE", "there is no line `qos TRUE`"],
      ["qos FALSE", "qos is FALSE, and not TRUE"],
      ["qos true", "qos is true, and not TRUE"],
      ["qos", "qos is nothing, and not TRUE"],
    ] as const) {
      const { vlArb, said } = read(first, ...whole.slice(1));
      expect(vlArb).toBeUndefined();
      expect(said.join()).toContain(why);
    }
    expect(read("qos FALSE").said).toEqual([]);
  });

  it("in capitals or with a slip are none, as in OpenSM, and noted", () => {
    const { vlArb, said } = read(
      ...whole,
      "QOS_HIGH_LIMIT 9",
      "qos_vlarb_hihg 1:1",
    );
    expect(vlArb).toEqual(asWritten);
    expect(said).toEqual([
      expect.stringMatching(/^5: QOS_HIGH_LIMIT is no option of OpenSM/),
      expect.stringMatching(/^6: qos_vlarb_hihg is no option of OpenSM/),
    ]);
  });

  it.each([
    ["E_OPENSM_SYNTAX", 2, 16, "qos TRUE\nqos_vlarb_high 0=4\n", "0=4"],
    ["E_OPENSM_SYNTAX", 1, 20, "qos_vlarb_high 0:4,,1:4\n", "nothing between"],
    ["E_OPENSM_SYNTAX", 1, 20, "qos_vlarb_high 0:4,5\n", "5"],
    ["E_OPENSM_SYNTAX", 1, 16, "qos_vlarb_high 0 :4\n", "0 :4"],
    ["E_OPENSM_SYNTAX", 1, 16, "qos_vlarb_high 0:4 ,1:4\n", "0:4"],
    ["E_OPENSM_SYNTAX", 1, 16, "qos_vlarb_high 0:08\n", "0:08"],
    ["E_OPENSM_SYNTAX", 1, 16, "qos_vlarb_high 0:-1\n", "0:-1"],
    ["E_OPENSM_SYNTAX", 1, 16, "qos_vlarb_high ,\n", "nothing between"],
    ["E_OPENSM_SYNTAX", 1, 16, "qos_vlarb_high 0:9999999999999\n", "0:99"],
    ["E_OPENSM_SYNTAX", 1, 16, "qos_high_limit much\n", "much"],
    ["E_OPENSM_SYNTAX", 1, 15, "qos_high_limit\n", "no value"],
    ["E_OPENSM_SYNTAX", 1, 16, "qos_high_limit 8 9\n", "8 9"],
    ["E_OPENSM_BAD_ARBITRATION", 1, 16, "qos_high_limit 256\n", "256"],
    ["E_OPENSM_BAD_ARBITRATION", 1, 20, 'qos_vlarb_low "0:4, 15:1"\n', "15:1"],
    ["E_OPENSM_BAD_ARBITRATION", 1, 15, "qos_vlarb_low 16:1\n", "16:1"],
    ["E_OPENSM_BAD_ARBITRATION", 1, 19, "qos_rtr_vlarb_low 0:256\n", "0:256"],
    [
      "E_OPENSM_BAD_ARBITRATION",
      1,
      15,
      `qos_vlarb_low ${"0:1,".repeat(65)}\n`,
      "65 entries",
    ],
    ["E_OPENSM_TRUNCATED", 1, 20, "qos_vlarb_high 0:25", "qos_vlarb_high 0:25"],
  ])("are refused as %s at %i:%i: %j", (code, line, column, text, got) => {
    const error = refusal(text);
    expect(error.code).toBe(code);
    expect(error.where).toMatchObject({ file: QOS_FILE, line });
    expect([error.where.column, error.got?.slice(0, got.length)]).toEqual([
      column,
      got,
    ]);
    expect(error.expected).toMatch(/\w/);
  });

  it("say what is wrong with a blank before a colon, which OpenSM reads as another entry", () => {
    expect(refusal("qos_vlarb_high 0 :4\n").hint).toMatch(/blank/);
    expect(refusal("qos_vlarb_high 0:4 ,1:4\n").hint).toMatch(/blank/);
  });
});

describe("a folder with QoS options", () => {
  const { fabric, tables } = small();
  const files = (more: Partial<ForwardingTables>) =>
    writeTables(fabric, { ...tables, ...more });

  it("has their VL arbitration, and no note of what route wrote", () => {
    const { vlArb, notes } = readTables(
      files({ lanes: 2, vlArb: asWritten }),
      fabric,
    );
    expect([vlArb, notes]).toEqual([asWritten, []]);
  });

  it("has none where they leave it to OpenSM, or are not there", () => {
    const written = files({ lanes: 2 });
    expect(written[QOS_FILE]).toContain("qos TRUE");
    for (const given of [written, files({})])
      expect(readTables(given, fabric)).toMatchObject({ notes: [] });
    for (const given of [written, files({})])
      expect(readTables(given, fabric)).not.toHaveProperty("vlArb");
  });

  it("and without a dump of SL2VL has that of the options, at every port", () => {
    const written = files({ lanes: 2, vlArb: asWritten });
    const { "opensm-sl2vl.dump": _, ...others } = written;
    const read = readTables(others, fabric);
    expect(read).toMatchObject({ lanes: 2, vlArb: asWritten, notes: [] });
    // SL modulo two lanes, for 4 x 4 pairs of ports
    const row = [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1];
    expect([...read.hostSl2vl!]).toEqual(row);
    for (const table of read.sl2vl!)
      expect([...table]).toEqual(Array.from({ length: 16 }, () => row).flat());
    const options = ["qos TRUE", "qos_high_limit 3", ""].join("\n");
    expect(
      readTables({ ...others, [QOS_FILE]: options }, fabric),
    ).not.toHaveProperty("sl2vl");
  });
});
