import { createHash } from "node:crypto";
import { errorMessage, hasCode } from "../../values/errors.ts";
import { SCRIPT } from "./script.ts";
import { StoreLostError, StoreUnavailableError } from "./store-errors.ts";

type Redis = typeof import("@redis/client");
type Client = ReturnType<typeof createRedisClient>;

/** A reply of Redis: a text, a number, nothing, or a list. */
export type RedisReply =
	| string
	| number
	| null
	| undefined
	| readonly RedisReply[];

/** The result of an operation of the script. */
export interface ScriptResult {
	/** Differs after each restart of Redis, which may have lost changes, and if it has lost all of them. */
	readonly instance: string;
	readonly values: readonly string[];
}

/** A connection that is made when it is needed, and again after it broke. */
export interface StoreConnection {
	/** The address without credentials, for messages. */
	readonly place: string;
	readonly prefix: string;
	/** Says which data the store has. It rejects operations for those that it lost. */
	setEpoch(epoch: string): void;
	/**
	 * Runs an operation of the script.
	 * @param instance returns undefined, and runs nothing, if Redis was restarted since it had this one
	 * @throws StoreUnavailableError if Redis does not respond, or lacks memory
	 */
	run(
		op: string,
		args: object,
		instance?: string,
	): Promise<ScriptResult | undefined>;
	/** Runs a command. @throws StoreUnavailableError as `run` does */
	send(...command: string[]): Promise<RedisReply>;
	/** Calls the listener for each message of the events of the store, until the connection breaks. */
	subscribe(
		listener: (message: string) => void,
		onEnd: () => void,
	): Promise<{ ping(): Promise<unknown> }>;
	/** The largest number of changes that the store has told. */
	changes(): number;
	close(): void;
}

export interface ConnectionOptions {
	/** The address, with credentials. */
	readonly url: string;
	readonly prefix: string;
	/** How long to wait for a response, in milliseconds; defaults to 2,000. */
	readonly timeoutMs?: number | undefined;
}

const SHA = createHash("sha1").update(SCRIPT).digest("hex");

function createRedisClient(redis: Redis, url: string, timeoutMs: number) {
	const socket = {
		connectTimeout: timeoutMs,
		reconnectStrategy: false,
	} as const;
	// Without a queue: it would send a write long after its request got 503.
	return redis.createClient({
		...{ url, socket, disableOfflineQueue: true },
		RESP: 2,
	});
}

async function importRedis(): Promise<Redis> {
	try {
		return await import("@redis/client");
	} catch (error) {
		if (!hasCode(error, "ERR_MODULE_NOT_FOUND")) throw error;
		throw new StoreUnavailableError(
			"A store in Redis needs the package @redis/client, which is not installed. Install it: npm install @redis/client",
			{ cause: error },
		);
	}
}

/** The beginnings of errors that say that Redis lacks memory. */
const NO_MEMORY = /^(OOM|MISCONF)/;

/** Connects to a store in Redis. */
export function createStoreConnection({
	url,
	prefix,
	timeoutMs = 2_000,
}: ConnectionOptions): StoreConnection {
	const place = `redis://${new URL(url).host}`;
	/** The open connections, each with what to call when it ends. */
	const open = new Map<Client, () => void>();
	let opening: Promise<{ client: Client; instance: string }> | undefined;
	let changes = 0;
	let epoch = "";
	let isClosed = false;

	/** Gives up all connections: one that once did not respond in time may not respond for minutes. */
	function disconnect(): void {
		opening = undefined;
		for (const [client, onEnd] of open) {
			open.delete(client);
			if (client.isOpen) client.destroy();
			onEnd();
		}
	}

	function explain(error: unknown): unknown {
		if (error instanceof StoreUnavailableError) return error;
		const message = errorMessage(error).replace(/( script: .*|\.+)$/, "");
		if (/\bEPOCH$/.test(message))
			return new StoreLostError(
				`The store ${place} has lost all sessions. They begin anew. Try again.`,
				{ cause: error },
			);
		if (NO_MEMORY.test(message))
			return new StoreUnavailableError(
				`The store ${place} cannot keep this: ${message}. Nothing was changed. Give Redis more memory, and try again.`,
				{ cause: error },
			);
		return new StoreUnavailableError(
			`The store ${place} is not available: ${message || "the connection broke"}. A write was made wholly or not at all. Try again when Redis responds.`,
			{ cause: error },
		);
	}

	async function limit<Result>(running: Promise<Result>): Promise<Result> {
		let timer: NodeJS.Timeout | undefined;
		const late = new Promise<never>((_, reject) => {
			timer = setTimeout(() => {
				reject(new Error(`it did not respond within ${timeoutMs / 1000} s`));
				disconnect();
			}, timeoutMs);
		});
		try {
			return await Promise.race([running, late]);
		} catch (error) {
			throw explain(error);
		} finally {
			clearTimeout(timer);
		}
	}

	async function connect(onEnd: () => void = () => {}): Promise<Client> {
		const client = createRedisClient(await importRedis(), url, timeoutMs);
		if (isClosed) throw new Error("the mock was closed");
		open.set(client, onEnd);
		client.on("error", () => {
			if (open.has(client)) disconnect();
		});
		await client.connect();
		return client;
	}

	async function start(): Promise<{ client: Client; instance: string }> {
		const client = await connect();
		const info = String(await client.sendCommand(["INFO", "server"]));
		const [, instance = ""] = /run_id:(\w+)/.exec(info) ?? [];
		return { client, instance };
	}

	function connected(): Promise<{ client: Client; instance: string }> {
		const started = opening ?? start();
		opening = started;
		started.catch(() => {
			if (opening === started) opening = undefined;
		});
		return started;
	}

	async function evaluate(client: Client, op: string, json: string) {
		const rest = ["1", prefix, op, epoch, json];
		try {
			return await client.sendCommand(["EVALSHA", SHA, ...rest]);
		} catch (error) {
			if (!errorMessage(error).startsWith("NOSCRIPT")) throw error;
			return client.sendCommand(["EVAL", SCRIPT, ...rest]);
		}
	}

	return {
		place,
		prefix,
		setEpoch(next) {
			epoch = next;
			changes = 0;
		},
		run: (op, args, expected) =>
			limit(
				connected().then(async ({ client, instance }) => {
					const found = `${instance} ${epoch}`;
					if (expected !== undefined && expected !== found) return undefined;
					const reply = await evaluate(client, op, JSON.stringify(args));
					const [count, values] = reply as unknown as [number, string[]];
					changes = Math.max(changes, count);
					return { instance: found, values };
				}),
			),
		send: (...command) =>
			limit(
				connected().then(({ client }) =>
					client.sendCommand<RedisReply>(command),
				),
			),
		async subscribe(listener, onEnd) {
			const client = await limit(connect(onEnd));
			await limit(client.subscribe(`${prefix}:events`, listener));
			return { ping: () => limit(client.ping()) };
		},
		changes: () => changes,
		close() {
			isClosed = true;
			disconnect();
		},
	};
}
