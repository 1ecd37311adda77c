import { resolve } from "node:path";
import { defineFinishedTables, nameParam } from "@fabriclab/spec";
import { z } from "zod";
import { dumpNoteText, readTableFolder } from "./table-folder.ts";
import type { Tell } from "./topology-file.ts";

/**
 * The tables that stand in a folder: what OpenSM dumped of a real fabric, or what `fabriclab route` wrote. LIDs, path LIDs and SLs, SL2VL, VL arbitration and
 * multicast come with them.
 *
 * @param folder against which a relative path is resolved: the scenario's
 * @param tell what the readers passed over, once for each folder; default: nobody, as in threads, whose folders the command has read before them
 */
export const dumpTables = (folder: string, tell?: Tell) => {
  const told = new Set<string>();
  return defineFinishedTables({
    name: "dump",
    summary: "Tables from a folder: OpenSM's dumps or what `route` wrote.",
    cites: [],
    params: z.object({
      path: nameParam().describe(
        "The folder, relative to the scenario; in it opensm-lfts.dump and, where there are any, guid2lid, opensm.mcfdbs, opensm-sl2vl.dump, opensm-qos.conf, path-sl.tsv.",
      ),
    }),
    claims: {},
    read(fabric, { path }) {
      const place = resolve(folder, path);
      const tables = readTableFolder(place, fabric, "tables.path");
      if (!told.has(place))
        for (const one of tables.notes) tell?.(dumpNoteText(one));
      told.add(place);
      return tables;
    },
  });
};
