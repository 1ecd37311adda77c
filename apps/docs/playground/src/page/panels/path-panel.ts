import type { FabricView, PathView } from "../../shared/protocol.ts";
import { fileOf } from "../../shared/setup.ts";
import type { App, Follower, Present } from "../app.ts";
import { button, element, field, panel } from "../dom.ts";
import { HostField } from "./host-field.ts";

/** Of the hosts of a pair. */
interface Names {
  readonly source?: string;
  readonly destination?: string;
}

/** The path between two hosts: chosen by name, or by pointing at them. */
export class PathPanel implements Follower {
  readonly root: HTMLElement;
  readonly #app: App;
  readonly #source: HostField;
  readonly #destination: HostField;
  readonly #result = element("div", { id: "path", role: "status" });
  readonly #shown: (channels: readonly number[]) => void;
  readonly #chosen: () => void;
  /** Index among the hosts. */
  #from: number | undefined;
  #to: number | undefined;
  #asked = 0;
  #view: FabricView | undefined;
  /** A pair that was asked for before the file of its hosts was open. */
  #awaited: { readonly file: string; readonly names: Names } | undefined;

  /**
   * @param shown is told the channels of the path that is drawn
   * @param chosen is told that there may be another pair
   */
  constructor(
    app: App,
    shown: (channels: readonly number[]) => void,
    chosen: () => void,
  ) {
    this.#app = app;
    this.#shown = shown;
    this.#chosen = chosen;
    this.#source = new HostField("source", (index, name) => {
      this.choose(index, this.#to);
      this.#refuse(this.#source, index, name);
    });
    this.#destination = new HostField("destination", (index, name) => {
      this.choose(this.#from, index);
      this.#refuse(this.#destination, index, name);
    });
    this.root = panel(
      "Path of a pair of hosts",
      true,
      element(
        "div",
        { class: "row" },
        field("From", this.#source.input),
        field("To", this.#destination.input),
        button("Swap", () => this.choose(this.#to, this.#from)),
      ),
      element(
        "p",
        { class: "about" },
        "Or click a host in the drawing, then point at another.",
      ),
      this.#source.list,
      this.#destination.list,
      this.#result,
    );
  }

  /** Names of the hosts chosen, for sharing. */
  get names(): Names {
    if (this.#awaited !== undefined) return this.#awaited.names;
    const names = this.#app.present?.view.hostNames ?? [];
    const [source, destination] = [
      names[this.#from ?? -1],
      names[this.#to ?? -1],
    ];
    return namesOf(source, destination);
  }

  /** Endports of the pair that is chosen. */
  get pair(): readonly [number, number] | undefined {
    const hosts = this.#app.present?.view.hosts;
    const [from, to] = [hosts?.[this.#from ?? -1], hosts?.[this.#to ?? -1]];
    return from === undefined || to === undefined ? undefined : [from, to];
  }

  chooseNames(
    source: string | undefined,
    destination: string | undefined,
  ): void {
    const names = this.#app.present?.view.hostNames ?? [];
    const unknown: string[] = [];
    const index = (name: string | undefined): number | undefined => {
      const at = name === undefined ? -1 : names.indexOf(name);
      if (name !== undefined && at < 0) unknown.push(name);
      return at < 0 ? undefined : at;
    };
    const from = index(source);
    this.choose(from, index(destination));
    if (unknown.length > 0) this.#clear(from, noHost(unknown.join(" or ")));
  }

  /** Shows a pair whose hosts are not there yet, and chooses it when the file comes. */
  awaitPair(
    file: string,
    source: string | undefined,
    destination: string | undefined,
  ): void {
    this.#awaited = { file, names: namesOf(source, destination) };
    this.#source.wait(source);
    this.#destination.wait(destination);
    this.#result.replaceChildren(
      element("p", {}, `Waiting for the file ${file}.`),
    );
    this.#chosen();
  }

  follow({ setup, view }: Present): void {
    const awaited = this.#awaited;
    this.#awaited = undefined;
    for (const one of [this.#source, this.#destination])
      one.names(view.hostNames);
    const isOther = view !== this.#view;
    this.#view = view;
    const file = fileOf(setup);
    if (awaited !== undefined && file !== undefined) {
      const { source, destination } = awaited.names;
      // Of a file by another name: perhaps the same one, perhaps not.
      const isThere = [source, destination].every(
        (name) => name === undefined || view.hostNames.includes(name),
      );
      if (file === awaited.file || isThere)
        return this.chooseNames(source, destination);
    }
    if (isOther) this.chooseEnds();
    else this.choose(this.#from, this.#to);
  }

  /** The first and the last host: the pair of a fabric of which none was chosen. */
  chooseEnds(): void {
    const last = (this.#view?.hostNames.length ?? 0) - 1;
    this.choose(last < 0 ? undefined : 0, last < 1 ? undefined : last);
  }

  /** A host was pointed at: the path to it is shown as long as it is. */
  point(node: number | undefined): void {
    const to = node === undefined ? this.#to : this.#indexOf(node);
    if (this.#from !== undefined && to !== undefined)
      void this.#show(this.#from, to);
  }

  /** A host was clicked: the first is the source, the next the destination. */
  click(node: number): void {
    const index = this.#indexOf(node);
    if (index === undefined) return;
    if (this.#from === undefined || this.#to !== undefined)
      this.choose(index, undefined);
    else this.choose(this.#from, index);
  }

  choose(from: number | undefined, to: number | undefined): void {
    // Without hosts, what is waited for stays.
    if (this.#view === undefined) return;
    [this.#from, this.#to] = [from, to];
    this.#source.show(from);
    this.#destination.show(to);
    this.#chosen();
    if (from === undefined || to === undefined) this.#clear(from);
    else if (from === to) this.#clear(from, "A host sends nothing to itself.");
    else void this.#show(from, to);
  }

  /** A name that no host has stays where it was written, and the page says so. */
  #refuse(field: HostField, index: number | undefined, name: string): void {
    if (index !== undefined || name === "") return;
    field.refuse(name);
    this.#clear(this.#from, noHost(name));
  }

  #indexOf(node: number): number | undefined {
    const at = this.#app.present?.view.hostNodes.indexOf(node) ?? -1;
    return at < 0 ? undefined : at;
  }

  #clear(
    from: number | undefined,
    text = from === undefined ? "Choose a host." : "Choose where to.",
  ): void {
    this.#asked += 1;
    const node = this.#app.present?.view.hostNodes[from ?? -1];
    this.#app.drawing.emphasise(node === undefined ? [] : [node]);
    this.#shown([]);
    this.#result.replaceChildren(element("p", {}, text));
  }

  async #show(from: number, to: number): Promise<void> {
    const { present, connection, drawing } = this.#app;
    if (present?.routed === undefined)
      return this.#clear(from, "There are no tables to follow.");
    const { view } = present;
    if (from === to) return;
    const asked = ++this.#asked;
    try {
      const path = await connection.ask("path", {
        source: view.hosts[from]!,
        destination: view.hosts[to]!,
      });
      if (asked !== this.#asked) return;
      const channels = path.steps.map(({ channel }) => channel);
      drawing.emphasise([view.hostNodes[from]!, view.hostNodes[to]!]);
      this.#shown(channels);
      this.#result.replaceChildren(...describe(path));
    } catch (error) {
      this.#app.complain(error);
    }
  }
}

const namesOf = (
  source: string | undefined,
  destination: string | undefined,
): Names => ({
  ...(source === undefined ? {} : { source }),
  ...(destination === undefined ? {} : { destination }),
});

const noHost = (name: string): string => `No host here is called ${name}.`;

function describe(path: PathView): HTMLElement[] {
  const arrives = path.end === "delivered";
  return [
    element(
      "p",
      arrives ? {} : { class: "bad" },
      arrives
        ? `${path.source} to ${path.destination}: ${path.switches} ${path.switches === 1 ? "switch" : "switches"}, LID ${path.lid}, SL ${path.sl}.`
        : `${path.source} does not reach ${path.destination}: ${path.end}.`,
    ),
    element(
      "ol",
      { class: "steps" },
      ...path.steps.map(({ text }) => element("li", {}, text)),
    ),
  ];
}
