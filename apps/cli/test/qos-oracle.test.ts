import { writeFileSync } from "node:fs";
import { readQosOptions } from "@fabriclab/formats-opensm";
import { afterEach, describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";
import { missingPrograms, Subnet } from "./opensm-subnet.ts";

const folder = workFolder();
let subnet: Subnet | undefined;
afterEach(async () => {
  await subnet?.stop();
  subnet = undefined;
});

/** The rows of OpenSM's dump, each kind once, read apart from the project's reader: of ports with a cable, as those without keep what they had. */
function rowsOf(dump: string, kind: string): string[] {
  const rows = new Set<string>();
  let here = false;
  for (const line of dump.split("\n")) {
    if (/^(Switch|Channel Adapter) /.test(line)) here = line.startsWith(kind);
    const [, row] = /^\s*\d+\s+\d+\s*:((?:\s+\d+){16})/.exec(line) ?? [];
    if (here && row !== undefined) rows.add(row.trim().split(/\s+/).join());
  }
  return [...rows];
}

describe.skipIf(missingPrograms.length > 0)("the real OpenSM", () => {
  it.each([
    ["OpenSM's own list", ["max_op_vls 4"]],
    [
      "one list for all ports",
      ["qos_sl2vl 0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,15", "max_op_vls 4"],
    ],
    [
      "lists of switches and of hosts, on ports with four VLs",
      [
        "max_op_vls 3",
        "qos_max_vls 2",
        "qos_sl2vl 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15",
        "qos_ca_sl2vl 7,6,5,4,3,2,1,0,7,6,5,4,3,2,1,0x0",
      ],
    ],
  ])("sets up SL2VL as its options are read: %s", async (_, lines) => {
    const net = folder.at("net.topo");
    const { code } = await fabriclab(
      ..."topology mesh --columns 2 --rows 2 -o".split(" "),
      net,
    );
    expect(code).toBe(0);
    subnet = await Subnet.start(net);
    const options = ["qos TRUE", ...lines, ""].join("\n");
    writeFileSync(subnet.at("qos.conf"), options);
    // Why twice: the first sweep sets SL2VL by the VLs that ports had before it, and then these.
    for (const sweep of ["first", "second"]) {
      const ran = subnet.run(
        "opensm",
        ...["-o", "-e", "-d", "2", "-D", "0x43", "-f", subnet.at("osm.log")],
        ...["-R", "minhop", "-F", subnet.at("qos.conf")],
      );
      expect([sweep, ran.code]).toEqual([sweep, 0]);
    }
    const dump = subnet.read("opensm-sl2vl.dump");
    const { sl2vl } = readQosOptions(options);
    expect(rowsOf(dump, "Switch")).toEqual([sl2vl!.switches.join()]);
    expect(rowsOf(dump, "Channel Adapter")).toEqual([sl2vl!.hosts.join()]);
  });
});
