import {
  MOST_FILE_BYTES,
  OPENED_TABLES,
  REMEDY_TABLES,
  type Catalogue,
  type FabricView,
  type Opened,
  type OpenedFile,
  type Refusal,
  type RoutedView,
} from "../shared/protocol.ts";
import { presets } from "../shared/presets.ts";
import {
  entryOf,
  fileOf,
  tablesOf,
  withDesignOf,
  withFile,
  withRouting,
  withTables,
  type Setup,
} from "../shared/setup.ts";
import { Refused, type Connection } from "./connection.ts";
import { counted } from "./dom.ts";
import { showRefusal } from "./refusal.ts";
import type { Drawing } from "./drawing/drawing.ts";

/** What the page is about at the moment. */
export interface Present {
  readonly setup: Setup;
  readonly view: FabricView;
  /** Undefined where the routing was refused. */
  readonly routed: RoutedView | undefined;
}

/** Something that shows the present, and hears when it is another. */
export interface Follower {
  /** Another fabric, other tables, or the same with other traffic. */
  follow(present: Present): void;
  /** An experiment whose fabric is not there yet, and nothing before it: what it asks for is shown. */
  wait?(setup: Setup): void;
}

/** A file that the reader opened, kept so that a new worker can be given it. */
export interface OpenFile {
  readonly name: string;
  readonly file: Blob;
}

/** What the parts of the page share: the setup, the worker, the drawing. */
export class App {
  readonly connection: Connection;
  readonly drawing: Drawing;
  readonly #say: (text: string) => void;
  readonly #followers: Follower[] = [];
  #catalogue: Catalogue = {};
  #setup: Setup = presets[0]!.setup;
  #present: Present | undefined;
  /** What stood before the tables of a remedy did. */
  #beforeRemedy: Setup | undefined;
  /** In the order in which they were opened, together where they were chosen together. */
  #files: (readonly OpenFile[])[] = [];
  /** The last change that was asked for; answers to earlier ones are not shown. */
  #change = 0;

  constructor(
    connection: Connection,
    drawing: Drawing,
    say: (text: string) => void,
  ) {
    this.connection = connection;
    this.drawing = drawing;
    this.#say = say;
  }

  get catalogue(): Catalogue {
    return this.#catalogue;
  }

  get setup(): Setup {
    return this.#setup;
  }

  get present(): Present | undefined {
    return this.#present;
  }

  async begin(): Promise<void> {
    this.#catalogue = await this.connection.ask("catalogue", null);
  }

  add(follower: Follower): void {
    this.#followers.push(follower);
  }

  say(text: string): void {
    this.#say(text);
  }

  /** Shows what went wrong, where a reader can do something about it. @returns what is shown */
  complain(error: unknown): Refusal {
    const refusal: Refusal =
      error instanceof Refused
        ? error.refusal
        : {
            code: "internal",
            message: error instanceof Error ? error.message : String(error),
            where: "",
          };
    if (refusal.code === "stopped") return refusal;
    showRefusal(refusal);
    this.say(refusal.message);
    return refusal;
  }

