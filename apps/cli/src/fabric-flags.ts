import { Option } from "commander";

/** The fabric of a command that cannot do without. */
export const fabricFlag = (): Option =>
  new Option(
    "--fabric <file>",
    "the fabric: what ibnetdiscover prints, subnet.lst, IBADM .topo, db_csv, topology.conf or JSON",
  ).makeOptionMandatory();

/** Names for the nodes of that fabric. */
export const nodeNameMapFlag = (): Option =>
  new Option(
    "--node-name-map <file>",
    "names by NodeGUID, for nodes that call themselves alike",
  );
