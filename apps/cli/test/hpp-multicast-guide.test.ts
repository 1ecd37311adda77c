import { transcript } from "./transcript.ts";

transcript("guides/hpp-multicast.md");
