import { FabricBuilder } from "@fabriclab/fabric";
import { lidTable, type Fabric, type ForwardingTables } from "@fabriclab/spec";
import { NO_PORT, type Sl } from "@fabriclab/units";

/** Three switches of three ports in a ring, A on port 3 of the first, B on port 3 of the second. LIDs: switches 1, 2, 5, A 3, B 4. */
export function small(): {
  readonly fabric: Fabric;
  readonly tables: ForwardingTables;
} {
  const builder = new FabricBuilder("small");
  const [one, two, three] = ["one", "two", "three"].map((name) =>
    builder.addSwitch(name, 3),
  );
  const [a, b] = ["A", "B"].map((name) => builder.addHost(name));
  if (!one || !two || !three || !a || !b) throw new RangeError("nodes");
  builder.connect(one, 1, three, 2);
  builder.connect(one, 2, two, 1);
  builder.connect(two, 2, three, 1);
  builder.connect(one, 3, a, 1);
  builder.connect(two, 3, b, 1);
  const none = NO_PORT;
  return {
    fabric: builder.build(),
    tables: {
      lids: lidTable(Uint16Array.of(1, 2, 5, 3, 4), new Uint8Array(5)),
      lft: [
        Uint8Array.of(none, 0, 2, 3, 1, none),
        Uint8Array.of(none, none, 0, 1, 3, 2),
        Uint8Array.of(none, 2, 1, 2, 1, 0),
      ],
      lanes: 1,
      engine: "small",
      sameForAllSources: true,
      pathLid: (_, destination) => ([1, 2, 5, 3, 4][destination] ?? 0) as never,
      pathSl: () => 0 as Sl,
    },
  };
}
