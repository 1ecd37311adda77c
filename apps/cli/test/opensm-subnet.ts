import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Debian's packages of the real OpenSM and of a subnet to run it on. */
export const PACKAGES =
  "opensm ibsim-utils libumad2sim0 infiniband-diags ibutils";

const PROGRAMS = [
  "opensm",
  "ibsim",
  "ibnetdiscover",
  "dump_fts",
  "dump_lfts",
  "ibroute",
  "ibtracert",
  "saquery",
  "smpquery",
];
/** infiniband-diags are in sbin, which not every user's PATH has. */
const PATH = [
  ...(process.env["PATH"] ?? "").split(delimiter),
  "/usr/sbin",
  "/usr/local/sbin",
].join(delimiter);
const PATIENCE = 20_000;

/** The library that leads MADs to ibsim; undefined where it is not installed. */
function umad2sim(): string | undefined {
  for (const root of ["/usr/lib", "/usr/lib64", "/usr/local/lib"]) {
    const folders = existsSync(root) ? ["", ...readdirSync(root)] : [];
    const found = folders
      .map((name) => join(root, name, "umad2sim", "libumad2sim.so"))
      .find((file) => existsSync(file));
    if (found !== undefined) return found;
  }
  return undefined;
}

const library = umad2sim();

/** What is missing here to run OpenSM on a simulated subnet; nothing where all is installed. */
export const missingPrograms: readonly string[] = [
  ...PROGRAMS.filter(
    (name) =>
      !PATH.split(delimiter).some((folder) => existsSync(join(folder, name))),
  ),
  ...(library === undefined ? ["libumad2sim.so"] : []),
];

if (missingPrograms.length > 0)
  process.stderr.write(
    `\nNOTICE: tests with the real OpenSM are skipped, ${missingPrograms.join(", ")} missing; on Debian: apt-get install -y --no-install-recommends ${PACKAGES}\n\n`,
  );

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

let started = 0;

/** A subnet of ibsim in a folder of its own, and programs that see it as theirs. */
export class Subnet {
  readonly folder = mkdtempSync(join(tmpdir(), "fabriclab-subnet-"));
  readonly #children: ChildProcess[] = [];
  readonly #env: NodeJS.ProcessEnv;

