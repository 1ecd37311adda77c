import { command } from "@fabriclab/tooling-tsup";

export default command();
