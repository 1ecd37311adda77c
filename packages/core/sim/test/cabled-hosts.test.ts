import { FabricBuilder } from "@fabriclab/fabric";
import { cabledHosts } from "@fabriclab/sim";
import { describe, expect, it } from "vitest";

describe("cabled hosts", () => {
  it("are the host ports with a cable to a switch, in endport order: no switch, no free port, no host cabled to a host", () => {
    const builder = new FabricBuilder("drawn");
    const hub = builder.addSwitch("hub", 3); // endport 0
    const [a, b, c, d] = [
      builder.addHost("A", 2), // endports 1 and 2
      builder.addHost("B"), // 3
      builder.addHost("C"), // 4
      builder.addHost("D"), // 5
    ];
    builder.connect(hub, 1, d, 1);
    builder.connect(hub, 2, a, 2);
    builder.connect(b, 1, c, 1);
    expect(cabledHosts(builder.build())).toEqual([2, 5]);
  });
});
