import { project } from "./index.ts";

/** All tests of the workspace in one run. */
export default project([
  "packages/*/*",
  "apps/*",
  "apps/docs/playground",
  "tooling/*",
]);
