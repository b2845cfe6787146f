const said = new Set<string>();

/** Prints a warning once, as a process warning or, in a page, in its console. */
export function warnOnce(message: string): void {
	if (said.has(message)) return;
	said.add(message);
	const { process } = globalThis;
	if (process?.emitWarning) process.emitWarning(message);
	// biome-ignore lint/suspicious/noConsole: a reported error would fail the tests of a page
	else console.warn(message);
}
