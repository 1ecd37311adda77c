import { Option } from "commander";

/** Flags of the lists that some routings take; the commands that make tables have them. `when` begins what is said of the flag. */
const listOption =
  (flag: string, what: string) =>
  (when = ""): Option =>
    new Option(
      `--${flag} <file>`,
      `${when}${what} (GUIDs or names), for routings that take them`,
    );

export const rootsOption = listOption("roots", "root switches");
export const computeOption = listOption("compute", "compute nodes");
export const ioOption = listOption("io", "I/O nodes");
