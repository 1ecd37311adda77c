import { presets } from "../shared/presets.ts";
import { fileOf, type Setup } from "../shared/setup.ts";
import type { App } from "./app.ts";
import type { PathPanel } from "./panels/path-panel.ts";
import { fromHash } from "./share.ts";

/** What the address says; where it says nothing, the file that `fabriclab view` serves, else the first preset. */
export async function restore(app: App, path: PathPanel): Promise<void> {
  const served = new URLSearchParams(location.search).get("file");
  try {
    const shared = await fromHash(location.hash);
    if (shared !== undefined) {
      const { setup, source, destination } = shared;
      const file = fileOf(setup);
      const isServed =
        file !== undefined && file === served && app.present === undefined;
      if (isServed) await openServed(app, file, setup);
      else await app.take(setup);
      if (app.present !== undefined && app.present.setup === app.setup)
        path.chooseNames(source, destination);
      else if (app.present !== undefined && app.setup === setup) {
        // What was drawn before would stand under this address: begin anew with it.
        location.reload();
        return;
      }
      if (file !== undefined && app.present === undefined)
        app.say(`Open the file ${file} to go on.`);
      return;
    }
  } catch (error) {
    // After the first experiment, which takes older refusals away.
    if (app.present === undefined) await app.take(presets[0]!.setup);
    app.complain(error);
    return;
  }
  if (app.present !== undefined) return;
  const first = presets[0]!.setup;
  if (served === null) await app.take(first);
  else await openServed(app, served, { ...first, routing: "minhop" });
}

/** The file beside the page. */
async function openServed(app: App, name: string, setup: Setup): Promise<void> {
  const answer = await fetch("fabric");
  if (!answer.ok)
    throw new Error(`The fabric's file is not there: ${answer.status}.`);
  await app.open([{ name, file: await answer.blob() }], setup);
}
