import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { endProcess, startProcess } from "../support/start-process.ts";

/** Starts a server, and waits for the line of its output that has its URL. */
export async function startServer(...command: Parameters<typeof startProcess>) {
	const child = startProcess(...command);
	const stderr = text(child.stderr);
	let output = "";
	for await (const line of createInterface({ input: child.stdout })) {
		output += `${line}\n`;
		const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
		if (url === undefined) continue;
		child.stdout.resume();
		return { url, child, [Symbol.dispose]: () => endProcess(child) };
	}
	throw new Error(`The server did not start:\n${output}${await stderr}`);
}
