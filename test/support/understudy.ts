import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createSharedAddress, REPLICAS } from "./replicas.ts";
import { startBalancer } from "./start-balancer.ts";
import { endProcess, startProcess } from "./start-process.ts";

export const CLI: string = join(import.meta.dirname, "../../dist/cli/main.js");

export interface RunningCli extends AsyncDisposable {
	readonly url: string;
	/** The first event of the log. */
	readonly ready: Record<string, unknown>;
	readonly child: ChildProcess;
	/** Reads the next line of standard output as JSON. */
	nextEvent(): Promise<Record<string, unknown>>;
	/** Sends the signal and waits for the exit. */
	end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts `understudy serve` on a free port with JSON logs, or two of them with one store (see `REPLICAS`).
 * @param node the Node that runs it
 * @param cli the file that it runs
 * @param env added to the environment
 */
export async function startCli(
	args: readonly string[] = [],
	cwd?: string,
	node: string = process.execPath,
	cli: string = CLI,
	env: NodeJS.ProcessEnv = {},
): Promise<RunningCli> {
	const start = (store: NodeJS.ProcessEnv) =>
		startOne(args, cwd, node, cli, { ...store, ...env });
	if (!REPLICAS || args.includes("--store")) return start({});
	const store = { UNDERSTUDY_STORE: await createSharedAddress() };
	const one = await start(store);
	// The proxy knows no certificate.
	return one.url.startsWith("https:") ? one : combine(one, await start(store));
}

/** Returns two mocks as one, which a proxy addresses in turn. */
async function combine(one: RunningCli, two: RunningCli): Promise<RunningCli> {
	const balancer = await startBalancer([one.url, two.url]);
	const { origin } = new URL(balancer.url);
	const next = [one, two].map((each) => each.nextEvent);
	/** The next event of each, once it was asked for. */
	const events: (ReturnType<RunningCli["nextEvent"]> | undefined)[] = [];
	return {
		...one,
		url: one.url.replace(new URL(one.url).origin, origin),
		async nextEvent() {
			const waiting = next.map(async (read, index) => {
				events[index] ??= read();
				return { index, event: await events[index] };
			});
			const { index, event } = await Promise.race(waiting);
			events[index] = undefined;
			return event;
		},
		async end(signal) {
			const [code] = await Promise.all([one.end(signal), two.end(signal)]);
			await balancer.close();
			return code;
		},
		async [Symbol.asyncDispose]() {
			await Promise.all([one, two].map((each) => each[Symbol.asyncDispose]()));
			await balancer.close();
		},
	};
}

async function startOne(
	args: readonly string[],
	cwd: string | undefined,
	node: string,
	cli: string,
	env: NodeJS.ProcessEnv,
): Promise<RunningCli> {
	const child = startProcess(
		node,
		[cli, "serve", "--port", "0", "--log", "json", ...args],
		{ ...(cwd !== undefined && { cwd }), env: { ...process.env, ...env } },
	);
	child.stderr.pipe(process.stderr);
	const ended = new Promise<number | null>((resolve) =>
		child.on("exit", resolve),
	);
	const lines = createInterface({ input: child.stdout })[
		Symbol.asyncIterator
	]();
	const nextEvent = async (): Promise<Record<string, unknown>> => {
		const { value, done } = await lines.next();
		if (done) throw new Error("understudy exited");
		return JSON.parse(value);
	};
	const end = (signal: NodeJS.Signals): Promise<number | null> => {
		child.kill(signal);
		return ended;
	};
	const ready = await nextEvent();
	return {
		url: String(ready.url),
		ready,
		child,
		nextEvent,
		end,
		async [Symbol.asyncDispose]() {
			endProcess(child);
			await ended;
		},
	};
}
