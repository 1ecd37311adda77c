import { resolve } from "node:path";
import { workspace } from "./index.js";

export default workspace(resolve(import.meta.dirname, "../.."));
