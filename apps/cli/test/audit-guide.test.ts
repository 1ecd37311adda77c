import { transcript } from "./transcript.ts";

transcript("guides/audit.md");
