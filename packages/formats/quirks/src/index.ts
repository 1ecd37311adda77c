export {
  QUIRKS,
  quirksNamed,
  quirkyFabric,
  quirkyText,
  type Quirk,
} from "./quirks.ts";
