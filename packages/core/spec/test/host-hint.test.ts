import { describe, expect, it } from "vitest";
import { hostHint } from "../src/index.ts";

const names = ["H0", "H1:1", "H1:2", "H2", "H3:2", "H4:a"];

describe("the hint for a host that is not there", () => {
  it("tells the names of a host's ports where it has several, not another host spelled alike", () => {
    expect(hostHint("H1", names)).toBe(
      "each of its ports has a name of its own: H1:1, H1:2",
    );
  });

  it("means the one port that is cabled", () => {
    expect(hostHint("H3", names)).toBe("did you mean H3:2?");
  });

  it("knows the host in the description of its adapters", () => {
    const adapters = ["n11 mlx5_0:1", "n11 mlx5_0:2", "n12 mlx5_0", "n1"];
    expect(hostHint("n11", adapters)).toBe(
      "each of its ports has a name of its own: n11 mlx5_0:1, n11 mlx5_0:2",
    );
    expect(hostHint("n12", adapters)).toBe("did you mean n12 mlx5_0?");
  });

  it("is the nearest name else, and nothing where none is near", () => {
    expect(hostHint("H4", names)).toBe("did you mean H0?");
    expect(hostHint("h2", names)).toBe("did you mean H2?");
    expect(hostHint("storage", names)).toBeUndefined();
  });
});
