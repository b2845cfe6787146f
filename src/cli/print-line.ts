let waiting: string[] = [];

function flush(): void {
	if (waiting.length === 0) return;
	const text = waiting.join("\n");
	waiting = [];
	process.stdout.write(`${text}\n`);
}

// Whatever ends the process, what it has told is told.
process.once("exit", flush);

/** Prints the line at the end of this turn, together with all others of it: each write waits for the terminal. */
export function printLine(line: string): void {
	if (waiting.length === 0) setImmediate(flush);
	waiting.push(line);
}
