import { describe, expect, it } from "vitest";
import { inNetworkRole, nameRole } from "../src/roles.ts";
import { hostRoles } from "../src/index.ts";
import { twoRanks } from "./two-ranks.ts";

describe("nameRole", () => {
  it.each([
    ["a09-p1-dgx-01-c01 HCA-1", "compute"],
    ["MT4129 ConnectX7   Mellanox Technologies", "compute"],
    ["MT25408 ConnectX Mellanox Technologies", "compute"],
    ["localhost HCA-1", "compute"],
    ["o0001 HCA-1", "compute"],
    // a word that only begins like one of storage
    ["nodeoss1x", "compute"],
    ["mds01 HCA-1", "storage"],
    ["lustre-oss-12 mlx5_0", "storage"],
    ["stor03 ibp11s0f0", "storage"],
    ["login2 HCA-1", "management"],
    ["BN-P1-CUFM-1 mlx5_0", "management"],
    ["Mellanox Technologies Aggregation Node", "aggregation node"],
    ["Quantum SHARP SwitchIB AN", "aggregation node"],
    ["MF0;ib5:SX6036/U1", "gateway"],
    ["Skyway gateway 1", "gateway"],
  ])("tells %j to be %s", (description, role) => {
    expect(nameRole(description)).toBe(role);
  });

  it("knows what is in the network by itself", () => {
    expect(inNetworkRole("mds01 HCA-1")).toBeUndefined();
    expect(inNetworkRole("BridgeX 2")).toBe("gateway");
  });
});

describe("hostRoles", () => {
  it("finds Aggregation Nodes by the port beyond the cages, whatever they are called", () => {
    const fabric = twoRanks({ aggregation: "MT54000" });
    const roles = hostRoles(fabric);
    expect(roles.filter((role) => role === "aggregation node")).toHaveLength(6);
    expect(roles.filter((role) => role === "compute")).toHaveLength(12);
  });

  it("has an entry for every host port", () => {
    const fabric = twoRanks({ onFirstLeaf: ["mds1", "login1"] });
    const roles = hostRoles(fabric);
    expect(roles).toHaveLength(fabric.endportCount - fabric.switchCount);
    expect(roles).toContain("storage");
    expect(roles).toContain("management");
  });
});
