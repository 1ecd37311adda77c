#!/usr/bin/env node
import module from "node:module";
import { hearInterrupts } from "./early-interrupt.ts";

hearInterrupts();

// Why: with compiled code kept from the last time, the command starts in less than half the time; Node 20 has no such cache.
(module as { enableCompileCache?: () => unknown }).enableCompileCache?.();

// Why: `pnpm -w fabriclab` runs at the workspace's root, but its user's files are where the user is.
const { INIT_CWD, npm_lifecycle_event } = process.env;
if (INIT_CWD !== undefined && npm_lifecycle_event === "fabriclab") {
  process.chdir(INIT_CWD);
}

const { processIo } = await import("./io.ts");
const { hearLateErrors, main } = await import("./program.ts");

const argv = process.argv.slice(2);
const io = processIo();
hearLateErrors(argv, io);
process.exitCode = await main(argv, io);
