import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { withTimeLimit } from "../../values/with-time-limit.ts";
import {
	type Client,
	createClient,
	evaluate,
	importRedis,
	type Known,
} from "./client.ts";
import {
	type ConnectionOptions,
	type Joined,
	joinStore,
} from "./join-store.ts";
import { explainError } from "./store-errors.ts";

/** Splits a list into lists of the same length. */
export function* inGroups(
	values: readonly string[],
	length: number,
): Generator<readonly string[]> {
	for (let index = 0; index < values.length; index += length)
		yield values.slice(index, index + length);
}

/** A connection that is made when it is needed, and again after it broke. */
export interface StoreConnection {
	/**
	 * Joins the store if the mock has not, and begins the store if it does not exist.
	 * @throws StoreUnavailableError if Redis does not respond, or if the store has another layout or document. It is
	 * unchanged then
	 */
	join(): Promise<Joined>;
	/** Calls the listener each time that the connection works again, or that the mock has joined the store again. */
	onRenew(listener: (isJoined: boolean) => void): void;
	/**
	 * Runs an operation of the script. If the store has lost data that the mock has seen, joins it again before.
	 * @param args a function is called right before they are sent. If it returns undefined, returns nothing
	 * @throws StoreUnavailableError if Redis does not respond, or lacks memory
	 */
	run(
		op: string,
		args: object | (() => object | undefined),
	): Promise<readonly string[]>;
	/** Runs an operation that `settle` waits for. No response depends on its errors. */
	later(op: string, args: object): void;
	/** Waits for what was run later. */
	settle(): Promise<void>;
	/** The channel of the events, without the prefix. All databases of a Redis have the same channels. */
	readonly channel: string;
	/** Runs a command, whose first argument is a key without the prefix. @throws the errors of `run` */
	call(...command: readonly string[]): Promise<readonly string[]>;
	/** Calls the listener for each message of the events of the store. */
	subscribe(listener: (message: string) => void): Promise<void>;
	close(): void;
}

/** How many bytes of a command may take another millisecond. */
const BYTES_PER_MS = 1_000;
const RETRY_MS = 250;

/** Connects to a store in Redis. */
export function createStoreConnection(
	options: ConnectionOptions,
): StoreConnection {
	const { url, prefix, timeoutMs = 2_000, onError } = options;
	const { protocol, host, pathname } = new URL(url);
	const channel = `events:${Number(pathname.slice(1))}`;
	const place = `${protocol}//${host}`;
	const onRenew: ((isJoined: boolean) => void)[] = [];
	const tasks = new Set<Promise<unknown>>();
	let onMessage: ((message: string) => void) | undefined;
	let client: Client | undefined;
	let subscriber: Client | undefined;
	let connecting: Promise<Client> | undefined;
	let joining: Promise<Joined> | undefined;
	let known: Known = { mock: randomUUID(), line: "", changes: 0 };
	let isRenewing = false;
	let isClosed = false;

	function unfollow(): void {
		if (subscriber?.isOpen) subscriber.destroy();
		subscriber = undefined;
	}

	/** Gives up a connection: one that once did not respond in time may not respond for minutes. */
	function disconnect(from: Client | undefined): void {
		if (from !== client) return;
		if (client?.isOpen) client.destroy();
		client = undefined;
		unfollow();
		connecting = undefined;
		void renew();
	}

	/** Connects again, so that a loss of data is noticed although no request uses this mock. */
	async function renew(): Promise<void> {
		if (isRenewing) return;
		isRenewing = true;
		while (!isClosed)
			try {
				await follow(await connect());
				for (const listener of onRenew) listener(false);
				break;
			} catch {
				await wait(RETRY_MS, undefined, { ref: false });
			}
		isRenewing = false;
	}

	/** Limits the time until a response. @param bytes the size of what was sent */
	async function limit<Result>(
		response: Promise<Result>,
		bytes = 0,
	): Promise<Result> {
		const used = client;
		try {
			const limitMs = timeoutMs + bytes / BYTES_PER_MS;
			return await withTimeLimit(response, limitMs, () => {
				setImmediate(disconnect, used);
				return new Error(`it did not respond within ${timeoutMs / 1000} s`);
			});
		} catch (error) {
			throw explainError(error, place);
		}
	}

	async function createConnection(): Promise<Client> {
		// Loading the client is not part of the time that Redis has.
		const redis = await importRedis();
		if (isClosed) throw explainError(new Error("the mock was closed"), place);
		const created = createClient(redis, url, timeoutMs);
		client = created;
		created.on("error", () => disconnect(created));
		await limit(created.connect());
		await follow(created);
		return created;
	}

	/** Subscribes to the events with a client of its own: Redis limits the length of all replies to a subscriber. */
	async function follow(current: Client): Promise<void> {
		if (!onMessage || subscriber || isClosed) return;
		const created = current.duplicate();
		subscriber = created;
		created.on("error", () => {
			if (created !== subscriber) return;
			unfollow();
			void renew();
		});
		try {
			await limit(created.connect());
			await limit(created.subscribe(`${prefix}:${channel}`, onMessage));
		} catch (error) {
			if (created === subscriber) unfollow();
			throw error;
		}
	}

	function connect(): Promise<Client> {
		const started = connecting ?? createConnection();
		connecting = started;
		started.catch(() => {
			if (connecting === started) connecting = undefined;
		});
		return started;
	}

	async function joinNow(): Promise<Joined> {
		const current = await connect();
		const joined = await limit(joinStore(current, place, options, known));
		known = joined;
		for (const listener of onRenew) listener(true);
		return joined;
	}

	function join(): Promise<Joined> {
		joining ??= joinNow().catch((error) => {
			joining = undefined;
			throw error;
		});
		return joining;
	}

	const run: StoreConnection["run"] = async (op, given) => {
		for (;;) {
			const joined = join();
			await joined;
			const current = await connect();
			const args = typeof given === "function" ? given() : given;
			if (!args) return [];
			const json = JSON.stringify(args);
			const [changes, values] = await limit(
				evaluate(current, prefix, op, known, json),
				json.length,
			);
			if (values) {
				known = { ...known, changes: Math.max(known.changes, changes) };
				return values;
			}
			if (joining === joined) joining = undefined;
		}
	};

	return {
		join,
		onRenew(listener) {
			onRenew.push(listener);
		},
		run,
		later(op, args) {
			const task = run(op, args)
				.catch(onError)
				.finally(() => tasks.delete(task));
			tasks.add(task);
		},
		async settle() {
			await Promise.all(tasks);
		},
		channel,
		call: (...command) => run("call", { command }),
		async subscribe(listener) {
			if (onMessage) return;
			onMessage = listener;
			await follow(await connect());
		},
		close() {
			isClosed = true;
			disconnect(client);
		},
	};
}
