import { expect, it } from "vitest";
import { FabricBuilder, renamed } from "../src/index.ts";

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
