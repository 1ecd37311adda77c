import { FabricError } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import {
  DumpNotes,
  laneWithin,
  QOS_FILE,
  readQosOptions,
} from "../src/index.ts";

function read(...lines: readonly string[]) {
  const notes = new DumpNotes();
  const { sl2vl, vlArb } = readQosOptions(
    `${["qos TRUE", ...lines].join("\n")}\n`,
    QOS_FILE,
    notes,
  );
  return {
    switches: [...sl2vl!.switches],
    hosts: [...sl2vl!.hosts],
    isDefault: sl2vl!.isDefault,
    vlArb,
    said: notes.all().map(({ line, message }) => `${line}: ${message}`),
  };
}

/** OSM_DEFAULT_QOS_SL2VL of osm_base.h. */
const openSm = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 7];
const alternating = "0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1";
const numbers = (text: string): number[] => text.split(",").map(Number);

describe("SL2VL of OpenSM's options", () => {
  it("is OpenSM's default where none is given, and none without `qos TRUE`", () => {
    expect(read()).toMatchObject({
      switches: openSm,
      hosts: openSm,
      isDefault: true,
    });
    expect(readQosOptions(`qos FALSE\nqos_sl2vl ${alternating}\n`)).toEqual({});
  });

  it("is one list for switches and hosts, or one of each", () => {
    expect(read(`qos_sl2vl ${alternating}`)).toMatchObject({
      switches: numbers(alternating),
      hosts: numbers(alternating),
      isDefault: false,
      said: [],
    });
    const zeros = Array.from({ length: 16 }, () => 0);
    const both = read(
      `qos_sl2vl ${alternating}`,
      `qos_ca_sl2vl ${zeros.join()}`,
    );
    expect([both.switches, both.hosts]).toEqual([numbers(alternating), zeros]);
    const swe = read(`qos_swe_sl2vl ${zeros.join()}`);
    expect([swe.switches, swe.hosts]).toEqual([zeros, openSm]);
    expect(read(`qos_sl2vl ${alternating}`, "qos_sl2vl (null)").isDefault).toBe(
      true,
    );
  });

  it("has numbers as C writes them, and 15 for what is discarded", () => {
    expect(
      read("qos_sl2vl 0x0, 01,0,1,0,1,0,1,0,1,0,1,0,1,0,0xF,").switches,
    ).toEqual([...numbers(alternating).slice(0, 15), 15]);
  });

  // osm_qos.c: vl & ((1 << (op_vls - 1)) - 1), and 15 stays
  it("keeps to the VLs that max_op_vls leaves, and so does VL arbitration", () => {
    const { switches, vlArb } = read(
      "max_op_vls 3",
      "qos_sl2vl 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15",
      "qos_vlarb_high 5:7",
      "qos_vlarb_low 1:2,14:3",
      "qos_high_limit 0",
    );
    expect(switches).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 15]);
    expect(vlArb).toEqual({
      high: [{ vl: 1, weight: 7 }],
      low: [
        { vl: 1, weight: 2 },
        { vl: 2, weight: 3 },
      ],
      highLimit: 0,
    });
    expect([1, 2, 3, 4, 5].map((opVls) => laneWithin(13, opVls))).toEqual([
      0, 1, 1, 5, 13,
    ]);
  });

  it("is not changed by qos_max_vls, with which OpenSM does nothing: a note says so of VLs beyond", () => {
    expect(read("qos_max_vls 2", `qos_sl2vl ${alternating}`).said).toEqual([]);
    const { switches, said } = read(
      "qos_max_vls 1",
      `qos_sl2vl ${alternating}`,
    );
    expect(switches).toEqual(numbers(alternating));
    expect(said).toEqual([
      expect.stringMatching(
        /^3: SL2VL names VL 1, and qos_max_vls is 1: VL 1 is used/,
      ),
    ]);
  });

  it("of switches' ports 0 is passed over with a note where it differs", () => {
    expect(
      read(`qos_sl2vl ${alternating}`, `qos_sw0_sl2vl ${openSm.join()}`).said,
    ).toEqual([expect.stringContaining("(qos_sw0_sl2vl) is passed over")]);
  });

  it.each([
    ["E_OPENSM_SYNTAX", 11, "qos_sl2vl 0,1", "2 VLs"],
    ["E_OPENSM_SYNTAX", 11, `qos_sl2vl ${alternating},0`, "17 VLs"],
    ["E_OPENSM_SYNTAX", 10, "qos_sl2vl", "no value"],
    ["E_OPENSM_SYNTAX", 13, "qos_sl2vl 0,,1", "nothing between"],
    ["E_OPENSM_SYNTAX", 13, "qos_sl2vl 0,x,1", "x"],
    ["E_OPENSM_SYNTAX", 11, "qos_sl2vl 0 ,1", "0"],
    ["E_OPENSM_BAD_LANE", 13, "qos_sl2vl 0,16,1", "16"],
    ["E_OPENSM_SYNTAX", 13, "qos_max_vls many", "many"],
    ["E_OPENSM_SYNTAX", 12, "max_op_vls -1", "-1"],
  ])("is refused as %s at column %i: %s", (code, column, text, got) => {
    try {
      readQosOptions(`${text}\n`);
      expect.unreachable();
    } catch (error) {
      if (!FabricError.is(error)) throw error;
      expect(error).toMatchObject({ code, where: { line: 1, column } });
      expect(error.got?.slice(0, got.length)).toBe(got);
    }
  });
});