  private constructor(host: string) {
    this.#env = {
      ...process.env,
      PATH,
      // An abstract socket: subnets of other tests on this machine have other names.
      IBSIM_SOCKNAME: `fabriclab-${process.pid}-${++started}`,
      OSM_TMP_DIR: this.folder,
      OSM_CACHE_DIR: join(this.folder, "cache"),
      SIM_HOST: host,
    };
    mkdirSync(join(this.folder, "cache"));
  }

  /**
   * Starts ibsim on a fabric's file.
   * @param host node ID of the host where programs run: by default that which fabriclab's own topologies have first
   */
  static async start(
    fabric: string,
    host = "H-0000000000100000",
  ): Promise<Subnet> {
    const subnet = new Subnet(host);
    // ibsim does not take long paths.
    copyFileSync(fabric, subnet.at("net.topo"));
    const sim = subnet.#spawn("ibsim", ["-s", "-n", "net.topo"], subnet.#env);
    let said = "";
    sim.stdout?.on("data", (piece: Buffer) => (said += piece.toString()));
    await subnet.#said(sim, "simulator ready", () => said);
    return subnet;
  }

  at(name: string): string {
    return join(this.folder, name);
  }

  read(name: string): string {
    return readFileSync(this.at(name), "utf8");
  }

  /**
   * A dump of the daemon's, once it rests: OpenSM writes `opensm.mcfdbs` a second time soon after "SUBNET UP", when it
   * comes to the queue of groups that were joined (`do_process_mgrp_queue`), and whoever reads in between finds it empty.
   */
  async dump(name: string): Promise<string> {
    let found = "";
    let alike = 0;
    for (let waited = 0; waited < PATIENCE; waited += 20) {
      await pause(20);
      const now = this.read(name);
      alike = now === found && now !== "" ? alike + 1 : 0;
      found = now;
      if (alike === 10) return found;
    }
    throw new Error(`${name} does not come to rest: ${found}`);
  }

  /** Runs a program on the subnet to its end; one that takes longer than 20 s is killed. */
  run(program: string, ...argv: string[]): Ran {
    const outcome = { code: 0, out: "", err: "" };
    try {
      outcome.out = execFileSync(program, argv, {
        cwd: this.folder,
        env: { ...this.#env, LD_PRELOAD: library },
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
        timeout: PATIENCE,
        killSignal: "SIGKILL",
        maxBuffer: 2 ** 26,
      });
    } catch (error) {
      const { status, stdout, stderr } = error as {
        status: number | null;
        stdout: string;
        stderr: string;
      };
      return { code: status ?? -1, out: stdout, err: stderr };
    }
    return outcome;
  }

  /**
   * What a program prints for each list of arguments, one after another, each without characters that mean something to a shell.
   *
   * Why in one shell: to make a process of one that has as much memory as that of tests takes longer than the program does.
   */
  runEach(program: string, lists: readonly (readonly string[])[]): string[] {
    const script = lists.map((argv) => [program, ...argv].join(" "));
    return execFileSync("sh", ["-es"], {
      cwd: this.folder,
      env: { ...this.#env, LD_PRELOAD: library },
      encoding: "utf8",
      input: script.map((line) => `${line} 2>&1; printf '\\0'\n`).join(""),
      timeout: PATIENCE * lists.length,
      killSignal: "SIGKILL",
    })
      .split("\0")
      .slice(0, -1);
  }

  /** Runs a line of shell on the subnet, in the folder where this process is. */
  shell(line: string): string {
    return execFileSync("sh", ["-c", `${line} 2>&1`], {
      env: { ...this.#env, LD_PRELOAD: library },
      encoding: "utf8",
      timeout: PATIENCE,
      killSignal: "SIGKILL",
    });
  }

  /**
   * OpenSM configures the subnet once and ends. With `no_fallback` a routing that fails is not replaced by another in silence.
   * @throws Error with its log when the subnet did not come up
   */
  opensm(engine: string, ...argv: string[]): void {
    const { code } = this.run(
      "opensm",
      ...["-o", "-e", "-d", "2", "-D", "0x43", "-f", this.at("osm.log")],
      ...["-R", `${engine},no_fallback`, ...argv],
    );
    const log = existsSync(this.at("osm.log")) ? this.read("osm.log") : "";
    if (code !== 0 || !log.includes("SUBNET UP"))
      throw new Error(`opensm -R ${engine} ended with ${code}\n${log}`);
  }

  /** OpenSM configures the subnet and stays, to answer queries. */
  async daemon(engine: string, ...argv: string[]): Promise<void> {
    const child = this.#spawn(
      "opensm",
      [
        ...["-s", "0", "-e", "-d", "2", "-D", "0x43"],
        ...["-f", this.at("osm.log"), "-R", `${engine},no_fallback`, ...argv],
      ],
      { ...this.#env, LD_PRELOAD: library },
    );
    const log = (): string =>
      existsSync(this.at("osm.log")) ? this.read("osm.log") : "";
    await this.#said(child, "SUBNET UP", log);
  }

  /** Ends the programs and removes the folder. */
  async stop(): Promise<void> {
    for (const child of this.#children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await gone;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  #spawn(
    program: string,
    argv: readonly string[],
    env: NodeJS.ProcessEnv,
  ): ChildProcess {
    const child = spawn(program, argv, {
      cwd: this.folder,
      env,
      // OpenSM's own words are in its log; what nobody reads would fill a pipe.
      stdio: ["ignore", program === "ibsim" ? "pipe" : "ignore", "ignore"],
    });
    this.#children.push(child);
    return child;
  }

  async #said(
    child: ChildProcess,
    words: string,
    text: () => string,
  ): Promise<void> {
    for (let waited = 0; waited < PATIENCE; waited += 10) {
      if (text().includes(words)) return;
      if (child.exitCode !== null) break;
      await pause(10);
    }
    const said = text();
    await this.stop();
    throw new Error(
      `${child.spawnargs.join(" ")} did not say "${words}": ${said}`,
    );
  }
}
