import {
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
  tablesOf,
  withDesignOf,
  withRouting,
  withTables,
  type Setup,
} from "../shared/setup.ts";
import { Refused, type Connection } from "./connection.ts";
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

  /** Shows what went wrong, where a reader can do something about it. */
  complain(error: unknown): void {
    const refusal: Refusal =
      error instanceof Refused
        ? error.refusal
        : {
            code: "internal",
            message: error instanceof Error ? error.message : String(error),
            where: "",
          };
    if (refusal.code === "stopped") return;
    showRefusal(refusal);
    this.say(refusal.message);
  }

  /**
   * Takes another setup: its fabric is drawn (where it is another), routed, and everybody told.
   *
   * @param isOpened files were opened: what has the same name may be another fabric
   */
  async take(setup: Setup, isOpened = false): Promise<void> {
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
        if (change !== this.#change) return;
        this.drawing.show(view);
      }
      this.say("Computing forwarding tables.");
      const routed = await this.connection
        .ask("route", setup)
        .catch((error: unknown) => {
          if (change === this.#change) this.complain(error);
          return undefined;
        });
      if (change !== this.#change) return;
      this.#present = { setup, view, routed };
      if (routed !== undefined)
        this.say(
          `${view.name}: ${view.switchCount} switches, ${view.hostCount} hosts, ${view.linkCount} cables, routed by ${routed.engine}.`,
        );
      for (const follower of this.#followers) follower.follow(this.#present);
    } catch (error) {
      if (change === this.#change) this.complain(error);
      // The forms show what was asked for, so that it can be mended.
      if (before !== undefined)
        for (const follower of this.#followers)
          follower.follow({ ...before, setup });
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
      const on =
        fabric === undefined
          ? setup
          : {
              ...(tablesOf(setup) === undefined
                ? setup
                : withRouting(setup, "minhop")),
              name: fabric.replace(/\.[^.]*$/, ""),
              topology: { kind: "file", path: fabric },
            };
      await this.take(tables ? withTables(on, OPENED_TABLES) : on, true);
    } catch (error) {
      this.complain(error);
    }
  }

  /** Ends what the worker is doing, and begins anew with the same setup. */
  async restart(): Promise<void> {
    this.connection.restart();
    for (const files of this.#files) await this.#give(files);
    if (!hasRemedy(this.#setup)) return await this.take(this.#setup, true);
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
    for (const { name, file } of files)
      read.push({ name, bytes: await file.arrayBuffer() });
    return await this.connection.ask(
      "upload",
      read,
      read.map(({ bytes }) => bytes),
    );
  }
}

const hasRemedy = (setup: Setup): boolean => tablesOf(setup) === REMEDY_TABLES;
