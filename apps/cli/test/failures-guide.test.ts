import { transcript } from "./transcript.ts";

transcript("guides/failures.md");
