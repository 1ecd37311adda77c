import { describe, expect, it } from "vitest";
import { ibaOverheadBytes, packetsOfMessage } from "../src/iba-headers.ts";

describe("InfiniBand framing", () => {
  it("adds 26 bytes to RC, 34 to UD and 74 to UD multicast packets", () => {
    expect(ibaOverheadBytes("rc", false)).toBe(26);
    expect(ibaOverheadBytes("ud", false)).toBe(34);
    expect(ibaOverheadBytes("ud", true)).toBe(74);
    expect(ibaOverheadBytes("none", true)).toBe(0);
  });

  it("sends a message as one packet of its own size where there is neither MTU nor header", () => {
    expect(
      packetsOfMessage(131072, { transport: "none", multicast: true }),
    ).toEqual([131072]);
  });

  it("cuts at the MTU, and only where more than an MTU is left", () => {
    const cut = (bytes: number): number[] =>
      packetsOfMessage(bytes, {
        transport: "none",
        mtu: 1024,
        multicast: false,
      });
    expect(cut(1023)).toEqual([1023]);
    expect(cut(1024)).toEqual([1024]);
    expect(cut(1025)).toEqual([1024, 1]);
    expect(cut(2048)).toEqual([1024, 1024]);
    expect(cut(2500)).toEqual([1024, 1024, 452]);
  });

  it("gives every packet of a segmented message its headers", () => {
    expect(
      packetsOfMessage(2500, { transport: "ud", mtu: 1024, multicast: true }),
    ).toEqual([1098, 1098, 526]);
    expect(
      packetsOfMessage(2500, { transport: "rc", mtu: 2048, multicast: false }),
    ).toEqual([2074, 478]);
  });

  it("pads payload to whole words, as PktLen counts words", () => {
    expect(packetsOfMessage(1, { transport: "ud", multicast: false })).toEqual([
      38,
    ]);
    expect(packetsOfMessage(5, { transport: "rc", multicast: false })).toEqual([
      34,
    ]);
  });

  it("refuses empty messages, broken MTUs and multicast over a connection", () => {
    const refused = expect.objectContaining({ code: "E_SPEC_FRAMING" });
    expect(() =>
      packetsOfMessage(0, { transport: "none", multicast: false }),
    ).toThrow(refused);
    expect(() =>
      packetsOfMessage(1.5, { transport: "none", multicast: false }),
    ).toThrow(refused);
    expect(() =>
      packetsOfMessage(10, { transport: "ud", mtu: 0, multicast: false }),
    ).toThrow(refused);
    expect(() =>
      packetsOfMessage(10, { transport: "rc", multicast: true }),
    ).toThrow(refused);
  });
});
