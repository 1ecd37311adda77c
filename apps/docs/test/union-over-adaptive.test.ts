import { transcript } from "../../cli/test/transcript.ts";

transcript("findings/union-over-adaptive.md");
