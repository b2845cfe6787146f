import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { withTimeLimit } from "../../values/with-time-limit.ts";
import { type Client, evaluate, importRedis, type Known } from "./client.ts";
import {
	type ConnectionOptions,
	type Joined,
	joinStore,
} from "./join-store.ts";
import { explainError, HANGS } from "./store-errors.ts";

/** Splits a list into lists of the same length. */
export function* inGroups(
	values: readonly string[],
	length: number,
): Generator<readonly string[]> {
	for (let index = 0; index < values.length; index += length)
		yield values.slice(index, index + length);
}

/** How many bytes of a command may take another millisecond. */
const BYTES_PER_MS = 1_000;
const RETRY_MS = 250;

/** A connection to a store in Redis, made when it is needed, and again after it broke. */
export class StoreConnection {
	/** The channel of the events, without the prefix. All databases of a Redis have the same channels. */
	readonly channel: string;
	readonly #options: ConnectionOptions;
	readonly #place: string;
	readonly #onRenew: ((isJoined: boolean) => void)[] = [];
	readonly #tasks = new Set<Promise<unknown>>();
	#onMessage: ((message: string) => void) | undefined;
	#client: Client | undefined;
	#subscriber: Client | undefined;
	#connecting: Promise<Client> | undefined;
	#joining: Promise<Joined> | undefined;
	#known: Known = { mock: randomUUID(), line: "", changes: 0 };
	#isRenewing = false;
	#isClosed = false;

	constructor(options: ConnectionOptions) {
		this.#options = options;
		const { protocol, host, pathname } = new URL(options.url);
		this.channel = `events:${Number(pathname.slice(1))}`;
		this.#place = `${protocol}//${host}`;
	}

	#unfollow(): void {
		if (this.#subscriber?.isOpen) this.#subscriber.destroy();
		this.#subscriber = undefined;
	}

	/** Gives up a connection: one that once did not respond in time may not respond for minutes. */
	#disconnect(from: Client | undefined): void {
		if (from !== this.#client) return;
		if (from?.isOpen) from.destroy();
		this.#client = undefined;
		this.#unfollow();
		this.#connecting = undefined;
		void this.#renew();
	}

	/** Connects again, so that a loss of data is noticed although no request uses this mock. */
	async #renew(): Promise<void> {
		if (this.#isRenewing) return;
		this.#isRenewing = true;
		while (!this.#isClosed)
			try {
				await this.#follow(await this.#connect());
				for (const listener of this.#onRenew) listener(false);
				break;
			} catch {
				await wait(RETRY_MS, undefined, { ref: false });
			}
		this.#isRenewing = false;
	}

	/** Limits the time until a response. @param bytes the size of what was sent */
	async #limit<Result>(response: Promise<Result>, bytes = 0): Promise<Result> {
		const used = this.#client;
		const { timeoutMs = 2_000 } = this.#options;
		try {
			const limitMs = timeoutMs + bytes / BYTES_PER_MS;
			return await withTimeLimit(response, limitMs, () => {
				setImmediate(() => this.#disconnect(used));
				const reason = `it did not respond within ${timeoutMs / 1000} s`;
				return Object.assign(new Error(reason), { code: HANGS });
			});
		} catch (error) {
			throw explainError(error, this.#place);
		}
	}

	async #createConnection(): Promise<Client> {
		const { url, timeoutMs = 2_000 } = this.#options;
		// Loading the client is not part of the time that Redis has.
		const redis = await importRedis();
		if (this.#isClosed)
			throw explainError(new Error("the mock was closed"), this.#place);
		const created: Client = redis.createClient({
			url,
			// The caller gives up earlier.
			socket: { connectTimeout: 2 * timeoutMs, reconnectStrategy: false },
			// Without a queue: it would send a write long after its request got 503.
			disableOfflineQueue: true,
		});
		this.#client = created;
		created.on("error", () => this.#disconnect(created));
		await this.#limit(created.connect());
		await this.#follow(created);
		return created;
	}

	/** Subscribes to the events with a client of its own: Redis limits the length of all replies to a subscriber. */
	async #follow(current: Client): Promise<void> {
		if (!this.#onMessage || this.#subscriber || this.#isClosed) return;
		const created = current.duplicate();
		this.#subscriber = created;
		created.on("error", () => {
			if (created !== this.#subscriber) return;
			this.#unfollow();
			void this.#renew();
		});
		const channel = `${this.#options.prefix}:${this.channel}`;
		try {
			await this.#limit(created.connect());
			await this.#limit(created.subscribe(channel, this.#onMessage));
		} catch (error) {
			if (created === this.#subscriber) this.#unfollow();
			throw error;
		}
	}

	#connect(): Promise<Client> {
		const started = this.#connecting ?? this.#createConnection();
		this.#connecting = started;
		started.catch(() => {
			if (this.#connecting === started) this.#connecting = undefined;
		});
		return started;
	}

	async #joinNow(): Promise<Joined> {
		const current = await this.#connect();
		const joined = await this.#limit(
			joinStore(current, this.#place, this.#options, this.#known),
		);
		this.#known = joined;
		for (const listener of this.#onRenew) listener(true);
		return joined;
	}

	/**
	 * Joins the store if the mock has not, and begins the store if it does not exist.
	 * @throws StoreUnavailableError if Redis does not respond, or if the store has another layout or document. It is
	 * unchanged then
	 */
	join(): Promise<Joined> {
		this.#joining ??= this.#joinNow().catch((error) => {
			this.#joining = undefined;
			throw error;
		});
		return this.#joining;
	}

	/** Calls the listener each time that the connection works again, or that the mock has joined the store again. */
	onRenew(listener: (isJoined: boolean) => void): void {
		this.#onRenew.push(listener);
	}

	/**
	 * Runs an operation of the script. If the store has lost data that the mock has seen, joins it again before.
	 * @param given a function is called right before the arguments are sent. If it returns undefined, returns nothing
	 * @throws StoreUnavailableError if Redis does not respond, or lacks memory
	 */
	async run(
		op: string,
		given: object | (() => object | undefined),
	): Promise<readonly string[]> {
		for (;;) {
			const joined = this.join();
			await joined;
			const current = await this.#connect();
			const args = typeof given === "function" ? given() : given;
			if (!args) return [];
			const json = JSON.stringify(args);
			const [changes, values] = await this.#limit(
				evaluate(current, this.#options.prefix, op, this.#known, json),
				json.length,
			);
			if (values) {
				const known = this.#known;
				this.#known = { ...known, changes: Math.max(known.changes, changes) };
				return values;
			}
			if (this.#joining === joined) this.#joining = undefined;
		}
	}

	/** Runs an operation that `settle` waits for. No response depends on its errors. */
	later(op: string, args: object): void {
		const task = this.run(op, args)
			.catch(this.#options.onError)
			.finally(() => this.#tasks.delete(task));
		this.#tasks.add(task);
	}

	/** Waits for what was run later. */
	async settle(): Promise<void> {
		await Promise.all(this.#tasks);
	}

	/** Runs a command, whose first argument is a key without the prefix. @throws the errors of `run` */
	call(...command: readonly string[]): Promise<readonly string[]> {
		return this.run("call", { command });
	}

	/** Calls the listener for each message of the events of the store. */
	async subscribe(listener: (message: string) => void): Promise<void> {
		if (this.#onMessage) return;
		this.#onMessage = listener;
		await this.#follow(await this.#connect());
	}

	close(): void {
		this.#isClosed = true;
		this.#disconnect(this.#client);
	}
}
