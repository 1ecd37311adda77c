import { project } from "@fabriclab/tooling-vitest";

export default project();