  /**
   * Takes another setup: its fabric is drawn (where it is another), routed, and everybody told.
   *
   * @param isOpened files were opened: what has the same name may be another fabric
   * @returns why there are no tables; undefined where there are, or no fabric
   */
  async take(setup: Setup, isOpened = false): Promise<Refusal | undefined> {
    const change = ++this.#change;
    showRefusal(undefined);
    const before = this.#present;
    const same =
      before !== undefined &&
      !isOpened &&
      JSON.stringify(setup["topology"]) ===
        JSON.stringify(before.setup["topology"]);
    if (hasRemedy(setup) && !hasRemedy(this.#setup))
      this.#beforeRemedy = this.#setup;
    this.#setup = setup;
    try {
      let view = before?.view;
      if (!same || view === undefined) {
        this.say("Building the fabric.");
        view = await this.connection.ask("fabric", setup);
        if (change !== this.#change) return undefined;
        this.drawing.show(view);
      }
      this.say(
        `Computing forwarding tables of ${counted(view.switchCount, "switch", "switches")}, for ${counted(view.hostCount, "host")}.`,
      );
      let refused: Refusal | undefined;
      const routed = await this.connection
        .ask("route", setup)
        .catch((error: unknown) => {
          if (change === this.#change) refused = this.complain(error);
          return undefined;
        });
      if (change !== this.#change) return undefined;
      this.#present = { setup, view, routed };
      if (routed !== undefined) this.say(summary(view, routed));
      for (const follower of this.#followers) follower.follow(this.#present);
      return refused;
    } catch (error) {
      if (change !== this.#change) return undefined;
      this.complain(error);
      const file = fileOf(setup);
      if (before === undefined && file !== undefined)
        this.say(`Open the file ${file} to go on.`);
      // The forms show what was asked for, so that it can be mended.
      for (const follower of this.#followers)
        if (before === undefined) follower.wait?.(setup);
        else follower.follow({ ...before, setup });
      return undefined;
    }
  }

  /** Opens files of a fabric and of its tables. They go to the worker of this page, and nowhere else. */
  async open(
    files: readonly OpenFile[],
    setup: Setup = this.#setup,
  ): Promise<void> {
    try {
      this.say(`Reading ${files.map(({ name }) => name).join(", ")}.`);
      const { fabric, tables } = await this.#give(files);
      // A fabric takes the place of all that was open before.
      this.#files = fabric === undefined ? [...this.#files, files] : [files];
      const kept =
        fabric === undefined || tablesOf(setup) === undefined
          ? setup
          : withRouting(setup, "minhop");
      // Of an experiment that names the file nothing changes: it was waiting for it.
      const on =
        fabric === undefined || fileOf(kept) === fabric
          ? kept
          : withFile(kept, fabric);
      if (tables) await this.take(withTables(on, OPENED_TABLES), true);
      else await this.takeFabric(on, true);
    } catch (error) {
      this.complain(error);
    }
  }

  /**
   * Takes a setup with another fabric. One that the engine chosen before refuses is routed by minhop, which takes any, and the page says so; where minhop is refused,
   * too, the engine is not what is wrong, and stays.
   *
   * @param isOpened as for `take`
   */
  async takeFabric(setup: Setup, isOpened = false): Promise<void> {
    const refused = await this.take(setup, isOpened);
    const engine = entryOf(setup, "routing")?.kind;
    if (refused === undefined || engine === undefined || engine === "minhop")
      return;
    // Between two steps somebody may choose anew.
    const change = this.#change;
    const isRefused =
      (await this.take(withRouting(setup, "minhop"))) !== undefined;
    if (this.#change !== change + 1) return;
    if (isRefused) {
      await this.take(setup);
      return;
    }
    const { view, routed } = this.#present ?? {};
    if (view !== undefined && routed !== undefined)
      this.say(
        `${summary(view, routed)} Not by ${engine}: ${refused.message} (${refused.code}).`,
      );
  }

  /** Ends what the worker is doing, and begins anew with what is shown: a setup that was still on its way there is given up. */
  async restart(): Promise<void> {
    this.#change += 1;
    this.connection.restart();
    for (const files of this.#files) await this.#give(files);
    if (this.#present === undefined) {
      this.say("Stopped.");
      return;
    }
    this.#setup = this.#present.setup;
    if (!hasRemedy(this.#setup)) {
      await this.take(this.#setup, true);
      return;
    }
    // What a remedy computed is gone with the worker.
    const before = this.#beforeRemedy;
    const setup =
      before === undefined
        ? withRouting(this.#setup, "minhop")
        : withDesignOf(this.#setup, before);
    await this.take(setup, true);
    if (this.#present?.setup !== setup) return;
    this.say(
      `Stopped. The tables of the remedy are lost; ${before === undefined ? "minhop takes their place" : "those from before it are back"}. Audit again to have the remedy again.`,
    );
  }

  async #give(files: readonly OpenFile[]): Promise<Opened> {
    const read: OpenedFile[] = [];
    for (const { name, file } of files) {
      if (file.size > MOST_FILE_BYTES) throw tooLarge(name);
      read.push({ name, bytes: await file.arrayBuffer() });
    }
    return await this.connection.ask(
      "upload",
      read,
      read.map(({ bytes }) => bytes),
    );
  }
}

const hasRemedy = (setup: Setup): boolean => tablesOf(setup) === REMEDY_TABLES;

/** `net: 2 switches, 2 hosts, 3 cables, routed by minhop.` */
const summary = (view: FabricView, { engine }: RoutedView): string =>
  `${view.name}: ${counted(view.switchCount, "switch", "switches")}, ${counted(view.hostCount, "host")}, ${counted(view.linkCount, "cable")}, routed by ${engine}.`;

/** Not even read: a browser's tab holds no such file. */
const tooLarge = (name: string): Refused =>
  new Refused({
    code: "E_PLAYGROUND_FILE_SIZE",
    message: `${name} is too long for a browser page.`,
    where: name,
    got: `more than ${MOST_FILE_BYTES / 2 ** 20} MiB`,
    expected: "a fabric's file, or one of its tables",
    hint: "use the command line: fabriclab audit --fabric FILE --tables FOLDER",
  });
