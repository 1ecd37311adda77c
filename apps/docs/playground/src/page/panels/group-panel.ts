import type { TreeRequest, TreeView } from "../../shared/protocol.ts";
import type { App, Follower, Present } from "../app.ts";
import { button, element, field, panel } from "../dom.ts";
import { showRefusal } from "../refusal.ts";

/** Groups and sources of them that are listed. */
const MOST = 60;

/** Multicast groups: those of the traffic, or one of the reader's own, and the tree of a source. */
export class GroupPanel implements Follower {
  readonly root: HTMLElement;
  readonly #app: App;
  readonly #list = element("ul", { id: "groups" });
  readonly #result = element("div", { role: "status" });
  readonly #members = element("input", { id: "members", value: "1-4" });
  readonly #shown: (channels: readonly number[]) => void;

  constructor(app: App, shown: (channels: readonly number[]) => void) {
    this.#app = app;
    this.#shown = shown;
    this.root = panel(
      "Tree of a multicast group",
      false,
      this.#list,
      field(
        "A group of your own: hosts by number",
        this.#members,
        "Such as 1-4, 7, 12. The first one sends. Hosts count from 1.",
      ),
      element(
        "div",
        { class: "row" },
        button("Show its tree", () => void this.#own()),
        button("Clear", () => this.#clear()),
      ),
      this.#result,
    );
  }

  follow({ routed }: Present): void {
    this.#clear();
    const groups = (routed?.groups ?? []).flatMap(
      ({ name, members, sources }, group) =>
        sources.map((source) => ({ name, members, source, group })),
    );
    const rows = groups
      .slice(0, MOST)
      .map(({ name, members, source, group }) => {
        const show = (): void => void this.#show({ group, source });
        const one = button(`${name}, ${members} members`, show);
        one.addEventListener("mouseenter", show);
        one.addEventListener("focus", show);
        return element("li", {}, one);
      });
    if (groups.length > MOST)
      rows.push(element("li", {}, `and ${groups.length - MOST} more`));
    this.#list.replaceChildren(
      ...(rows.length === 0
        ? [element("li", {}, "The traffic has no groups.")]
        : rows),
    );
  }

  #clear(): void {
    this.#shown([]);
    this.#result.replaceChildren();
  }

  async #own(): Promise<void> {
    const { present } = this.#app;
    if (present === undefined) return;
    // What was refused of the group before says nothing of this one.
    showRefusal(undefined);
    const { hosts } = present.view;
    const { found, others } = numbers(this.#members.value, hosts.length);
    const members = found.map((one) => hosts[one - 1]!);
    this.#members.setAttribute(
      "aria-invalid",
      String(members.length < 2 || others.length > 0),
    );
    const [source] = members;
    if (source === undefined || members.length < 2 || others.length > 0) {
      this.#shown([]);
      this.#result.replaceChildren(
        element(
          "p",
          { class: "bad" },
          `${others.length > 0 ? `No hosts: ${others.join(", ")}. ` : ""}Name at least two hosts from 1 to ${hosts.length}.`,
        ),
      );
      return;
    }
    await this.#show({ setup: present.setup, source, members });
  }

  async #show(request: TreeRequest): Promise<void> {
    try {
      const tree = await this.#app.connection.ask("tree", request);
      const channels = tree.steps.map(({ channel }) => channel);
      this.#shown(channels);
      this.#result.replaceChildren(...describe(tree));
    } catch (error) {
      this.#clear();
      this.#app.complain(error);
    }
  }
}

/** `1-4, 7` -> 1, 2, 3, 4, 7; what is no host, or no whole range of them, stands apart. */
function numbers(
  text: string,
  most: number,
): { readonly found: readonly number[]; readonly others: readonly string[] } {
  const found = new Set<number>();
  const others: string[] = [];
  for (const part of text.split(/[\s,;]+/).filter((one) => one !== "")) {
    const range = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part);
    const first = Number(range?.[1] ?? 0);
    const last = Number(range?.[2] ?? first);
    if (first < 1 || last < first || last > most) others.push(part);
    else for (let one = first; one <= last; one++) found.add(one);
  }
  return { found: [...found], others };
}

function describe(tree: TreeView): HTMLElement[] {
  const mlids = tree.mlids.map((mlid) => `0x${mlid.toString(16)}`).join(", ");
  return [
    element(
      "p",
      {},
      `${tree.source} to ${tree.members.length} members of ${tree.group} by MLID ${mlids}: ${tree.steps.length} channels.`,
    ),
    ...(tree.missed.length === 0
      ? []
      : [
          element(
            "p",
            { class: "bad" },
            `No copy reaches ${tree.missed.join(", ")}.`,
          ),
        ]),
    element(
      "details",
      {},
      element("summary", {}, "Channels of the tree"),
      element(
        "ol",
        { class: "steps" },
        ...tree.steps.map(({ text }) => element("li", {}, text)),
      ),
    ),
  ];
}
