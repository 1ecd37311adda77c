import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";
import { missingPrograms, Subnet } from "./opensm-subnet.ts";
import {
  done,
  entries,
  expectLevels,
  loadLevels,
  ranges,
  routedIn,
} from "./way-back-tables.ts";

const folder = workFolder();
let subnet: Subnet | undefined;
afterEach(async () => {
  await subnet?.stop();
  subnet = undefined;
});

const DRAGONFLY =
  "dragonfly --hosts-per-switch 1 --switches-per-group 3 --global-links 1";
const DRAGONFLY_PLUS =
  "dragonfly-plus --hosts-per-leaf 1 --leaves 2 --spines 2 --global-links 1 --groups 3";
const TORUS = "torus --x 4 --y 3 --z 1";
/** A switch of the dragonfly, the cables of which are taken away, and the port of its only host. */
const REMOVED = "0x0000000000200007";
const CUT_OFF = "0x000000000010000f";
const CUT_DRAGONFLY = `${DRAGONFLY} --remove ${REMOVED}`;

/** What OpenSM loaded and the switches hold is what the folder has, of all switches and LIDs that cables join to the first host. */
function expectHeld(subnet: Subnet, tables: string): void {
  const ours = entries(readFileSync(join(tables, "opensm-lfts.dump"), "utf8"));
  const owners = ranges(readFileSync(join(tables, "guid2lid"), "utf8"));
  // OpenSM sees neither a switch without cables nor the hosts that hung on it alone.
  const given = ranges(subnet.read("cache/guid2lid"));
  const loaded = entries(subnet.read("opensm-lfts.dump"));
  expect(loaded.size).toBeGreaterThan(0);
  expect(entries(subnet.run("dump_lfts").out)).toEqual(loaded);
  const unseen = [...ours.keys()].filter((guid) => !loaded.has(guid));
  expect(unseen).toEqual(
    [REMOVED].filter((guid) => ours.get(guid)?.size === 1),
  );
  for (const guid of unseen) ours.delete(guid);
  expect(loaded).toEqual(ours);
  expect(given).toEqual(owners);
}

describe.skipIf(missingPrograms.length > 0)("the real OpenSM", () => {
  it.each([
    ["a dragonfly", DRAGONFLY, "minhop"],
    ["a dragonfly without one of its switches", CUT_DRAGONFLY, "minhop"],
    ["a Dragonfly+", DRAGONFLY_PLUS, "minhop"],
    ["a torus", TORUS, "minhop"],
    // Its lanes differ between ports, which OpenSM's options cannot say.
    ["a torus", TORUS, "torus-2qos"],
  ])(
    "loads our tables of %s, entry by entry: %s with %s",
    async (_, topology, engine) => {
      const { net, tables } = await routedIn(folder, topology, engine);
      subnet = await Subnet.start(net);
      copyFileSync(join(tables, "guid2lid"), subnet.at("cache/guid2lid"));
      subnet.opensm("file", "-U", join(tables, "opensm-lfts.dump"));
      expectHeld(subnet, tables);
    },
  );

  it.each([
    ["a dragonfly", DRAGONFLY, "lash"],
    ["a dragonfly without one of its switches", CUT_DRAGONFLY, "dfsssp"],
    ["a Dragonfly+", DRAGONFLY_PLUS, "lash"],
    ["a torus", TORUS, "lash"],
  ])(
    "loads our tables of %s with their lanes, and answers with their service levels: %s with %s",
    async (_, topology, engine) => {
      const { net, tables } = await routedIn(folder, topology, engine);
      subnet = await Subnet.start(net);
      await loadLevels(subnet, tables);
      expectHeld(subnet, tables);
      expectLevels(
        subnet,
        tables,
        topology.includes(REMOVED) ? [REMOVED, CUT_OFF] : [],
      );
    },
  );

  it("changes as many entries of a dragonfly that loses a switch as fail says", async () => {
    const whole = folder.at("whole.topo");
    const cut = folder.at("cut.topo");
    await done("topology", ...DRAGONFLY.split(" "), "-o", whole);
    await done("topology", "--fabric", whole, "--remove", REMOVED, "-o", cut);
    const tables = folder.at("whole");
    await done(
      ...["route", "--fabric", whole, "--routing", "minhop", "-o", tables],
    );
    const { out, code } = await fabriclab(
      ...["fail", "--fabric", whole, "--routing", "minhop"],
      ...["--remove", REMOVED, "--samples", "2", "--json", "--quiet"],
    );
    expect(code).toBe(0);
    const { failures } = JSON.parse(out) as { failures: unknown };

    // OpenSM's own minhop, of the same LIDs before and after.
    const dumps: ReturnType<typeof entries>[] = [];
    for (const net of [whole, cut]) {
      subnet = await Subnet.start(net);
      copyFileSync(join(tables, "guid2lid"), subnet.at("cache/guid2lid"));
      subnet.opensm("minhop");
      dumps.push(entries(subnet.read("opensm-lfts.dump")));
      await subnet.stop();
    }
    const [before, after] = dumps;
    expect([...before!.keys()].filter((guid) => !after!.has(guid))).toEqual([
      REMOVED,
    ]);
    const counted = { of: 0, moved: 0, lost: 0, gained: 0 };
    for (const [guid, then] of before!)
      for (const [lid, port] of then) {
        // A switch without cables still has itself.
        const now = after!.get(guid)?.get(lid) ?? (port === 0 ? 0 : undefined);
        counted.of += 1;
        if (now === undefined) counted.lost += 1;
        else if (now !== port) counted.moved += 1;
      }
    expect(counted.moved).toBeGreaterThan(0);
    expect(failures).toMatchObject([{ outcome: { entries: counted } }]);
  });
});
