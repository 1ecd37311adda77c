import { transcript } from "./transcript.ts";

transcript("../../packages/switch/replication/README.md");
