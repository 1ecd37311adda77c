import { transcript } from "./transcript.ts";

transcript("guides/command-line.md");
