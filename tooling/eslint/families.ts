/**
 * Which folder of packages/ may import which, in src. Dependencies point down this list only. Core packages are named one by
 * one; every other family is a folder, so a new package needs no edit here.
 */

const core = [
  "units",
  "spec",
  "fabric",
  "paths",
  "kernel",
  "network",
  "sim",
  "connection",
  "reading",
];

export const mayImport: Readonly<Record<string, readonly string[]>> = {
  units: [],
  spec: ["units"],
  fabric: ["units", "spec"],
  paths: ["units", "spec", "fabric"],
  kernel: ["units", "spec"],
  network: ["units", "spec", "fabric", "kernel"],
  sim: ["units", "spec", "fabric", "paths", "kernel", "network"],
  connection: ["units", "spec"],
  reading: ["units", "spec", "fabric"],
  topology: core,
  // a topology package for the accessor of its shape only
  addressing: [...core, "topology"],
  routing: [...core, "topology"],
  tables: [...core, "topology"],
  analysis: core,
  formats: core,
  switch: core,
  hca: core,
  traffic: core,
  metrics: core,
  experiment: [...core, "formats"],
  // the conformance kits check with the auditor's own code; dumps of other programs are read with our readers
  testing: [...core, "analysis", "formats"],
};

/** The folder of every family, as a glob from the root of the repository. */
export const folderOf = (family: string): string =>
  core.includes(family) ? `packages/core/${family}` : `packages/${family}/*`;
