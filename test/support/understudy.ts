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

type LogEvent = Awaited<ReturnType<RunningCli["nextEvent"]>>;

/** The events that each mock logs once for each change of a file. */
const OF_BOTH: readonly unknown[] = ["document", "config"];

/** Reads the log of two mocks as if they were one. */
function combineLogs(mocks: readonly [RunningCli, RunningCli]) {
	/** The next event of each, once it was asked for. */
	const reading: (Promise<LogEvent> | undefined)[] = [];
	const queued: LogEvent[] = [];
	/** By message, which mock has logged an error that the other one may log, too. */
	const errors = new Map<unknown, number>();

	async function read(index: 0 | 1) {
		reading[index] ??= mocks[index].nextEvent();
		return { index, event: await reading[index] };
	}

	/** Waits until a mock has logged such an event, too. */
	async function readUntil(index: 0 | 1, kind: unknown): Promise<void> {
		for (;;) {
			const { event } = await read(index);
			reading[index] = undefined;
			if (event.event === kind) return;
			queued.push(event);
		}
	}

	return async function nextEvent(): Promise<LogEvent> {
		const first = queued.shift();
		if (first) return first;
		const { index, event } = await Promise.race([read(0), read(1)]);
		reading[index] = undefined;
		const { event: kind, message } = event;
		const other = index === 0 ? 1 : 0;
		if (OF_BOTH.includes(kind)) await readUntil(other, kind);
		if (kind !== "error") return event;
		if (errors.get(message) !== other) {
			errors.set(message, index);
			return event;
		}
		errors.delete(message);
		return nextEvent();
	};
}

/** Returns two mocks as one, which a proxy addresses in turn. */
async function combine(one: RunningCli, two: RunningCli): Promise<RunningCli> {
	const balancer = await startBalancer([one.url, two.url]);
	const { origin } = new URL(balancer.url);
	return {
		...one,
		url: one.url.replace(new URL(one.url).origin, origin),
		nextEvent: combineLogs([one, two]),
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
