/** Nobody sees a line any sooner. */
const MAX_WAIT_MS = 4;

let waiting: string[] = [];
let timer: NodeJS.Timeout | undefined;

function flush(): void {
	clearTimeout(timer);
	timer = undefined;
	if (waiting.length === 0) return;
	const text = waiting.join("\n");
	waiting = [];
	process.stdout.write(`${text}\n`);
}

// Whatever ends the process, what it has told is told.
process.once("exit", flush);

/** Prints the line a moment later, together with all others until then: each write waits for the terminal. */
export function printLine(line: string): void {
	timer ??= setTimeout(flush, MAX_WAIT_MS).unref();
	waiting.push(line);
}

/** Prints the line, and what came before it, at once. */
export function printNow(line: string): void {
	waiting.push(line);
	flush();
}
