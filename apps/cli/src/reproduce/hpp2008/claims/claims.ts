import type { Claim } from "@fabriclab/experiment-report";
import type { Part, Study } from "../../reproduction.ts";
import type { Finding } from "../../verdicts/rules.ts";
import { claimOf, type Statement } from "../../verdicts/statement.ts";
import {
  barrierLengthsOf,
  barrierSettingsOf,
  bufferLengthsOf,
  bufferSettingsOf,
  buffersOf,
  DEFAULTS,
  intervalsOf,
  lengthsOf,
  seedsOf,
  settingNames,
} from "../cases.ts";
import { Points } from "../points.ts";
import { SETTINGS, type SettingName } from "../settings.ts";
import {
  INTERVAL_RULE,
  intervals,
  LENGTH_RULE,
  loss,
  LOSS_RULE,
  packetLengths,
} from "./barriers.ts";
import { BUFFERS_RULE, bufferSizes } from "./buffers.ts";
import { channels, CHANNELS_RULE } from "./channels.ts";
import {
  SHOW_AHEAD_RULE,
  showAhead,
  zeroLoad,
  ZERO_LOAD_RULE,
} from "./latency.ts";
import {
  modelTimes,
  scaling,
  SCALING_RULE,
  simulatedTimes,
} from "./scaling.ts";

interface Judged extends Omit<Statement, "found" | "variants"> {
  readonly find: () => Pick<Statement, "found" | "variants">;
}

/** A finding under the default, and those under what else the paper may have had. */
const under =
  (settings: readonly SettingName[], find: (setting: SettingName) => Finding) =>
  (): Pick<Statement, "found" | "variants"> => ({
    found: find("default"),
    variants: settings
      .filter((setting) => setting !== "default")
      .map((setting) => ({
        name: SETTINGS[setting].label,
        found: find(setting),
      })),
  });

/** C-003-1 to C-003-8. */
export function claims(study: Study): Part<Claim>[] {
  const { options } = study;
  const points = new Points(study);
  const barrierLengths = barrierLengthsOf(options);
  const barrierSettings = barrierSettingsOf(options);
  const statements: readonly Judged[] = [
    {
      id: "C-003-1",
      statement: "The zero-load latency of the switch is 38.4 ns.",
      paper: "§2.2: twelve stages of 3.2 ns.",
      quantity: "latency of the switch for one packet, without show-ahead",
      unit: "ns",
      criterion: ZERO_LOAD_RULE,
      find: () => ({ found: zeroLoad(points) }),
    },
    {
      id: "C-003-2",
      statement: "Show-ahead takes off 8.33 % at low load.",
      paper: "§2.2: 11 cycles instead of 12.",
      quantity: "share of 38.4 ns that show-ahead saves at low load",
      criterion: SHOW_AHEAD_RULE,
      find: () => ({ found: showAhead(points) }),
    },
    {
      id: "C-003-3",
      statement:
        "With 2, 3, 4, 8 virtual channels throughput is 1.27, 1.40, 1.42, 1.44 times that with one; more than four give little; other packet lengths are similar.",
      paper: "§3.2.1, Figure 7.",
      quantity: "throughput with 3 virtual channels over that with one, 256 B",
      criterion: CHANNELS_RULE,
      find: under(settingNames, (setting) =>
        channels(
          points,
          setting,
          options.quick && setting !== "default"
            ? [DEFAULTS.packet]
            : lengthsOf(options),
        ),
      ),
    },
    {
      id: "C-003-4",
      statement:
        "Throughput saturates at buffers of 512 B for packets of 8 to 64 B, of 2 KB for 128 to 1024 B.",
      paper: "§3.2.2, Figure 8.",
      quantity: "log2 of the least sufficient buffer over the paper's, 1024 B",
      criterion: BUFFERS_RULE,
      find: under(bufferSettingsOf(options), (setting) =>
        bufferSizes(points, setting, bufferLengthsOf(options), (packet) =>
          buffersOf(options, packet),
        ),
      ),
    },
    {
      id: "C-003-5",
      statement:
        "Barrier latency falls with the interval between barriers and is steady above 50 us.",
      paper: "§3.3, Figure 9.",
      quantity:
        "fall of the latency from the shortest interval to 50 us, 1024 B",
      criterion: INTERVAL_RULE,
      find: () => ({ found: intervals(points, intervalsOf(options)) }),
    },
    {
      id: "C-003-6",
      statement:
        "Barrier latency rises linearly with the length of unicast packets, from 128 ns without unicast.",
      paper: "§3.3, Figure 10.",
      quantity: "slope of the latency over the packet length, in packet times",
      criterion: LENGTH_RULE,
      find: under(barrierSettings, (setting) =>
        packetLengths(points, setting, barrierLengths),
      ),
    },
    {
      id: "C-003-7",
      statement: "Barriers take 1.14 % of the unicast bandwidth on average.",
      paper: "§3.3, Figure 11.",
      quantity: "loss of unicast throughput, mean over the packet lengths",
      criterion: LOSS_RULE,
      find: under(barrierSettings, (setting) =>
        loss(points, setting, barrierLengths),
      ),
    },
    {
      id: "C-003-8",
      statement:
        "Multicast and barrier of the switches take less than 2 us at 1024 nodes and are approximately constant from 8 on; software scales up.",
      paper: "§3.4, Figure 12.",
      quantity: "time of the switches' barrier at 1024 processors",
      unit: "ns",
      criterion: SCALING_RULE,
      find: () => ({
        found: scaling(simulatedTimes(points)),
        variants: [
          {
            name: "LogP",
            found: scaling(modelTimes(seedsOf(options).length)),
          },
        ],
      }),
    },
  ];
  return statements.map(({ find, ...statement }) => ({
    id: statement.id,
    make: () => claimOf({ ...statement, ...find() }),
  }));
}
