import { FabricError, type BufferSize } from "@fabriclab/spec";

/**
 * What a VL gets of a buffer: all of it where the size is each VL's, an even share where it is the port's. Bytes are counted in blocks of 64, so a
 * share is rounded down to whole blocks.
 *
 * @throws FabricError E_RELAY_BUFFER_SHARE where nothing is left for a VL, or packets do not divide evenly
 */
export function share(
  key: string,
  size: BufferSize,
  {
    bufferPer,
    virtualLanes,
  }: { readonly bufferPer: "lane" | "port"; readonly virtualLanes: number },
): BufferSize {
  if (bufferPer === "lane") return size;
  const whole = "packets" in size ? size.packets : Math.floor(size.bytes / 64);
  const each = Math.floor(whole / virtualLanes);
  const uneven = "packets" in size && each * virtualLanes !== whole;
  if (uneven || (whole > 0 && each === 0)) {
    const unit = "packets" in size ? "packets" : "blocks of 64 bytes";
    throw new FabricError({
      code: "E_RELAY_BUFFER_SHARE",
      message: "a port's buffer cannot be divided among its VLs",
      where: { path: `switch.${key}` },
      got: `${whole} ${unit} for ${virtualLanes} VLs`,
      expected: `a multiple of ${virtualLanes} ${unit}`,
      hint: "give a larger buffer, or the size of each VL with bufferPer: lane",
    });
  }
  return "packets" in size ? { packets: each } : { bytes: each * 64 };
}
