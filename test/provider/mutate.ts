import { spawn } from "node:child_process";
import { CLI } from "../support/understudy.ts";
import { startService } from "./server.ts";

/** In percent. A lower score fails. */
const MIN = 95;

await using service = await startService();
const child = spawn(
	process.execPath,
	[CLI, "mutate", service.url, "--min", `${MIN}`, ...process.argv.slice(2)],
	{ stdio: "inherit" },
);
for (const signal of ["SIGINT", "SIGTERM"] as const)
	process.once(signal, () => child.kill(signal));
process.exitCode = await new Promise<number>((resolve) =>
	child.once("exit", (code) => resolve(code ?? 1)),
);
