import { resolve } from "node:path";
import { workspace } from "./index.ts";

export default workspace(resolve(import.meta.dirname, "../.."));
