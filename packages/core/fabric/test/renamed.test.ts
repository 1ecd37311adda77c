import { expect, it } from "vitest";
import { FabricBuilder, renamed, withoutSwitches } from "../src/index.ts";

it("other names leave everything else as it was, and names of no node are counted", () => {
  const builder = new FabricBuilder("two");
  const a = builder.addSwitch("a", 2, 5n);
  const b = builder.addHost("b", 1, 9n);
  builder.connect(a, 2, b, 1, { speed: "QDR", width: 4 });
  const fabric = builder.build();
  const { fabric: other, unused } = renamed(
    fabric,
    new Map([
      [5n, "leaf 1"],
      [7n, "nobody"],
    ]),
  );
  expect(other.nodeName).toEqual(["leaf 1", "b"]);
  expect(fabric.nodeName).toEqual(["a", "b"]);
  expect(unused).toBe(1);
  expect(other.portPeer).toEqual(fabric.portPeer);
  expect(other.nodeGuid).toEqual(fabric.nodeGuid);
  expect(other.linkSpeed).toEqual(fabric.linkSpeed);
  expect(other.attachment(1 as never)).toEqual(fabric.attachment(1 as never));
});

it("which GUIDs are made up is told of the nodes that are left, by their new numbers", () => {
  const builder = new FabricBuilder("three");
  const [a, b] = [builder.addSwitch("a", 2, 5n), builder.addSwitch("b", 2, 6n)];
  const host = builder.addHost("h");
  builder.connect(b, 1, host, 1);
  builder.connect(a, 2, b, 2);
  expect(builder.build().guidMadeUp).toBeUndefined();
  builder.markGuidMadeUp(b);
  builder.markGuidMadeUp(host);
  const fabric = builder.build();
  expect(fabric.guidMadeUp).toEqual(Uint8Array.of(0, 1, 1));
  expect(renamed(fabric, new Map()).fabric.guidMadeUp).toEqual(
    Uint8Array.of(0, 1, 1),
  );
  expect(withoutSwitches(fabric, [0]).guidMadeUp).toEqual(Uint8Array.of(1, 1));
  expect(withoutSwitches(fabric, [1]).guidMadeUp).toEqual(Uint8Array.of(0, 1));
});

it("which numbers of ports are made up is told of the nodes that are left, too", () => {
  const builder = new FabricBuilder("two");
  const [a, b] = [builder.addSwitch("a", 2, 5n), builder.addSwitch("b", 2, 6n)];
  builder.connect(a, 2, b, 2);
  expect(builder.build().radixMadeUp).toBeUndefined();
  builder.markRadixMadeUp(b);
  const fabric = builder.build();
  expect(fabric.radixMadeUp).toEqual(Uint8Array.of(0, 1));
  expect(renamed(fabric, new Map()).fabric.radixMadeUp).toEqual(
    Uint8Array.of(0, 1),
  );
  expect(withoutSwitches(fabric, [0]).radixMadeUp).toEqual(Uint8Array.of(1));
  expect(withoutSwitches(fabric, [1]).radixMadeUp).toBeUndefined();
});
