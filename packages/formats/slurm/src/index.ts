export { expandHostlist, hostlist } from "./hostlist.ts";
export { readSlurm, type ReadOptions } from "./read.ts";
export { readSlurmSwitches, type SlurmSwitch } from "./topology-conf.ts";
export { writeSlurm, type SlurmFile, type WriteOptions } from "./write.ts";
