import { fabriclab } from "./command.ts";
import { transcript } from "./transcript.ts";

transcript("../../README.md", async () => {
  await fabriclab(
    ...["topology", "mesh", "--columns", "3", "--rows", "3", "-o", "mesh.topo"],
  );
});

transcript("../cli/README.md", async () => {
  await fabriclab(
    ...["topology", "fat-tree", "--ports", "8", "--levels", "3"],
    ...["-o", "net.topo"],
  );
  await fabriclab(
    ...["route", "--fabric", "net.topo", "--routing", "cyclic", "-o", "tables"],
    ...["--group", "P(000)=P(200),P(201),P(210)"],
  );
});
