import { z } from "zod";

const guid = z
  .string()
  .regex(/^0x[0-9a-f]{1,16}$/, "a GUID such as 0x200000")
  .describe("64-bit GUID in hexadecimal.");

const node = z.strictObject({
  name: z.string().describe("NodeDescription."),
  guid,
  guidMadeUp: z
    .literal(true)
    .optional()
    .describe("The file that the fabric was read from names no GUID of it."),
  ports: z.int().min(1).max(254).describe("Number of ports, cabled or not."),
  portsMadeUp: z
    .literal(true)
    .optional()
    .describe(
      "The file that the fabric was read from does not say how many ports it has.",
    ),
});

/** The file, version 1. A number in `from` or `to` counts switches first, then hosts. */
export const fabricFile = z
  .strictObject({
    format: z.literal("fabriclab-fabric"),
    version: z.literal(1),
    name: z.string(),
    switches: z.array(node),
    hosts: z.array(
      node.extend({
        portGuids: z
          .array(guid)
          .optional()
          .describe(
            "PortGUID of each port; absent where each is NodeGUID + port number.",
          ),
      }),
    ),
    links: z.array(
      z.strictObject({
        from: z.tuple([z.int().min(0), z.int().min(1)]).describe("Node, port."),
        to: z.tuple([z.int().min(0), z.int().min(1)]).describe("Node, port."),
        rate: z
          .string()
          .regex(/^[0-9]+x[A-Z]+[0-9]*$/, "lanes and speed such as 4xQDR")
          .describe("Lanes and speed, such as 4xQDR."),
        flightPs: z.int().min(0).describe("Time of flight in picoseconds."),
      }),
    ),
  })
  .meta({ title: "A fabric of fabriclab" });

export type FabricFile = z.infer<typeof fabricFile>;

/** JSON Schema (draft 2020-12) of the file, for editors and other languages. */
export function fabricJsonSchema(): unknown {
  return z.toJSONSchema(fabricFile);
}
