// A reader of a format of one's own: "switch port host" a line.
import { FabricDraft, Notes, Scanner, sourceLines } from "@fabriclab/reading";
import { FabricError } from "@fabriclab/spec";

function read(text: string) {
  const notes = new Notes();
  const draft = new FabricDraft("list.txt", notes);
  for (const line of sourceLines(text, "list.txt", notes)) {
    const scanner = new Scanner(line, "list.txt");
    const { place } = scanner;
    const name = scanner.need(/\w+/y, "a switch")[0];
    const num = Number(scanner.need(/\d+/y, "a port")[0]);
    const host = scanner.need(/\w+/y, "a host")[0];
    scanner.end("the end of the line");
    draft.node(name, { isSwitch: true, ports: 4, name }, place);
    draft.node(host, { isSwitch: false, ports: 1, name: host }, place);
    draft.cable(
      { key: name, num },
      { key: host, num: 1 },
      { width: 4, speed: "QDR" },
      place,
    );
  }
  return draft.build({ bothEnds: false });
}

const { fabric, notes } = read("leaf 1 a\nleaf 2 b\n");
console.log(`${fabric.switchCount} switch, ${fabric.linkCount} cables`);
for (const { message, count } of notes) console.log(`${message} (${count}x)`);
try {
  read("leaf 1 a\nleaf 9 b\n");
} catch (error) {
  if (!FabricError.is(error)) throw error;
  const { file, line, column } = error.where;
  console.log(`${file}:${line}:${column}: ${error.message}`);
}
