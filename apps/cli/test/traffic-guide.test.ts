import { transcript } from "./transcript.ts";

transcript("guides/traffic.md");
