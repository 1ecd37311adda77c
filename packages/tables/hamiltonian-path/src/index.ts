export { hamiltonianDualPath, hamiltonianMultiPath } from "./plugin.ts";
