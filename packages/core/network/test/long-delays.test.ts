import { FabricError, type Ps } from "@fabriclab/units";
import { expect, it } from "vitest";
import { createNetwork, type NetworkConfig } from "../src/index.ts";
import { deliveries, play, scripted } from "./scripted.ts";
import { star } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

const { fabric, tables } = star(3);
/** One packet of 256 B at 4 ns per byte: 1024 ticks of a nanosecond. */
const config: NetworkConfig = {
  fabric,
  tables,
  switchModels: [modelOf({ routingDelay: 100_000 as Ps })],
  hca: plainHca,
  link: { byteTimePs: 4000, flightPs: 20_000 },
  traffic: [scripted([{ source: 1, dlid: 2, birth: 0, bytes: 256 }])],
  tickPs: 1000,
  checked: true,
};

const refusal = (change: Partial<NetworkConfig>): FabricError | undefined => {
  try {
    createNetwork({ ...config, ...change });
    return undefined;
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    return error;
  }
};

/** 2^28 ticks, less a packet's 1024, a flight's 20 twice, and the switch's 100. */
const LEFT = 2 ** 28 - 1024 - 2 * 20 - 100;
const ns = (ticks: number): Ps => (ticks * 1000) as Ps;
/** Comes back from 32 bits as 5 ticks. */
const WRAPPED = 2 ** 32 + 5;

it.each(["sendDelay", "receiveDelay"] as const)(
  "a host's %s fills 2^28 ticks with the rest, and a tick more is refused",
  (key) => {
    expect(refusal({ hca: { ...plainHca, [key]: ns(LEFT) } })).toBeUndefined();
    expect(
      refusal({ hca: { ...plainHca, [key]: ns(LEFT + 1) } }),
    ).toMatchObject({
      code: "E_NETWORK_DELAY",
      where: { path: `hca.${key}` },
      got: expect.stringContaining(`${LEFT + 1} ticks of 1000 ps`),
      hint: expect.stringMatching(/^a shorter time; or /),
    });
    expect(refusal({ hca: { ...plainHca, [key]: ns(WRAPPED) } })?.code).toBe(
      "E_NETWORK_DELAY",
    );
  },
);

it("a packet that is too long is to be made smaller, and not its time", () => {
  // 2^30 B at 4 ns
  const traffic = [
    scripted([{ source: 1, dlid: 2, birth: 0, bytes: 2 ** 30 }]),
  ];
  expect(refusal({ traffic })).toMatchObject({
    code: "E_NETWORK_DELAY",
    where: { path: "traffic[0].size" },
    hint: expect.stringMatching(/^a smaller packet; or times /),
  });
});

it("times that 32 bits would take for short ones are refused, with the key to blame", () => {
  const path = (change: Partial<NetworkConfig>) => {
    const error = refusal(change);
    expect(error?.code).toBe("E_NETWORK_DELAY");
    return error?.where.path;
  };
  const { link } = config;
  expect(path({ link: { ...link, flightPs: ns(WRAPPED) } })).toBe(
    "link.flight",
  );
  expect(path({ switchModels: [modelOf({ routingDelay: ns(WRAPPED) })] })).toBe(
    "switch",
  );
  expect(path({ link: { ...link, byteTimePs: 2 ** 32 * 1000 } })).toBe(
    "link.byteTime",
  );
  expect(
    path({
      traffic: [
        ...config.traffic,
        scripted([{ source: 1, dlid: 2, birth: 0, bytes: 2 ** 27 }]),
      ],
    }),
  ).toBe("traffic[1].size");
});

it("a flight and a switch that take no time together name the key of the flight", () => {
  const switchModels = [modelOf({ routingDelay: 0 as Ps })];
  expect(
    refusal({ switchModels, link: { byteTimePs: 4000, flightPs: 0 } })?.where
      .path,
  ).toBe("link.flight");
  const far = star(3, () => ({ flight: 0 as Ps }));
  expect(
    refusal({ switchModels, fabric: far.fabric, link: {} })?.where.path,
  ).toBe("topology.flight");
});

/** Endport 0 of a star is that of its switch. */
const fromSwitch = { source: 0, dlid: 2, birth: 0, bytes: 256 };

it("a link of 3 ms, more picoseconds than 31 bits hold, is as long for a packet of a switch's own endport", () => {
  const network = createNetwork({
    ...config,
    link: { byteTimePs: 4000, flightPs: 3e9 },
    traffic: [scripted([fromSwitch])],
  });
  // The switch's 100, the packet's 1024 and the flight's 3 000 000 ns; nothing is cabled to the endport.
  expect(deliveries(play(network, 1e7)).map(({ time }) => time)).toEqual([
    100 + 1024 + 3e6,
  ]);
});

it("packets of a switch's own endport that take no time there name the switch, whatever its links take", () => {
  expect(
    refusal({
      switchModels: [modelOf({ routingDelay: 0 as Ps })],
      traffic: [scripted([fromSwitch])],
    })?.where.path,
  ).toBe("switch");
});

it("what `link` says is to blame where a switch's own endport sends, too", () => {
  expect(
    refusal({
      switchModels: [
        modelOf({ routingDelay: 0 as Ps, endportDelay: 1000 as Ps }),
      ],
      link: { byteTimePs: 4000, flightPs: 0 },
      traffic: [scripted([fromSwitch])],
    })?.where.path,
  ).toBe("link.flight");
});

it("packets that wait for longer than 2^32 ticks arrive like any other", () => {
  // 2^25 B at 4 ns: 2^27 ticks each, so that 32 of them are 2^32.
  const shots = Array.from({ length: 40 }, (_, tag) => ({
    ...{ source: 1, dlid: 2, birth: 1000, bytes: 2 ** 25, tag },
  }));
  const network = createNetwork({ ...config, traffic: [scripted(shots)] });
  expect(
    deliveries(play(network, 2 ** 33)).map(({ birth, time }) => [birth, time]),
  ).toEqual(
    shots.map((_, k) => [1000, 1000 + (k + 1) * 2 ** 27 + 2 * 20 + 100]),
  );
});
