import { pathBitTable } from "@fabriclab/tables-path-bit-table";
console.log(pathBitTable.summary);
