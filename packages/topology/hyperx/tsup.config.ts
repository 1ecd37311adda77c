import { library } from "@fabriclab/tooling-tsup";

export default library();
