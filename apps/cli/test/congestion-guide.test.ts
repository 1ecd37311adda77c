import { transcript } from "./transcript.ts";

transcript("guides/congestion.md");
