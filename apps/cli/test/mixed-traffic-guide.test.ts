import { transcript } from "./transcript.ts";

transcript("guides/mixed-traffic.md");
