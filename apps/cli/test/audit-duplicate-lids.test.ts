import { describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();

/** Two switches, a host at each, in the words of ibnetdiscover. @param joined whether a cable is between the switches */
const file = (
  name: string,
  lids: Readonly<Record<string, number>>,
  joined = true,
) => {
  const at = (id: string): string => `lid ${lids[id]} lmc 0`;
  const trunk = (to: string): string =>
    joined
      ? `[2] "S-000000000000000${to}"[2]  # "${to === "a" ? "left" : "right"}" lid ${lids[to]} 4xQDR\n`
      : "";
  const one = (
    sw: string,
    title: string,
    host: string,
    who: string,
    other: string,
  ) => `
switchguid=0x${sw}(${sw})
Switch 3 "S-000000000000000${sw}"  # "${title}" base port 0 ${at(sw)}
[1] "H-000000000000000${host}"[1](${host})  # "${who}" lid ${lids[host]} 4xQDR
${trunk(other)}
caguid=0x${host}
Ca 1 "H-000000000000000${host}"  # "${who}"
[1](${host}) "S-000000000000000${sw}"[1]  # ${at(host)} "${title}" lid ${lids[sw]} 4xQDR
`;
  return folder.write(
    name,
    one("a", "left", "c", "first", "b") + one("b", "right", "d", "second", "a"),
  );
};

const sound = file("sound.topo", { a: 1, b: 2, c: 3, d: 4 });
const tables = folder.at("tables");
await fabriclab(
  "route",
  "--fabric",
  sound,
  "--routing",
  "minhop",
  "--lids",
  "keep",
  "-o",
  tables,
);

const audit = (fabric: string, ...more: string[]) =>
  fabriclab(
    "audit",
    "--fabric",
    fabric,
    "--tables",
    tables,
    "--no-remedies",
    ...more,
  );

describe("two ports of a subnet with one LID", () => {
  const fabric = file("twice.topo", { a: 1, b: 2, c: 3, d: 3 });

  it("are a finding of the audit, which names both", async () => {
    const { code, out } = await audit(fabric);
    expect(code).toBe(1);
    expect(out).toContain("reachability: 1 duplicate LID");
    expect(out.replaceAll(/\s+/g, " ")).toContain(
      "LID 3 of first (0x000000000000000c) and of second (0x000000000000000d)",
    );
    expect(out).toContain("1 problem: 1 LID that two ports have");
  });

  it("are told to programs by name and GUID", async () => {
    const { out } = await audit(fabric, "--json");
    expect(JSON.parse(out)).toMatchObject({
      verdict: "problems",
      duplicateLids: [
        {
          lid: 3,
          ports: [
            { name: "first", guid: "0x000000000000000c" },
            { name: "second", guid: "0x000000000000000d" },
          ],
        },
      ],
    });
  });

  it("may be a switch and a host", async () => {
    const { out } = await audit(
      file("switch.topo", { a: 1, b: 2, c: 3, d: 1 }),
      "--json",
    );
    expect(JSON.parse(out)).toMatchObject({
      duplicateLids: [
        { lid: 1, ports: [{ name: "left" }, { name: "second" }] },
      ],
    });
  });

  it("are none of the audit where LIDs are given anew", async () => {
    const { code } = await fabriclab(
      ...["audit", "--fabric", fabric, "--routing", "minhop", "--no-remedies"],
    );
    expect(code).toBe(0);
  });
});

it("ports with LIDs of their own are no finding, nor are those of subnets that no cables join", async () => {
  expect(JSON.parse((await audit(sound, "--json")).out)).toMatchObject({
    verdict: "clean",
    duplicateLids: [],
  });
  const apart = file("apart.topo", { a: 1, b: 1, c: 3, d: 3 }, false);
  expect(JSON.parse((await audit(apart, "--json")).out)).toMatchObject({
    duplicateLids: [],
  });
});
