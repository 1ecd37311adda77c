import {
  choiceParam,
  defineTraffic,
  endportName,
  FabricError,
  hostHint,
  ibaOverheadBytes,
  meanBytePs,
  nameParam,
  PAPERS,
  refuseParam,
  sizeParam,
  timeParam,
  type TrafficContext,
} from "@fabriclab/spec";
import {
  formatTime,
  type Bytes,
  type EndportIx,
  type Ps,
} from "@fabriclab/units";
import { z } from "zod";
import { ControlStream } from "./control-stream.ts";

const params = z.object({
  period: timeParam("33.3ms")
    .superRefine((value, context) => {
      if (value > 0) return;
      refuseParam(context, value, {
        code: "E_CONTROL_PERIOD",
        message: "Control packets need time between them",
        got: `${value}ps`,
        expected: "a time such as 33.3ms",
      });
    })
    .describe("from one packet of a host to its next"),
  size: sizeParam("256B")
    .superRefine((value, context) => {
      if (value > 0 && value <= 4096) return;
      refuseParam(context, value, {
        code: "E_CONTROL_SIZE",
        message: "A control packet has at least one byte and one MTU at most",
        got: `${value}B`,
        expected: "1B to 4096B; a management datagram (MAD) has 256B",
      });
    })
    .describe("payload of a packet; a management datagram has 256 bytes"),
  headers: choiceParam(["ud", "none"], "ud").describe(
    "InfiniBand headers on top of the payload; none = the size is the size on the wire",
  ),
  manager: nameParam()
    .optional()
    .describe(
      "the host to which all others send, by name; it sends to a host drawn for each packet. Absent = every packet goes to a host drawn for it",
    ),
});

/** Control packets: one per host and period on VL15, which goes before all data and is never dropped. Each host starts at a time of its own. */
export const control = defineTraffic({
  name: "control",
  summary: "A management packet per host and period on VL15.",
  cites: [PAPERS.kim2007],
  params,
  claims: { loop: "open", finite: false },
  management: true,
  groups: () => [],
  create(context, options) {
    const { hosts, tables, tickPs } = context;
    const { headers, size, period } = options;
    if (hosts.length < 2)
      throw new FabricError({
        code: "E_CONTROL_HOSTS",
        message: "Control packets need another host to go to",
        got: `${hosts.length} ${hosts.length === 1 ? "host" : "hosts"}`,
        expected: "two or more",
      });
    const manager = managerOf(context, options.manager);
    const payload = headers === "none" ? size : Math.ceil(size / 4) * 4;
    const bytes = (payload + ibaOverheadBytes(headers, false)) as Bytes;
    const longest = Math.max(
      ...hosts.map((host) => bytes * context.bytePs(host)),
    );
    if (longest > period)
      throw new FabricError({
        code: "E_CONTROL_PERIOD",
        message: "A host's link takes longer for a control packet",
        where: { path: "period" },
        got: formatTime(period),
        expected: `at least ${formatTime(Math.ceil(longest) as Ps)}, which ${bytes} bytes take on the slowest link of a host`,
      });
    const sourceLoad = (host: EndportIx): number =>
      (bytes * context.bytePs(host)) / period;
    return {
      finite: false,
      droppable: false,
      maxPacketBytes: bytes,
      minPacketBytes: bytes,
      offeredLoad: (bytes * meanBytePs(hosts, context)) / period,
      sourceLoad,
      streams: hosts.map((source) => {
        const random = context.random(
          `control/${endportName(context.fabric, source)}`,
        );
        return new ControlStream({
          source,
          targets:
            manager === undefined || manager === source
              ? hosts.filter((host) => host !== source)
              : [manager],
          tables,
          bytes,
          start: (random.uniform() * period) / tickPs,
          period: period / tickPs,
          random,
        });
      }),
    };
  },
});

function managerOf(
  { fabric, hosts }: TrafficContext,
  name: string | undefined,
): EndportIx | undefined {
  if (name === undefined) return undefined;
  const names = hosts.map((host) => endportName(fabric, host));
  const at = names.indexOf(name);
  if (at >= 0) return hosts[at];
  const hint = hostHint(name, names);
  throw new FabricError({
    code: "E_CONTROL_MANAGER",
    message: "The fabric has no such host",
    where: { path: "manager" },
    got: name,
    expected: `the name of one of the ${hosts.length} hosts`,
    ...(hint === undefined ? {} : { hint }),
  });
}
