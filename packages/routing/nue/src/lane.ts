import {
  AcyclicTurns,
  type LinkTurns,
  type SwitchLinks,
} from "@fabriclab/paths";
import { escapeTo, holdEscape, type EscapeTree } from "./escape-tree.ts";

/** What one lane holds: turns that close no cycle, those of the escape tree to all of its destinations among them. */
export class Lane {
  readonly turns: AcyclicTurns;
  readonly tree: EscapeTree;
  readonly #blocked: Uint8Array;
  readonly #fresh: number[] = [];

  constructor(
    links: SwitchLinks,
    turns: LinkTurns,
    tree: EscapeTree,
    destinations: readonly number[],
  ) {
    this.tree = tree;
    this.turns = new AcyclicTurns(links, turns, tree.place);
    this.#blocked = new Uint8Array(turns.count);
    const out = new Int32Array(links.switchCount);
    for (const to of destinations) {
      escapeTo(tree, links, to, out);
      holdEscape(links, out, this.turns);
    }
    this.turns.keep();
  }

  /** Adds a turn unless it would close a cycle. A turn that did so once always will, since turns only become more. */
  add(from: number, into: number): boolean {
    const turn = this.turns.turn(from, into);
    if (this.#blocked[turn] === 1) return false;
    if (this.turns.add(from, into)) return true;
    this.#blocked[turn] = 1;
    this.#fresh.push(turn);
    return false;
  }

  /** Whether `add` would refuse a turn, as far as that is known without a search. */
  isBlocked(from: number, into: number): boolean {
    return this.#blocked[this.turns.turn(from, into)] === 1;
  }

  keep(): void {
    this.turns.keep();
    this.#fresh.length = 0;
  }

  /** Takes out all turns since `keep` but the first `count`; what they blocked may be free again. */
  takeBack(count = 0): void {
    this.turns.takeBack(count);
    for (const turn of this.#fresh) this.#blocked[turn] = 0;
    this.#fresh.length = 0;
  }
}
