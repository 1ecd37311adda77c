/** A file or folder that examples of commands name: what it holds, or the command that makes it. */
export type ExampleFile =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly command: string };

const NET = `topology: { kind: mesh, columns: 3, rows: 3 }
routing: xy
traffic: { kind: poisson, load: 0.1, size: 256B }
metrics: [latency, { kind: link-load, top: 1000 }]
measure: { warmup: 1us, maxTime: 10us }
`;

/** Those that need others come behind them. */
const FILES: readonly ExampleFile[] = [
  { name: "net.yaml", text: NET },
  { name: "scenario.yaml", text: NET },
  {
    name: "two-traffics.yaml",
    text: NET.replace(
      "traffic: {",
      "traffic:\n  - { kind: poisson, load: 0.2, size: 64B }\n  - {",
    ),
  },
  {
    name: "film.yaml",
    text: NET.replace(
      /traffic: .*/,
      "traffic: { kind: trace-file, load: 0.1, files: [film.txt] }",
    ),
  },
  ...["net.topo", "net.dot"].map((name) => ({
    name,
    command: `fabriclab topology fat-tree --ports 4 --levels 2 -o ${name}`,
  })),
  ...["other.topo", "generated.json"].map((name) => ({
    name,
    command: `fabriclab topology mesh --columns 4 --rows 4 -o ${name}`,
  })),
  {
    name: "tables",
    command: "fabriclab route --fabric net.topo --routing cyclic -o tables",
  },
  { name: "run.json", command: "fabriclab run net.yaml -o run.json" },
  {
    name: "results",
    command:
      "fabriclab sweep net.yaml --vary load=0.1,0.2 --vary routing=xy,minhop -o results",
  },
];

/** A command of an example, and the file that is told behind it: `fabriclab run film.yaml  # film.txt: 1 I 0 0\n2 I 40 0`. */
export function exampleCommand(line: string): {
  readonly command: string;
  readonly file?: ExampleFile;
} {
  const [command = "", told = ""] = line.split("  # ");
  const [, name, text = ""] = /^(\S+): (.*)$/.exec(told) ?? [];
  return name === undefined
    ? { command }
    : { command, file: { name, text: `${text.replaceAll("\\n", "\n")}\n` } };
}

/** What has to be there before the commands are given, in order. */
export function filesFor(commands: readonly string[]): ExampleFile[] {
  const needed = new Set<ExampleFile>();
  const need = (command: string): void => {
    const names = command
      .split(/[\s=]+/)
      .map((word) => word.replace(/\/$/, ""));
    for (const one of FILES) {
      if (!names.includes(one.name) || needed.has(one)) continue;
      if ("command" in one && one.command === command) continue;
      if ("command" in one) need(one.command);
      needed.add(one);
    }
  };
  for (const line of commands) need(exampleCommand(line).command);
  return FILES.filter((one) => needed.has(one));
}

/** The commands of an example with all that they need, to be pasted into a shell in an empty folder. */
export const shellLines = (commands: readonly string[]): string[] => [
  ...filesFor(commands).flatMap(making),
  ...commands.flatMap((line) => {
    const { command, file } = exampleCommand(line);
    return [...(file === undefined ? [] : making(file)), command];
  }),
];

function making(file: ExampleFile): string[] {
  if ("command" in file) return [file.command];
  const folder = /^(.*)\//.exec(file.name)?.[1];
  return [
    ...(folder === undefined ? [] : [`mkdir -p ${folder}`]),
    `cat > ${file.name} <<'END'`,
    ...file.text.replace(/\n$/, "").split("\n"),
    "END",
  ];
}
