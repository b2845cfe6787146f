#!/usr/bin/env node
import { join } from "node:path";
import { loadModule } from "./code-cache.ts";

// The bundle of `main.ts`. This file is that of `start.ts`.
loadModule(join(import.meta.dirname, "command-line.js"));
