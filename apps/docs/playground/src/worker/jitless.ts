import { z } from "zod";

// Why first of all: zod compiles its checks with `new Function` where it may. The page's policy forbids that, and asking alone is reported as a violation.
z.config({ jitless: true });
