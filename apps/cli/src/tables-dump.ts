import { resolve } from "node:path";
import { defineFinishedTables, nameParam } from "@fabriclab/spec";
import { z } from "zod";
import { readTableFolder } from "./table-folder.ts";

/**
 * The tables that stand in a folder: what OpenSM dumped of a real fabric, or what `fabriclab route` wrote. LIDs, path LIDs and SLs, SL2VL and multicast
 * come with them.
 *
 * @param folder against which a relative path is resolved: the scenario's
 */
export const dumpTables = (folder: string) =>
  defineFinishedTables({
    name: "dump",
    summary: "Tables from a folder: OpenSM's dumps or what `route` wrote.",
    cites: [],
    params: z.object({
      path: nameParam().describe(
        "The folder, relative to the scenario; in it opensm-lfts.dump and, where there are any, guid2lid, opensm.mcfdbs, opensm-sl2vl.dump, path-sl.tsv.",
      ),
    }),
    claims: { makes: "finished" },
    read: (fabric, { path }) =>
      readTableFolder(resolve(folder, path), fabric, "tables.path"),
  });
