import { readArguments, UsageError } from "./arguments.ts";
import { startContrary } from "./contrary/server.ts";
import { startForeign } from "./foreign/server.ts";
import { startOrdinary } from "./ordinary/server.ts";

const STARTS = {
	ordinary: startOrdinary,
	contrary: startContrary,
	foreign: startForeign,
};

const REASONS: Readonly<Record<string, string>> = {
	EADDRINUSE: "the port is in use; stop the other server, or pass --port 0",
	EACCES: "this user may not open the port; pass one above 1023",
	EADDRNOTAVAIL:
		"this machine does not have the address; pass --host 127.0.0.1",
	ENOTFOUND: "the host is unknown; pass --host 127.0.0.1",
	SQLITE_NOTADB: "the file is not a database; pass another --database",
};

/** Returns a sentence about why the provider cannot start. */
function explain(error: unknown): string {
	if (error instanceof UsageError) return error.message;
	if (!(error instanceof Error)) return `Cannot start: ${String(error)}.`;
	const code = "code" in error ? String(error.code) : "";
	return `Cannot start: ${REASONS[code] ?? error.message}.`;
}

async function main(): Promise<void> {
	const { kind, ...options } = readArguments(process.argv.slice(2));
	const start = STARTS[kind];
	const { url, close } = await start(options);
	const stop = async (): Promise<void> => {
		await close();
		process.exit(0);
	};
	for (const signal of ["SIGINT", "SIGTERM"] as const)
		process.once(signal, stop);
	process.stdout.write(
		`${JSON.stringify({ event: "ready", url, pid: process.pid })}\n`,
	);
}

try {
	await main();
} catch (error) {
	process.stderr.write(`provider: ${explain(error)}\n`);
	process.exit(2);
}
