import { transcript } from "./transcript.ts";

transcript("guides/dragonfly.md");
