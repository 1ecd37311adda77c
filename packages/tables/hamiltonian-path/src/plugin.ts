import {
  defineMulticastTables,
  intParam,
  type Citation,
} from "@fabriclab/spec";
import { MLID_CAPACITY } from "@fabriclab/units";
import { z } from "zod";
import { dualPaths, multiPaths } from "./path-plan.ts";
import { pathTables } from "./path-tables.ts";

const lin1994: Citation = {
  key: "lin1994",
  authors: "X. Lin, P. K. McKinley, L. M. Ni",
  title: "Deadlock-free multicast wormhole routing in 2-D mesh multicomputers",
  venue: "IEEE Transactions on Parallel and Distributed Systems 5(8), 793-804",
  year: 1994,
  doi: "10.1109/71.298203",
};

const params = z.object({
  firstMlid: intParam({ min: 0, max: MLID_CAPACITY - 1, default: 0 }).describe(
    "MLIDs start at 0xC000 + this; a real subnet manager keeps 0xC000 for IPoIB's broadcast group.",
  ),
});

/**
 * Dual-path multicast: a source sends at most two packets, which visit the members in the order of a Hamiltonian labelling, one upwards, one downwards.
 *
 * A packet's path is a chain: the mask at each switch is {next switch, members here}. Each path has an MLID of its own.
 *
 * @throws FabricError E_HAMILTONIAN_PATH_UNSUPPORTED_FABRIC, E_HAMILTONIAN_PATH_MLID_OVERFLOW, E_TABLES_BAD_MEMBER, E_TABLES_GROUP_TOO_SMALL,
 * E_TABLES_GROUP_TWICE
 */
export const hamiltonianDualPath = defineMulticastTables({
  name: "hamiltonian-dual-path",
  summary:
    "Multicast on 2-D meshes by at most two packets that visit the members along a Hamiltonian path.",
  cites: [lin1994],
  params,
  claims: { exactlyOnce: true },
  build: (context, options) =>
    pathTables(context, options.firstMlid, "dual-path", dualPaths),
});

/**
 * Multi-path multicast: as dual-path, but each way is divided between the source's two neighbours that lie that way, so that there are at most four
 * packets, with shorter paths.
 *
 * @throws FabricError E_HAMILTONIAN_PATH_UNSUPPORTED_FABRIC, E_HAMILTONIAN_PATH_MLID_OVERFLOW, E_TABLES_BAD_MEMBER, E_TABLES_GROUP_TOO_SMALL,
 * E_TABLES_GROUP_TWICE
 */
export const hamiltonianMultiPath = defineMulticastTables({
  name: "hamiltonian-multi-path",
  summary:
    "Multicast on 2-D meshes by at most four packets that visit the members along a Hamiltonian path.",
  cites: [lin1994],
  params,
  claims: { exactlyOnce: true },
  build: (context, options) =>
    pathTables(context, options.firstMlid, "multi-path", multiPaths),
});
