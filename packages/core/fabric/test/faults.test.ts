import { describe, expect, it } from "vitest";
import { withoutLinks, withoutSwitches } from "@fabriclab/fabric";
import { FabricError } from "@fabriclab/spec";
import { chain } from "@fabriclab/testing-fabrics";
import type { EndportIx } from "@fabriclab/units";

describe("faults", () => {
  it("leave a host whose switch is gone, unattached", () => {
    const fabric = withoutSwitches(chain(3), [1]);
    expect(fabric.nodeName).toEqual(["a", "c", "A", "B", "C"]);
    expect(fabric.linkCount).toBe(2);
    expect(fabric.attachment(3 as EndportIx)).toBeUndefined();
    expect(fabric.attachment(4 as EndportIx)).toEqual({ sw: 1, num: 2 });
  });
  it("refuse links and switches that do not exist", () => {
    expect(() => withoutLinks(chain(2), [3])).toThrow(FabricError);
    expect(() => withoutSwitches(chain(2), [-1])).toThrow(FabricError);
  });
});
