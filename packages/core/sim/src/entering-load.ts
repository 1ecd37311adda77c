import type { Traffic } from "@fabriclab/spec";

/** Load with which an entry enters a network that takes all that it offers: its own, and that of the answers which it draws. Undefined where it declares none. */
export const enteringLoad = ({
  offeredLoad,
  answersPerByte = 0,
}: Traffic): number | undefined =>
  offeredLoad === undefined ? undefined : offeredLoad * (1 + answersPerByte);
