import { Option } from "commander";

/** Flags of the lists that some routings take; `route` and `fail` have them. */
const listOption = (flag: string, what: string) => (): Option =>
  new Option(
    `--${flag} <file>`,
    `${what} (GUIDs or names), for routings that take them`,
  );

export const rootsOption = listOption("roots", "root switches");
export const computeOption = listOption("compute", "compute nodes");
export const ioOption = listOption("io", "I/O nodes");
