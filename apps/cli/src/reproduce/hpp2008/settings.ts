/** What the paper does not state about its switch; each setting changes one thing. */
export interface Setting {
  readonly label: string;
  /** Bytes on the link for every 64 bytes of buffer that fall free; 0 = credits cost nothing. */
  readonly creditPacket: number;
  /** Bytes of header and CRC on top of a unicast packet's length. */
  readonly header: number;
  /** Packets that an output stores per virtual channel. */
  readonly transmit: number;
  readonly showAhead: boolean;
}

const DEFAULT: Setting = {
  label: "default",
  creditPacket: 0,
  header: 0,
  transmit: 0,
  showAhead: true,
};

export const SETTINGS = {
  default: DEFAULT,
  credits: { ...DEFAULT, label: "credit packets of 10 B", creditPacket: 10 },
  header: { ...DEFAULT, label: "headers of 8 B", header: 8 },
  transmit: {
    ...DEFAULT,
    label: "transmit buffer of one packet",
    transmit: 1,
  },
  "no-show-ahead": { ...DEFAULT, label: "no show-ahead", showAhead: false },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;
