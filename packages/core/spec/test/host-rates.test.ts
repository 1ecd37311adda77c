import { meanBytePs, offeredBySenders } from "@fabriclab/spec";
import { endportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";

const hosts = [0, 1, 2].map(endportIx);

describe("the mean rate of host links", () => {
  it("is exactly theirs where all are alike", () => {
    // Three times 1/4095 is no exact number.
    expect(meanBytePs(hosts, { bytePs: () => 4095 })).toBe(4095);
  });

  it("is what they carry together, shared out evenly", () => {
    // 1/4 + 1/4 + 1 bytes per ns: half a byte per ns each.
    const bytePs = (host: number) => [4000, 4000, 1000][host]!;
    expect(meanBytePs(hosts, { bytePs })).toBeCloseTo(2000, 9);
  });
});

describe("the load that senders offer", () => {
  it("is by their share of the hosts where links are alike", () => {
    const context = { hosts, bytePs: () => 4095 };
    expect(offeredBySenders(0.3, hosts, context)).toBe(0.3);
    expect(offeredBySenders(0.3, hosts.slice(1), context)).toBeCloseTo(0.2, 15);
    expect(offeredBySenders(0.3, [], context)).toBe(0);
  });

  it("is by their share of all links' rate elsewhere", () => {
    const bytePs = (host: number) => [4000, 4000, 1000][host]!;
    const context = { hosts, bytePs };
    // 1 of 1.5 bytes per ns are the last host's.
    expect(offeredBySenders(0.3, hosts.slice(2), context)).toBeCloseTo(0.2, 12);
    expect(offeredBySenders(0.3, hosts.slice(0, 2), context)).toBeCloseTo(
      0.1,
      12,
    );
  });
});
