import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fabriclab, workFolder } from "../command.ts";

const folder = workFolder();

it("reproduce refuses the folder of another paper's report, and leaves it as it is", async () => {
  mkdirSync(folder.at("report"));
  const claims = '{ "source": "zhou2007", "claims": [] }\n';
  folder.write("report/claims.json", claims);
  folder.write("report/report.html", "<!doctype html>");
  const { code, err } = await fabriclab(
    ...["reproduce", "zhou2010", "--quick", "-o", folder.at("report")],
  );
  expect(code).toBe(2);
  expect(err).toContain("E_CLI_OUTPUT_NOT_EMPTY");
  expect(err).toMatch(/^ {2}got +the report of zhou2007$/m);
  expect(err).toMatch(/^ {2}expected +.* or is that of zhou2010$/m);
  expect(readdirSync(folder.at("report"))).toEqual([
    "claims.json",
    "report.html",
  ]);
  expect(readFileSync(folder.at("report/claims.json"), "utf8")).toBe(claims);
});
