import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { run } from "./run.ts";
import { scratchFolder } from "./scratch-folder.ts";
import { endProcess, startProcess } from "./start-process.ts";
import { isInstalled } from "./start-proxy.ts";
import { closedPort } from "./stub-server.ts";

/** Whether tests with Redis can run. */
export const HAS_REDIS: boolean = isInstalled("redis-server");

export const findPort = async (): Promise<number> =>
	Number(new URL((await closedPort()).url).port);

/** Whether Redis responds, and has loaded its data. */
const isReady = (port: number): Promise<boolean> =>
	new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
		socket.once("data", (data) => {
			socket.destroy();
			resolve(String(data).startsWith("+PONG"));
		});
		socket.on("error", () => resolve(false));
	});

/** Starts Redis, which keeps its data in a folder. @param args more of its options */
export async function startRedis(...args: readonly string[]) {
	const folder = await scratchFolder();
	const port = await findPort();
	let child: ReturnType<typeof startProcess>;

	async function start(): Promise<void> {
		child = startProcess("redis-server", [
			...["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder.path],
			...["--save", "", "--appendonly", "yes", "--appendfsync", "no"],
			...args,
		]);
		const output = text(child.stdout);
		while (!(await isReady(port))) {
			if (child.exitCode !== null) throw new Error(await output);
			await wait(10);
		}
	}
	async function kill(): Promise<void> {
		const ended = once(child, "exit");
		endProcess(child);
		await ended;
	}
	await start();
	return {
		url: `redis://127.0.0.1:${port}`,
		folder: folder.path,
		start,
		kill,
		/** Sends a command as an administrator would. */
		async command(...words: string[]): Promise<string> {
			const { stdout } = await run("redis-cli", ["-p", `${port}`, ...words]);
			return stdout.trim();
		},
		signal: (signal: NodeJS.Signals): boolean => child.kill(signal),
		async [Symbol.asyncDispose]() {
			child.kill("SIGCONT");
			await kill();
			await folder[Symbol.asyncDispose]();
		},
	};
}
