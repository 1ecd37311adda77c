import { execSync } from "node:child_process";
import { transcript } from "./transcript.ts";

transcript("guides/command-line.md", () => undefined, {
  shell: (line) => execSync(line, { encoding: "utf8" }),
});
