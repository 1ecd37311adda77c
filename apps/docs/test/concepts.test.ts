import { transcript } from "../../cli/test/transcript.ts";

transcript("concepts/fabric.md");

transcript("concepts/addressing.md");

transcript("concepts/routing-and-tables.md");
