#!/usr/bin/env node
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { loadCached } from "./code-cache.ts";

// This file and `command-line.js` are the bundles of `start.ts` and `main.ts`. Most of their code is in another file.
const folder = import.meta.dirname;
for (const name of readdirSync(folder))
	if (name.startsWith("first-response-")) loadCached(join(folder, name));
createRequire(import.meta.url)("./command-line.js");
