import type { NumberText, ValueText } from "@fabriclab/spec";

const KINDS = ["combine", "distribute", "ack", "dun"];
const EVENTS: Readonly<Record<string, string>> = {
  sent: "sent, those sent again included",
  received: "received",
  resent: "sent again",
  "lost by chance":
    "lost on the way to it, as the parameter `loss` draws it; those that a dead link loses are in `drops` alone",
  corrupted: "corrupted",
};

/** What the statistics registers of a barrier engine count. */
const registers: Readonly<Record<string, NumberText>> = Object.fromEntries(
  Object.entries(EVENTS).flatMap(
    ([event, words]): (readonly [string, NumberText])[] => [
      [event, ["packets", `Packets of all kinds ${words}.`]],
      ...KINDS.map((kind): readonly [string, NumberText] => [
        `${kind} ${event}`,
        ["packets", `Packets of the kind ${kind} ${words}.`],
      ]),
    ],
  ),
);

const LOSSES = ["lost by chance", "corrupted"];

/** What the reports of barrier engines are, for files that explain themselves. */
export const values: Readonly<Record<string, ValueText>> = {
  "barrier-engine": {
    perPlace: true,
    text: "Barriers that were completed in the barrier engines of switches.",
    details: registers,
    losses: LOSSES,
  },
  "barrier-engine.hosts": {
    text: "Barriers that were completed in the barrier engines of hosts.",
    details: registers,
    losses: LOSSES,
  },
};
