import { presets } from "../shared/presets.ts";
import { fileOf, type Setup } from "../shared/setup.ts";
import type { AddressBar } from "./address-bar.ts";
import type { App } from "./app.ts";
import type { PathPanel } from "./panels/path-panel.ts";
import { fromHash, type Shared } from "./share.ts";

/** What the address says; where it says nothing, the file that `fabriclab view` serves, else the first preset. */
export async function restore(
  app: App,
  path: PathPanel,
  bar: AddressBar,
): Promise<void> {
  const reading = bar.hold();
  const held = await read(app, path);
  if (held === "again") location.reload();
  else bar.release(reading, held);
}

/** @returns what the address holds; `again` where the page is to begin anew with it */
async function read(
  app: App,
  path: PathPanel,
): Promise<Shared | "again" | undefined> {
  const served = new URLSearchParams(location.search).get("file");
  const isOpen = app.present !== undefined;
  try {
    const shared = await fromHash(location.hash);
    if (shared !== undefined)
      return await takeShared(app, path, shared, served);
    if (isOpen) {
      // The link that skips the drawing leads to a place in the page.
      if (location.hash !== "") return undefined;
      // What stood behind the # was erased: what a page loaded now would show, and its pair.
      await takeFirst(app, served);
      path.chooseEnds();
      return undefined;
    }
  } catch (error) {
    // After the first experiment, which takes older refusals away.
    if (app.present === undefined) await app.take(presets[0]!.setup);
    app.complain(error);
    return undefined;
  }
  await takeFirst(app, served);
  return undefined;
}

/** @returns what was taken, or `again` as `read` does */
async function takeShared(
  app: App,
  path: PathPanel,
  shared: Shared,
  served: string | null,
): Promise<Shared | "again"> {
  const { setup, source, destination } = shared;
  const file = fileOf(setup);
  const isServed =
    file !== undefined && file === served && app.present === undefined;
  if (isServed) await openServed(app, file, setup);
  else await app.take(setup);
  if (app.present !== undefined && app.present.setup === app.setup)
    path.chooseNames(source, destination);
  // What was drawn before would stand under this address.
  else if (app.present !== undefined && app.setup === setup) return "again";
  else if (file !== undefined && app.setup === setup)
    path.awaitPair(file, source, destination);
  return shared;
}

/** The file that `fabriclab view` serves, else the first preset. */
async function takeFirst(app: App, served: string | null): Promise<void> {
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
