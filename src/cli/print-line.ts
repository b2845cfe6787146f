/** Lines wait at most this long to be written. */
const MAX_WAIT_MS = 4;

let lines: string[] = [];
let timer: NodeJS.Timeout | undefined;

function flush(): void {
	clearTimeout(timer);
	timer = undefined;
	if (lines.length === 0) return;
	const text = lines.join("\n");
	lines = [];
	process.stdout.write(`${text}\n`);
}

process.once("exit", flush);

/** Prints the line within a few milliseconds, together with others: each write waits for the terminal. */
export function printSoon(line: string): void {
	timer ??= setTimeout(flush, MAX_WAIT_MS).unref();
	lines.push(line);
}

/** Prints the line at once, after all lines that still wait. */
export function printNow(line: string): void {
	lines.push(line);
	flush();
}
