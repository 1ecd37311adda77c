import { transcript } from "../../cli/test/transcript.ts";

transcript("start.md");
