import { endportName, type Fabric } from "@fabriclab/spec";
import { formatTime, type EndportIx, type Ps } from "@fabriclab/units";
import type { Composition } from "./composition.ts";
import { portName } from "./port-name.ts";
import type { OfferedLinks } from "./offered-links.ts";

/** Shares that differ by less are alike: then a receiver is named before what lies before it. */
const ALIKE = 0.001;

/**
 * `P(3) is offered 2.1 times what its link carries (27.7s of packets are born for it in 13.2s); 7 more links are offered too much, too`: of the link with the greatest
 * share, and of the receiver with the greatest, where that is another.
 *
 * @param channels at least one
 */
export function overloadWords(
  { experiment, tickPs }: Composition,
  offered: OfferedLinks,
  channels: readonly number[],
): string {
  const { fabric } = experiment;
  const time = (ticks: number): string => shortTime(ticks * tickPs);
  const most = mostOffered(fabric, offered, channels)!;
  const receiver = arrives(fabric, most)
    ? undefined
    : mostOffered(
        fabric,
        offered,
        channels.filter((channel) => arrives(fabric, channel)),
      );
  const told = receiver === undefined ? [most] : [most, receiver];
  const words = told.map(
    (channel) =>
      `${offeredWords(fabric, channel, times(offered, channel))} (${time(offered.carrying[channel]!)} of packets are born for it in ${time(offered.last[channel]! + 1)})`,
  );
  const others = channels.length - told.length;
  if (others > 0)
    words.push(
      `${others} more ${others === 1 ? "link is" : "links are"} offered too much, too`,
    );
  return words.join("; ");
}

/** What is born for a channel over what it carries in the same time. */
const times = ({ carrying, last }: OfferedLinks, channel: number): number =>
  carrying[channel]! / (last[channel]! + 1);

/** The channel with the greatest share, the first of the receivers' among those that are alike; undefined of none. */
function mostOffered(
  fabric: Fabric,
  offered: OfferedLinks,
  channels: readonly number[],
): number | undefined {
  let most: number | undefined;
  for (const channel of channels) {
    const more = times(offered, channel) / times(offered, most ?? channel);
    const decides =
      arrives(fabric, channel) && !arrives(fabric, most ?? channel);
    if (most === undefined || more > 1 + ALIKE || (more > 1 - ALIKE && decides))
      most = channel;
  }
  return most;
}

/** Of three digits. */
export function shortTime(ps: number): string {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, ps))) - 2);
  return formatTime((Math.round(ps / unit) * unit) as Ps);
}

function offeredWords(fabric: Fabric, channel: number, more: number): string {
  const peer = fabric.portPeer[channel] ?? -1;
  const receiver = hostOf(fabric, peer);
  const share = Number(more.toPrecision(3));
  if (receiver !== undefined)
    return `${endportName(fabric, receiver)} is offered ${share} times what its link carries`;
  const sender = hostOf(fabric, channel);
  return sender === undefined
    ? `the link ${portName(fabric, channel)} to ${portName(fabric, peer)} is offered ${share} times what it carries`
    : `${endportName(fabric, sender)} sends ${share} times what its link carries`;
}

/** Whether a channel ends at a host. */
const arrives = (fabric: Fabric, channel: number): boolean =>
  (fabric.portNode[fabric.portPeer[channel] ?? -1] ?? -1) >= fabric.switchCount;

/** The host that a port belongs to; undefined of a switch's. */
const hostOf = (fabric: Fabric, port: number): EndportIx | undefined => {
  const endport = port < 0 ? -1 : fabric.endportPort.indexOf(port);
  return endport < 0 ? undefined : (endport as EndportIx);
};
