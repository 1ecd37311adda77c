import type { ErrorEntries } from "./entry.ts";

export const cliErrors: ErrorEntries = {
  E_CLI_USAGE: {
    means: "The command line is not one that fabriclab understands.",
    example: "fabriclab topology fat-tree --prots 8",
    mend: "Look at `fabriclab COMMAND --help`; the hint names the nearest flag or command.",
  },
  E_CLI_INTERNAL: {
    means:
      "Something went wrong inside fabriclab that is not the input's fault.",
    example: "(none is known: each would be a bug)",
    mend: "Run it again with --debug and report the stack, the command and its input.",
    fault: "ours",
  },
  E_CLI_UNKNOWN_PLUGIN: {
    means: "A flag names a plugin that its family does not have.",
    example: "fabriclab route --fabric net.topo --routing cylic -o out/",
    mend: "Take a name of the list, see `fabriclab list FAMILY`, or add a plugin of your own with --plugin.",
  },
  E_CLI_UNKNOWN_TOPIC: {
    means:
      "`explain` and `list` know error codes, families, plugins, parameters and keys of a scenario, and this word is none.",
    example: "fabriclab explain E_CLI_USAEG",
    mend: "Take the nearest one that the hint names, or look at `fabriclab list`.",
  },
  E_CLI_PLUGIN_NOT_FOUND: {
    means:
      "The module given with --plugin is not installed where the command runs.",
    example: "fabriclab --plugin @someone/routing-x list routing",
    mend: "Install the package in the current folder, or give the path of a module, beginning with ./ or /.",
  },
  E_CLI_PLUGIN_FAILED: {
    means:
      "The module given with --plugin threw an error while it was loaded, imports what is not found, or is no module; or a plugin in it does not keep to the contract, such as `lists` of a routing that name no parameter.",
    example:
      'fabriclab --plugin ./broken.mjs list  # broken.mjs: throw new Error("no")',
    mend: "Import the module in Node by itself and mend what it says; make plugins with the define functions of @fabriclab/spec, checked by TypeScript.",
  },
  E_CLI_PLUGIN_THREW: {
    means:
      "Something that fabriclab called in a plugin of --plugin threw an error that is no refusal, or returned nothing. The message names the module, the plugin and the call, and the place is that in the plugin's file. A sweep records such a run as failed and goes on.",
    example: 'a plugin of --plugin whose create says throw new Error("no")',
    mend: "Mend the plugin, or tell whoever made it; --debug adds the stack. What a plugin does not serve it refuses with a FabricError and a code of its own.",
  },
  E_CLI_PLUGIN_EMPTY: {
    means: "The module given with --plugin loads but exports no plugin.",
    example: "fabriclab --plugin node:path list",
    mend: "Export a value made by defineRouting, defineTopology or another define function of @fabriclab/spec.",
  },
  E_CLI_PLUGIN_NAME_TAKEN: {
    means:
      "A plugin of --plugin has the same family and name as another one, which comes with fabriclab or is from another module. Results are filed under that name, and compare takes minhop for OpenSM's.",
    example: 'a plugin of --plugin made by defineRouting with name: "minhop"',
    mend: "Give it a name of its own, such as my-minhop. A name is taken within its family only: a metric may have the name of a routing.",
  },
  E_CLI_PLUGIN_VERSION: {
    means:
      "The plugin was made for another version of the contracts than this command carries.",
    example: 'a plugin with spec: "2" under a command of spec 1',
    mend: "Install versions of the plugin and of fabriclab that belong together.",
  },
  E_CLI_UNREADABLE_FILE: {
    means: "A file named on the command line or in a scenario cannot be read.",
    example: "fabriclab run nowhere.yaml",
    mend: "Check the path and its permissions.",
  },
  E_CLI_FILE_TOO_LARGE: {
    means:
      "A file holds more than can be read: a scenario more than 64 MiB, another text more than 512 MiB where it is not read piece by piece. Or a packed file (.gz) unpacks to more than 64 MiB and 200 times its packed size, as far as it has been read. It is not read further.",
    example: "a file bomb.topo.gz that unpacks to gigabytes",
    mend: "Look at what is in the file; give a smaller one.",
  },
  E_CLI_UNWRITABLE_OUTPUT: {
    means:
      "The result cannot be written to its place. Nothing was left half-written.",
    example: "fabriclab topology mesh -o /proc/net.topo",
    mend: "Name a place that you may write to, in a folder that exists.",
  },
  E_CLI_OUTPUT_NOT_EMPTY: {
    means:
      "The output folder holds files, which would be mixed with the new ones.",
    example: "fabriclab route --fabric net.topo --routing cyclic -o .",
    mend: "Name a new folder; route, audit and compare take --force, which replaces the files of the same names.",
  },
  E_CLI_UNKNOWN_FORMAT: {
    means:
      "The name of an output file does not say a format that the command writes.",
    example: "fabriclab topology mesh -o net.txt",
    mend: "End the name in one of the endings that the message lists; for a fabric, --format says the format whatever the name.",
  },
  E_CLI_UNREADABLE_FORMAT: {
    means:
      "The format can be written but not read: a Graphviz graph has no port numbers or GUIDs to rely on.",
    example: "fabriclab route --fabric net.dot --routing cyclic -o out/",
    mend: "Write the fabric as .topo or .json.",
  },
  E_CLI_TABLES_FOLDER: {
    means:
      "The folder of tables is not there, may not be read, or holds no file of tables under a name that is known.",
    example: "tables: { kind: dump, path: tabels/ }",
    mend: "Name the folder that `fabriclab route` wrote, or that OpenSM dumped into (OSM_TMP_DIR).",
  },
  E_CLI_REPLAY_DIFFERS: {
    means:
      "A replay was found and written, but does not hang any more when it is read back from its files; the files were removed again.",
    example: "a writer that leaves out what a reader needs",
    mend: "Please report it, with the fabric and the tables.",
  },
  E_CLI_NO_SUCH_SWITCH: {
    means: "A flag names a switch that the fabric does not have.",
    example:
      "fabriclab route --fabric net.topo --routing cyclic -o out/ --show S99",
    mend: "Name a switch as the fabric's file calls it.",
  },
  E_CLI_NO_LIDS: {
    means:
      "`--lids keep` takes the LIDs of the fabric file, and the file has none, not one for every host, or one LID for two ports, which a note names.",
    example:
      "fabriclab route --fabric generated.json --routing xy --lids keep -o out/",
    mend: "Use --lids assign, or a file that ibnetdiscover wrote on a configured fabric.",
  },
  E_CLI_BAD_GROUP: {
    means:
      "A multicast group given with --group or --groups is not written as it should be, or lists a host twice.",
    example:
      "fabriclab route --fabric net.topo --routing cyclic -o out/ --group 'P(00)='",
    mend: "Write SOURCES=MEMBERS, each a list of host names separated by commas, or the members alone.",
  },
  E_CLI_UNKNOWN_HOST: {
    means:
      "A multicast group names a host that the fabric does not have, or that several nodes are called.",
    example:
      "fabriclab route --fabric net.topo --routing cyclic -o out/ --group 'P(999)=P(00),P(01)'",
    mend: "Take a NodeDescription of the fabric file; the hint names the nearest.",
  },
  E_CLI_SOURCE_NOT_A_MEMBER: {
    means:
      "A group lists a source that is neither a member nor a send-only member. A port must join a group to send to it.",
    example:
      "fabriclab route --fabric net.topo --routing cyclic -o out/ --groups groups.yaml  # groups.yaml: [{ name: g, members: [P(00), P(01)], sources: [P(10)] }]",
    mend: "Add it to members (it will receive too), or to sendOnly.",
  },
  E_CLI_UNKNOWN_PAPER: {
    means: "`reproduce` does not know this paper.",
    example: "fabriclab reproduce zhou2008",
    mend: "Take a name of the list.",
  },
  E_CLI_BAD_NUMBER: {
    means: "A flag takes a whole number within bounds, and got something else.",
    example: "fabriclab reproduce zhou2007 --seeds 1",
    mend: "Give a number that the message allows.",
  },
  E_CLI_OPTION_CONFLICT: {
    means: "Two options contradict each other.",
    example: "fabriclab reproduce zhou2007 --resume --fresh",
    mend: "Keep one of them.",
  },
  E_CLI_UNKNOWN_ENDPOINT: {
    means:
      "A file of GUIDs or names (--endpoints, --roots) has a line that names nothing in the fabric.",
    example:
      "fabriclab audit --fabric net.topo --tables tables/ --endpoints hosts.txt  # hosts.txt: 0xdeadbeef",
    mend: "Write the GUID or the NodeDescription of a host (of a switch for --roots), one a line, or a list as Slurm writes it (node[1-4,7]); take out what is gone. # begins a comment.",
  },
  E_CLI_TOO_FEW_ENDPOINTS: {
    means:
      "An audit follows paths between hosts, and fewer than two are left: the others are not cabled, have no LID, or were not asked for.",
    example: "an audit of a fabric of switches and Aggregation Nodes only",
    mend: "Take --endpoints all, add hosts to the file, or look why they have no LIDs.",
  },
};
