/** Frames of a page, a power of two. */
const PAGE_BITS = 10;
const PAGE = 1 << PAGE_BITS;
const MASK = PAGE - 1;

// A slot is 32 bytes: two doubles, and behind them four words. What it says of a destination holds where its count is not 0.
const DOUBLES = 4;
/** Tick of the earliest birth among the frame's packets. Of a frame that was seen; in its first slot only. */
const BIRTH = 0;
/** Tick of the destination's last packet. */
const LAST = 1;
const WORDS = 8;
/** Destination, and packets that it got. */
const PLACE = 4;
const COUNT = 5;
/** Packets dropped, once for each destination that loses them, wherever they were going. In a frame's first slot only. */
const DROPS = 6;
/** The slot of the frame's next destination, 0 = none. */
const NEXT = 7;

/** Slots, as numbers of two kinds in one memory. */
class Page {
  readonly doubles: Float64Array;
  readonly words: Int32Array;

  constructor() {
    this.words = new Int32Array(PAGE * WORDS);
    this.doubles = new Float64Array(this.words.buffer);
  }
}

/** A frame as one of its destinations sees it. */
export interface Sight {
  /** Tick of the earliest birth among its packets. */
  birth: number;
  /** Packets that reached the destination, and the tick of the last; not a number where none did. */
  count: number;
  last: number;
  /** Packets delivered or dropped, over all destinations. */
  settled: number;
}

/**
 * What was seen of every frame of a traffic: 32 bytes for each, by tag, and as many for each destination after its first. Tags number the frames of all
 * streams in turn, so that those under way lie together.
 */
export class FrameTable {
  /** Page of a tag, less `#from`; undefined where no frame of it was seen. */
  readonly #pages: (Page | undefined)[] = [];
  #from = 0;
  /** Slots of further destinations; slot 0 is not used. */
  readonly #further: Page[] = [];
  #furtherSlots = 1;

  /** Tags that may have been seen: from `first` to below `end`. */
  get first(): number {
    return this.#from * PAGE;
  }

  get end(): number {
    return (this.#from + this.#pages.length) * PAGE;
  }

  /** A packet of frame `tag` reached a destination. */
  delivered(tag: number, birth: number, place: number, time: number): void {
    const page = this.#of(tag);
    const slot = tag & MASK;
    born(page, slot, birth);
    this.#add(page, slot, place, 1, time);
  }

  /** A packet of frame `tag` was dropped, and `copies` destinations do not get it. */
  dropped(tag: number, birth: number, copies: number): void {
    const page = this.#of(tag);
    const slot = tag & MASK;
    born(page, slot, birth);
    page.words[slot * WORDS + DROPS]! += copies;
  }

  /** Tick of the earliest birth seen; undefined where nothing was seen of the frame. */
  birth(tag: number): number | undefined {
    const page = this.#pages[(tag >>> PAGE_BITS) - this.#from];
    const slot = tag & MASK;
    return page !== undefined && isSeen(page, slot)
      ? page.doubles[slot * DOUBLES + BIRTH]
      : undefined;
  }

  /**
   * Reads a frame as the destination `place` sees it.
   * @returns whether anything was seen of the frame, anywhere; `sight` is left as it was where nothing was
   */
  look(tag: number, place: number, sight: Sight): boolean {
    const birth = this.birth(tag);
    if (birth === undefined) return false;
    sight.birth = birth;
    sight.count = 0;
    sight.last = Number.NaN;
    let page = this.#of(tag);
    let slot = tag & MASK;
    sight.settled = page.words[slot * WORDS + DROPS]!;
    for (;;) {
      const { words, doubles } = page;
      const count = words[slot * WORDS + COUNT]!;
      sight.settled += count;
      if (count > 0 && words[slot * WORDS + PLACE] === place) {
        sight.count = count;
        sight.last = doubles[slot * DOUBLES + LAST]!;
      }
      const next = words[slot * WORDS + NEXT]!;
      if (next === 0) return true;
      page = this.#further[next >>> PAGE_BITS]!;
      slot = next & MASK;
    }
  }

  /** Tells each destination that a packet of the frame reached, with their number and the tick of the last. */
  eachPlace(
    tag: number,
    tell: (place: number, count: number, last: number) => void,
  ): void {
    let page = this.#pages[(tag >>> PAGE_BITS) - this.#from];
    let slot = tag & MASK;
    while (page !== undefined) {
      const at = slot * WORDS;
      const count = page.words[at + COUNT]!;
      if (count > 0)
        tell(
          page.words[at + PLACE]!,
          count,
          page.doubles[slot * DOUBLES + LAST]!,
        );
      const next = page.words[at + NEXT]!;
      if (next === 0) return;
      page = this.#further[next >>> PAGE_BITS];
      slot = next & MASK;
    }
  }

  /** Adds what another table has seen of the same streams. */
  merge(other: FrameTable): void {
    for (let tag = other.first; tag < other.end; tag++) {
      const birth = other.birth(tag);
      if (birth === undefined) continue;
      const page = this.#of(tag);
      const slot = tag & MASK;
      born(page, slot, birth);
      page.words[slot * WORDS + DROPS]! +=
        other.#of(tag).words[slot * WORDS + DROPS]!;
      other.eachPlace(tag, (place, count, last) => {
        this.#add(page, slot, place, count, last);
      });
    }
  }

  clear(): void {
    this.#pages.length = 0;
    this.#further.length = 0;
    this.#furtherSlots = 1;
  }

  #of(tag: number): Page {
    const known = this.#pages[(tag >>> PAGE_BITS) - this.#from];
    return known ?? this.#begun(tag >>> PAGE_BITS);
  }

  /** A page of which the first frame is seen. */
  #begun(page: number): Page {
    const pages = this.#pages;
    if (pages.length === 0) this.#from = page;
    for (; this.#from > page; this.#from--) pages.unshift(undefined);
    // Why filled: an array with holes is looked at more slowly.
    while (this.#from + pages.length <= page) pages.push(undefined);
    return (pages[page - this.#from] = new Page());
  }

  #add(
    first: Page,
    firstSlot: number,
    place: number,
    count: number,
    last: number,
  ): void {
    let page = first;
    let slot = firstSlot;
    for (;;) {
      const at = slot * WORDS;
      const { words, doubles } = page;
      const before = words[at + COUNT]!;
      if (before === 0) {
        words[at + PLACE] = place;
        words[at + COUNT] = count;
        doubles[slot * DOUBLES + LAST] = last;
        return;
      }
      if (words[at + PLACE] === place) {
        words[at + COUNT] = before + count;
        if (last > doubles[slot * DOUBLES + LAST]!)
          doubles[slot * DOUBLES + LAST] = last;
        return;
      }
      const next = (words[at + NEXT] ||= this.#newSlot());
      page = this.#further[next >>> PAGE_BITS]!;
      slot = next & MASK;
    }
  }

  #newSlot(): number {
    const slot = this.#furtherSlots++;
    if (slot >>> PAGE_BITS === this.#further.length)
      this.#further.push(new Page());
    return slot;
  }
}

const isSeen = ({ words }: Page, slot: number): boolean =>
  words[slot * WORDS + COUNT]! > 0 || words[slot * WORDS + DROPS]! > 0;

/** A packet of the frame was born at `birth`. To be said before what became of it. */
function born(page: Page, slot: number, birth: number): void {
  const at = slot * DOUBLES + BIRTH;
  if (!isSeen(page, slot) || birth < page.doubles[at]!)
    page.doubles[at] = birth;
}
