import { basename } from "node:path";
import { Command } from "commander";
import { note, type Context } from "../context.ts";
import { exitCodesHelp } from "../exit.ts";
import { servedFabric } from "../view/fabric.ts";
import { playgroundFiles } from "../view/page.ts";

/** `view` */
export function viewCommand(context: Context): Command {
  return new Command("view")
    .summary("the playground in a browser, with a fabric of yours")
    .description(
      "Serves the playground on this machine, at 127.0.0.1 and a port that the system chooses, and prints its address. The page draws the fabric, routes, audits and simulates it in the browser; nothing is loaded from elsewhere and nothing is sent. Ctrl-C ends it.",
    )
    .argument("[file]", "a fabric, in any format that the other commands read")
    .addHelpText(
      "after",
      `
Examples:
  $ fabriclab view
  $ fabriclab view net.topo
  From another machine, through SSH (the port is the one that was printed):
  $ ssh -L 40123:127.0.0.1:40123 login-node
${exitCodesHelp}`,
    )
    .action(async (file: string | undefined) => {
      const fabric =
        file === undefined
          ? undefined
          : servedFabric(file, (text) => note(context, text));
      const files = await playgroundFiles((text) => note(context, text));
      if (fabric !== undefined) files.set("/fabric", fabric);
      // Why: naming Node's HTTP at all loads its client, some 50 ms of the start of every other command.
      const { serveView } = await import("../view/server.ts");
      const server = await serveView(files);
      const url =
        file === undefined
          ? server.url
          : `${server.url}?file=${encodeURIComponent(basename(file))}`;
      context.io.out(
        context.json ? `${JSON.stringify({ url })}\n` : `${url}\n`,
      );
      note(context, "Open the address in a browser. Ctrl-C ends.");
      await interrupted();
      await server.close();
    });
}

/** Resolves at Ctrl-C, or when the process is asked to end. */
const interrupted = (): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      for (const signal of ["SIGINT", "SIGTERM"] as const)
        process.off(signal, end);
      resolve();
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.on(signal, end);
  });
