import { describe, expect, it } from "vitest";
import {
  FabricBuilder,
  LINK_SPEEDS,
  linkBytePs,
  linkSpeedIndex,
} from "@fabriclab/fabric";
import { FabricError } from "@fabriclab/spec";
import type {
  EndportIx,
  HostIx,
  LinkIx,
  NodeIx,
  PortIx,
  PortNum,
  Ps,
  SwitchIx,
} from "@fabriclab/units";

function refusal(make: () => unknown): FabricError {
  try {
    make();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

/**
 *   a:1 ══ b:1      two parallel cables between a and b, host H with two ports, one on each switch, host K unattached
 *   a:2 ══ b:2
 *   a:4 ── H:1, b:3 ── H:2
 */
function drawn() {
  const builder = new FabricBuilder("drawn");
  const a = builder.addSwitch("a", 5);
  const h = builder.addHost("H", 2);
  const b = builder.addSwitch("b", 3);
  builder.addHost("K");
  builder.connect(a, 1, b, 1, { speed: "QDR", width: 4, flight: "2m" });
  builder.connect(b, 2, a, 2);
  builder.connect(h, 1, a, 4, { flight: 7 as Ps });
  builder.connect(b, 3, h, 2);
  return builder.build();
}

describe("FabricBuilder", () => {
  it("numbers switches first, then hosts, each in order of addition", () => {
    const fabric = drawn();
    expect(fabric.nodeName).toEqual(["a", "b", "H", "K"]);
    expect([
      fabric.switchCount,
      fabric.hostCount,
      fabric.nodeCount,
      fabric.linkCount,
      fabric.portCount,
    ]).toEqual([2, 2, 4, 4, 11]);
    expect([...fabric.portStart]).toEqual([0, 5, 8, 10, 11]);
  });

  it("lays ports, peers and links out as the contract says", () => {
    const fabric = drawn();
    expect([...fabric.portNode]).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3]);
    expect([...fabric.portPeer]).toEqual([5, 6, -1, 8, -1, 0, 1, 9, 3, 7, -1]);
    expect([...fabric.portLink]).toEqual([0, 1, -1, 2, -1, 0, 1, 3, 2, 3, -1]);
    expect([...fabric.linkPorts]).toEqual([0, 5, 6, 1, 8, 3, 7, 9]);
    expect([...fabric.linkFlightPs]).toEqual([10_000, 20_000, 7, 20_000]);
    expect([...fabric.linkWidth]).toEqual([4, 1, 1, 1]);
    expect([...fabric.linkBytePsNum]).toEqual([250, 4000, 4000, 4000]);
  });

  it("gives a LID owner to every switch and every host port", () => {
    const fabric = drawn();
    expect(fabric.endportCount).toBe(5);
    expect([...fabric.endportNode]).toEqual([0, 1, 2, 2, 3]);
    expect([...fabric.endportPort]).toEqual([-1, -1, 8, 9, 10]);
    expect([...fabric.nodeEndport]).toEqual([0, 1, 2, 4]);
    expect(fabric.attachment(2 as EndportIx)).toEqual({ sw: 0, num: 4 });
    expect(fabric.attachment(3 as EndportIx)).toEqual({ sw: 1, num: 3 });
    expect(fabric.attachment(4 as EndportIx)).toBeUndefined();
    expect(fabric.attachment(0 as EndportIx)).toBeUndefined();
  });

  it("names nodes by ibsim's GUIDs, apart enough for hosts with several ports", () => {
    const fabric = drawn();
    expect([...fabric.nodeGuid]).toEqual([
      0x200000n,
      0x200001n,
      0x100000n,
      0x100004n,
    ]);
    expect([...fabric.portGuid.subarray(8)]).toEqual([
      0x100001n,
      0x100002n,
      0x100005n,
    ]);
    expect([...fabric.portGuid.subarray(0, 8)]).toEqual(new Array(8).fill(0n));
  });

  it("names hosts beyond the switches where there are so many that their GUIDs would meet", () => {
    const builder = new FabricBuilder("many hosts");
    const guids = new Set<bigint>();
    builder.addSwitch("first", 4);
    // 0x100000 GUIDs lie below the switches': 2^14 hosts of 63 ports take 64 each.
    for (let host = 0; host < 2 ** 14 + 3; host++)
      builder.addHost(`host ${host}`, 63);
    builder.addSwitch("second", 4);
    const fabric = builder.build();
    for (const guid of [...fabric.nodeGuid, ...fabric.portGuid])
      if (guid !== 0n) guids.add(guid);
    expect(guids.size).toBe(2 + (2 ** 14 + 3) * 64);
    expect(fabric.nodeGuid[2 + 2 ** 14 - 1]).toBe(0x1fffc0n);
    expect(fabric.nodeGuid[2 + 2 ** 14]).toBe(0x1_0000_0000n);
  });

  it("answers its methods", () => {
    const fabric = drawn();
    expect(fabric.portOf(1 as NodeIx, 3 as PortNum)).toBe(7);
    expect(fabric.numOf(7 as PortIx)).toBe(3);
    expect(fabric.radix(0 as NodeIx)).toBe(5);
    expect([
      fabric.isSwitch(1 as NodeIx),
      fabric.isSwitch(2 as NodeIx),
    ]).toEqual([true, false]);
    expect([
      fabric.hostNode(1 as HostIx),
      fabric.switchNode(1 as SwitchIx),
    ]).toEqual([3, 1]);
    expect([
      fabric.findNode("H"),
      fabric.findNode("nobody"),
      fabric.findGuid(0x200001n),
      fabric.findGuid(5n),
    ]).toEqual([2, undefined, 1, undefined]);
    // 4x QDR is 32 Gb/s: 256 B take 64 ns; 1x SDR is 2 Gb/s: 1024 ns
    expect([
      fabric.serializationPs(0 as LinkIx, 256),
      fabric.serializationPs(1 as LinkIx, 256),
    ]).toEqual([64_000, 1_024_000]);
    expect(
      refusal(() => fabric.portOf(1 as NodeIx, 4 as PortNum)),
    ).toMatchObject({ code: "E_FABRIC_NO_SUCH_PORT", expected: "1 to 3" });
  });

  it("finds no node by a name that two have", () => {
    const builder = new FabricBuilder();
    builder.addHost("same");
    builder.addHost("same");
    expect(builder.build().findNode("same")).toBeUndefined();
  });

  it("rounds serialisation up to whole picoseconds", () => {
    const builder = new FabricBuilder();
    builder.connect(builder.addSwitch("s", 1), 1, builder.addHost("h"), 1, {
      speed: "FDR",
    });
    const fabric = builder.build();
    // FDR: 1760/3 ps per byte
    expect(
      [1, 2, 3].map((size) => fabric.serializationPs(0 as LinkIx, size)),
    ).toEqual([587, 1174, 1760]);
  });

  it("refuses two cables in one port and names both places", () => {
    const builder = new FabricBuilder();
    const a = builder.addSwitch("a", 2);
    const b = builder.addSwitch("b", 2);
    const c = builder.addSwitch("c", 2);
    builder.connect(a, 1, b, 2);
    const error = refusal(() => {
      builder.connect(c, 1, b, 2);
    });
    expect(error).toMatchObject({
      code: "E_FABRIC_PORT_TWICE",
      where: { path: "b:2" },
    });
    expect(error.got).toContain("a:1 to b:2");
  });

  it("refuses self-loops, missing ports, foreign nodes, widths, speeds, flights, radices and GUIDs that cannot be", () => {
    const builder = new FabricBuilder();
    const a = builder.addSwitch("a", 3, 9n);
    const b = builder.addSwitch("b", 3);
    const code = (make: () => void): string => refusal(make).code;
    expect(
      code(() => {
        builder.connect(a, 1, a, 2);
      }),
    ).toBe("E_FABRIC_SELF_LOOP");
    expect(
      code(() => {
        builder.connect(a, 1, a, 1);
      }),
    ).toBe("E_FABRIC_SELF_LOOP");
    expect(
      code(() => {
        builder.connect(a, 4, b, 1);
      }),
    ).toBe("E_FABRIC_NO_SUCH_PORT");
    expect(
      code(() => {
        builder.connect(a, 0, b, 1);
      }),
    ).toBe("E_FABRIC_NO_SUCH_PORT");
    expect(
      code(() => {
        builder.connect({ kind: "host", index: 0 }, 1, b, 1);
      }),
    ).toBe("E_FABRIC_NO_SUCH_NODE");
    expect(
      code(() => {
        builder.connect(a, 1, b, 1, { width: 3 });
      }),
    ).toBe("E_FABRIC_LINK_WIDTH");
    expect(
      refusal(() => {
        builder.connect(a, 1, b, 1, { speed: "EDX" });
      }),
    ).toMatchObject({ code: "E_FABRIC_LINK_SPEED", hint: "did you mean EDR?" });
    expect(
      code(() => {
        builder.connect(a, 1, b, 1, { flight: -1 as Ps });
      }),
    ).toBe("E_FABRIC_FLIGHT");
    expect(code(() => builder.addSwitch("c", 255))).toBe("E_FABRIC_PORT_COUNT");
    expect(code(() => builder.addHost("c", 0))).toBe("E_FABRIC_PORT_COUNT");
    expect(refusal(() => builder.addHost("c", 1, 9n))).toMatchObject({
      code: "E_FABRIC_GUID_TWICE",
      got: "0x9, which a has already",
    });
    expect(code(() => builder.addHost("c", 1, 0n))).toBe("E_FABRIC_GUID");
    // none of the refused calls left a cable behind
    builder.connect(a, 1, b, 1);
    expect(builder.build().linkCount).toBe(1);
  });

  it("takes switches of up to 254 ports", () => {
    const builder = new FabricBuilder();
    const big = builder.addSwitch("big", 254);
    builder.connect(big, 254, builder.addHost("h"), 1);
    expect(builder.build().portPeer[253]).toBe(254);
  });
});

describe("link speeds", () => {
  it("carry the data rates of SPEC 7.6, in Gb/s per lane", () => {
    const gigabits = Object.fromEntries(
      LINK_SPEEDS.map(({ name, bytePsNum, bytePsDen }) => [
        name,
        (8000 * bytePsDen) / bytePsNum,
      ]),
    );
    expect(gigabits).toEqual({
      SDR: 2,
      DDR: 4,
      QDR: 8,
      FDR10: 10,
      FDR: (14.0625 * 64) / 66,
      EDR: 25,
      HDR: 50,
      NDR: 100,
      XDR: 200,
    });
  });
  it("scale with the lanes", () => {
    expect(linkBytePs(linkSpeedIndex("FDR"), 4)).toEqual({ num: 440, den: 3 });
    expect(linkBytePs(linkSpeedIndex("NDR"), 2)).toEqual({ num: 40, den: 1 });
  });
});
