import { expect, it } from "vitest";
import { packagePage } from "../src/package-page.ts";
import { libraries, textOf } from "../src/repository.ts";

it("links the reference under the path at which a server has the site", async () => {
  const all = libraries();
  const manifests = new Map(all.map((p) => [p.manifest.name, p]));
  const units = all.find(({ shortName }) => shortName === "units");
  if (units === undefined) throw new Error("no package units");
  const page = await packagePage(
    units,
    textOf(`${units.path}/README.md`),
    manifests,
    "/lab/",
  );
  expect(page).toContain("](/lab/reference/modules/_fabriclab_units.html)");
});
