import { many } from "@fabriclab/spec";
import type { Composition } from "./composition.ts";

type Groups = Pick<Composition, "groups">;

/** What a run delivers: packets, or, where multicast makes several of one, their copies. */
export const copyWords = ({
  groups,
}: Groups): readonly [one: string, more: string] =>
  groups.length === 0 ? ["packet", "packets"] : ["copy", "copies"];

/** `1 packet`, `3 copies` */
export function copies(composition: Groups, count: number): string {
  const [one, more] = copyWords(composition);
  return many(count, one, more);
}

/** `1 packet is`, `3 copies are` */
export function copiesAre(composition: Groups, count: number): string {
  const [one, more] = copyWords(composition);
  return many(count, `${one} is`, `${more} are`);
}
