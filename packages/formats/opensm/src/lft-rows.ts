import type { Fabric } from "@fabriclab/spec";
import { NO_PORT, UNICAST_LID_MAX, type SwitchIx } from "@fabriclab/units";
import type { DumpNotes } from "./dump-notes.ts";
import { contradiction, mismatch, type Line } from "./guid-text.ts";
import type { ImpossiblePorts } from "./impossible-ports.ts";

/** The table of the switch whose section is being read. */
export class LftRows {
  /** LID -> port. */
  readonly table = new Uint8Array(UNICAST_LID_MAX + 1);
  /** Highest LID that the section may name. */
  limit = UNICAST_LID_MAX;
  /** Highest LID so far; higher ones were not named before. */
  last = 0;
  /** Entries so far. */
  count = 0;
  radix = 0;
  sw: SwitchIx | undefined;
  /** The section's own total was read. */
  totalled = false;
  readonly #lft: Uint8Array[];
  readonly #none = new Set<number>();
  /** Length of the table that an earlier section gave to this switch. */
  #before = 0;
  readonly #fabric: Fabric;
  readonly #notes: DumpNotes;
  readonly #impossible: ImpossiblePorts | undefined;

  /** @param impossible takes ports that switches do not have; undefined = they are refused */
  constructor(fabric: Fabric, notes: DumpNotes, impossible?: ImpossiblePorts) {
    this.#fabric = fabric;
    this.#notes = notes;
    this.#impossible = impossible;
    this.#lft = Array.from(
      { length: fabric.switchCount },
      () => new Uint8Array(0),
    );
  }

  /** Starts a switch's section. */
  open(line: Line, sw: SwitchIx, limit: number): void {
    const { portStart } = this.#fabric;
    const before = this.#lft[sw] ?? new Uint8Array(0);
    this.sw = sw;
    this.radix = (portStart[sw + 1] ?? 0) - (portStart[sw] ?? 0);
    this.limit = limit;
    this.count = 0;
    this.totalled = false;
    this.#none.clear();
    this.table.fill(NO_PORT);
    this.table.set(before);
    this.#before = before.length;
    this.last = before.length === 0 ? 0 : UNICAST_LID_MAX;
    if (before.length > 0)
      this.#notes.add(
        line.file,
        "a switch whose table stands there twice: both say the same",
        line.number,
      );
  }

  /** Ends it, and returns the highest LID that it covers. */
  close(): number {
    if (this.sw === undefined) return 0;
    let top = this.limit;
    if (top === UNICAST_LID_MAX)
      while (top > 0 && this.table[top] === NO_PORT) top--;
    this.#lft[this.sw] = this.table.slice(0, Math.max(top + 1, this.#before));
    this.sw = undefined;
    return top;
  }

  /**
   * Takes an entry that is not in ascending order, or not within bounds.
   *
   * @throws FabricError E_OPENSM_BAD_LID, E_OPENSM_BAD_PORT, E_OPENSM_CONTRADICTION
   */
  put(line: Line, lidText: string, port: number, portColumn: number): void {
    const lid = Number(lidText);
    this.count++;
    if (lid === 0) {
      this.#notes.add(
        line.file,
        "entries for LID 0, which is none, were passed over",
        line.number,
      );
      return;
    }
    if (lid > this.limit)
      throw mismatch(
        "E_OPENSM_BAD_LID",
        line,
        1,
        this.limit === UNICAST_LID_MAX
          ? "this is no unicast LID"
          : "the switch's heading ends before this LID",
        lidText,
        `0x0001 to 0x${this.limit.toString(16).padStart(4, "0")}`,
      );
    const isImpossible = port > this.radix && port !== NO_PORT;
    // Why NO_PORT: an entry is one byte, so that a greater number is damage to the file, not an entry of any switch.
    if (isImpossible && (this.#impossible === undefined || port > NO_PORT))
      throw mismatch(
        "E_OPENSM_BAD_PORT",
        line,
        portColumn,
        "the switch has no such port",
        String(port),
        `0 to ${this.radix}, or 255 for no path`,
      );
    const before = this.table[lid] ?? NO_PORT;
    const said =
      before !== NO_PORT || this.#none.has(lid) || lid < this.#before;
    if (said && before !== port)
      throw contradiction(
        line,
        portColumn,
        `the port for LID ${lid}`,
        String(port),
        `${before}, as this switch's earlier line says`,
      );
    if (said && this.last < UNICAST_LID_MAX)
      this.#notes.add(
        line.file,
        "a LID that stands there twice: both lines say the same",
        line.number,
      );
    if (isImpossible && !said && this.sw !== undefined)
      this.#impossible?.add(line, this.sw, lid, port);
    if (port === NO_PORT) this.#none.add(lid);
    this.table[lid] = port;
    this.last = Math.max(this.last, lid);
  }

  /** LFTs of all switches, `topLid + 1` entries each. */
  all(topLid: number): Uint8Array[] {
    return this.#lft.map((ports) => {
      if (ports.length === topLid + 1) return ports;
      const exact = new Uint8Array(topLid + 1).fill(NO_PORT);
      exact.set(ports.subarray(0, topLid + 1));
      return exact;
    });
  }
}
