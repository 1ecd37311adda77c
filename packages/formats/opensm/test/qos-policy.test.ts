import { sequential } from "@fabriclab/addressing-sequential";
import { FabricBuilder } from "@fabriclab/fabric";
import { spf } from "@fabriclab/routing-spf";
import {
  parseOptions,
  type ForwardingTables,
  type RoutingRule,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import type { Sl } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { QOS_POLICY_FILE, writeQosPolicy, writeTables } from "../src/index.ts";

/** One switch (GUID 0x13) and five hosts, whose port GUIDs lie around it. */
const builder = new FabricBuilder("star");
const center = builder.addSwitch("S", 5, 0x13n);
[0x10n, 0x12n, 0x14n, 0x16n, 0x18n].forEach((guid, i) => {
  const host = builder.addHost(`H${i}`, 1, guid, new Map([[1, guid]]));
  builder.connect(center, i + 1, host, 1);
});
const fabric = builder.build();
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const routing = spf.create(
  { fabric, lids },
  parseOptions(spf, {}),
) as RoutingRule;
const plain = linear.build(
  { fabric, lids, routing, routingName: "spf", groups: [] },
  parseOptions(linear, {}),
);
/** Hosts by number. */
const withSls = (
  sl: (from: number, to: number) => number,
): ForwardingTables => ({
  ...plain,
  lanes: 4,
  pathSl: (from, to) => sl(from - 1, to - 1) as Sl,
});
const policy = (tables: ForwardingTables): string | undefined => {
  const chunks = writeQosPolicy(fabric, tables);
  return chunks === undefined ? undefined : [...chunks].join("");
};
const guid = (last: string): string => `0x00000000000000${last}`;

describe("QoS policy of OpenSM", () => {
  it("has a group of sources, one of destinations for each SL, and the rules that join them", () => {
    const text = policy(withSls((from, to) => (from < 2 && to > 2 ? to : 0)));
    expect(text?.split("\n").slice(2)).toEqual(
      `port-groups
    port-group
        name: from0
        port-guid: ${guid("10")}, ${guid("12")}
    end-port-group
    port-group
        name: from0-sl3
        port-guid: ${guid("16")}
    end-port-group
    port-group
        name: from0-sl4
        port-guid: ${guid("18")}
    end-port-group
end-port-groups

qos-levels
    qos-level
        name: DEFAULT
        sl: 0
    end-qos-level
    qos-level
        name: sl3
        sl: 3
    end-qos-level
    qos-level
        name: sl4
        sl: 4
    end-qos-level
end-qos-levels

qos-match-rules
    qos-match-rule
        source: from0
        destination: from0-sl3
        qos-level-name: sl3
    end-qos-match-rule
    qos-match-rule
        source: from0
        destination: from0-sl4
        qos-level-name: sl4
    end-qos-match-rule
end-qos-match-rules
`.split("\n"),
    );
  });

  it("names neighbours in the order of GUIDs by a range, which no switch and not the source lies in", () => {
    const lines = policy(withSls((from) => (from === 2 ? 1 : 0)))
      ?.split("\n")
      .filter((line) => line.includes("port-guid"))
      .map((line) => line.trim());
    expect(lines).toEqual([
      `port-guid: ${guid("14")}`,
      `port-guid: ${guid("10")}-${guid("12")}, ${guid("16")}-${guid("18")}`,
    ]);
  });

  it("is not written where all paths use SL 0", () => {
    expect(policy(plain)).toBeUndefined();
    expect(writeTables(fabric, plain)).not.toHaveProperty(QOS_POLICY_FILE);
    expect(
      writeTables(
        fabric,
        withSls(() => 1),
      ),
    ).toHaveProperty(QOS_POLICY_FILE);
  });
});
