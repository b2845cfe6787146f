import { randomUUID } from "node:crypto";
import { errorMessage, importOptional } from "../../values/errors.ts";
import { withTimeLimit } from "../../values/with-time-limit.ts";
import type { InitialState } from "../backing.ts";
import { SCRIPT } from "./script.ts";

type Redis = typeof import("@redis/client");

/** A client of Redis. */
type Client = ReturnType<Redis["createClient"]>;

/** Says why the store did not do what it was asked to, and what to do. A write was made wholly or not at all. */
export class StoreUnavailableError extends Error {
	override readonly name = "StoreUnavailableError";
}

/** Returns the error for a request that Redis does not do. */
function explainError(error: unknown, place: string): unknown {
	if (error instanceof StoreUnavailableError) return error;
	const message = errorMessage(error).replace(/\.*( script: .*)?$/, "");
	// The beginnings of errors that say that Redis lacks memory, or cannot write to its disk.
	const sentence = /^(OOM|MISCONF)/.test(message)
		? `did not make a change: ${message}. Give Redis more memory or disk space, and try again.`
		: `is not available: ${message || "the connection broke"}. A write was made wholly or not at all. Try again when Redis responds.`;
	return new StoreUnavailableError(`The store ${place} ${sentence}`, {
		cause: error,
	});
}

/** Differs after each change of what the keys of a store mean. */
const LAYOUT = "5";
/** How many bytes of a command may take another millisecond. */
const BYTES_PER_MS = 1_000;

export interface ConnectionOptions {
	/** The address, with credentials. */
	readonly url: string;
	readonly prefix: string;
	/** Identifies the document that the mock follows. */
	readonly document: string;
	/** What the store starts from if this mock is the first one. */
	readonly initial: InitialState;
	/** How long to wait for a response, in milliseconds; defaults to 2,000. */
	readonly timeoutMs?: number | undefined;
	/** Called with each error that no request waits for. */
	readonly onError: (error: unknown) => void;
}

/** @param message undefined if messages before may be lost */
type Listener = (message?: string) => void;

/** Splits a list into lists of the same length. */
export const inGroups = (
	values: readonly string[],
	length: number,
): (readonly string[])[] =>
	Array.from({ length: values.length / length }, (_, group) =>
		values.slice(group * length, (group + 1) * length),
	);

/** A connection to a store in Redis, made when it is needed, and again after it broke. */
export class StoreConnection {
	/** The channel of the events, without the prefix. All databases of a Redis have the same channels. */
	readonly channel: string;
	/** Lists the sessions that the mock knows, so that it can tell which of them the store has lost. */
	listSessions: () => readonly string[] = () => [];
	readonly #options: ConnectionOptions;
	readonly #place: string;
	/** Identifies this mock. */
	readonly #mock = randomUUID();
	readonly #tasks = new Set<Promise<void>>();
	#client: Client | undefined;
	#connecting: Promise<Client> | undefined;
	#subscriber: Client | undefined;
	#subscribing: Promise<void> | undefined;
	#listener: Listener | undefined;
	/** The digest of the script. */
	#script = "";
	/** Names the data of the store: it changes when the store has lost some. */
	#line = "";
	/** Counts the changes of the data that the mock has seen. */
	#changes = 0;
	isClosed = false;

	constructor(options: ConnectionOptions) {
		this.#options = options;
		const { protocol, host, pathname } = new URL(options.url);
		this.channel = `events:${Number(pathname.slice(1))}`;
		this.#place = `${protocol}//${host}`;
	}

	/** Gives up a connection: one that once did not respond in time may not respond for minutes. */
	#disconnect(from: Client | undefined): void {
		if (from !== this.#client) return;
		this.#client = undefined;
		this.#connecting = undefined;
		from?.destroy();
		this.#unsubscribe(this.#subscriber);
	}

	/** Gives up a subscription. Requests go on: Redis ends the connection of a subscriber that reads too slowly. */
	#unsubscribe(from: Client | undefined): void {
		if (from !== this.#subscriber) return;
		this.#subscriber = undefined;
		this.#subscribing = undefined;
		from?.destroy();
	}

	/** Limits the time until a response. @param bytes the size of what was sent */
	async #limit<Result>(response: Promise<Result>, bytes = 0): Promise<Result> {
		const used = this.#client;
		const { timeoutMs = 2_000 } = this.#options;
		try {
			const limitMs = timeoutMs + bytes / BYTES_PER_MS;
			return await withTimeLimit(response, limitMs, () => {
				setImmediate(() => this.#disconnect(used));
				return new Error(`it did not respond within ${timeoutMs / 1000} s`);
			});
		} catch (error) {
			// The next connection loads the script again.
			if (errorMessage(error).startsWith("NOSCRIPT")) this.#disconnect(used);
			throw explainError(error, this.#place);
		}
	}

	async #open(): Promise<Client> {
		const { url, timeoutMs = 2_000 } = this.#options;
		// Loading the client is not part of the time that Redis has.
		const { createClient } = await importOptional(
			() => import("@redis/client"),
			(cause) =>
				new StoreUnavailableError(
					"A store in Redis needs the package @redis/client, which is not installed. Install it: npm install @redis/client",
					{ cause },
				),
		);
		if (this.isClosed)
			throw explainError(new Error("the mock was closed"), this.#place);
		const client: Client = createClient({
			url,
			// The caller gives up earlier.
			socket: { connectTimeout: 2 * timeoutMs, reconnectStrategy: false },
			// Without a queue: it would send a write long after its request got 503.
			disableOfflineQueue: true,
		});
		this.#client = client;
		client.on("error", () => this.#disconnect(client));
		await this.#limit(client.connect());
		this.#script = await this.#limit(client.scriptLoad(SCRIPT));
		return client;
	}

	#connect(): Promise<Client> {
		this.#connecting ??= this.#open().catch((error) => {
			this.#disconnect(this.#client);
			throw error;
		});
		return this.#connecting;
	}

	/** Runs an operation of the script. Returns how many changes the mock has seen, and the result. */
	async #evaluate(op: string, args: object): Promise<[number, string[]?]> {
		const client = await this.#connect();
		const known = [this.#line, this.#mock, `${this.#changes}`];
		const json = JSON.stringify(args);
		const words = [this.#script, "1", this.#options.prefix, op, ...known, json];
		return this.#limit(client.sendCommand(["EVALSHA", ...words]), json.length);
	}

	/**
	 * Joins the store, which it begins if it does not exist. Returns what the first mock of the store started from.
	 * @throws StoreUnavailableError if Redis does not respond, or if the mock cannot use the store, which is unchanged then
	 */
	async join(): Promise<InitialState> {
		const { prefix, document, initial } = this.#options;
		const [changes, found = []] = await this.#evaluate("join", {
			...{ line: randomUUID(), layout: LAYOUT, document },
			initial: JSON.stringify(initial),
			sessions: this.listSessions(),
		});
		const [line = "", kept] = found;
		if (kept === undefined)
			throw new StoreUnavailableError(
				`Cannot use the store "${prefix}" in Redis at ${this.#place}: ${line}. Nothing was changed. To begin another store, pass another prefix: ${this.#place}?prefix=<name>`,
			);
		this.#line = line;
		this.#changes = changes;
		return JSON.parse(kept);
	}

	/**
	 * Runs an operation of the script. If the store has lost data that the mock has seen, joins it again before.
	 * @throws StoreUnavailableError if Redis does not respond, or lacks memory
	 */
	async run(op: string, args: object): Promise<readonly string[]> {
		for (;;) {
			const [changes, values] = await this.#evaluate(op, args);
			this.#changes = Math.max(this.#changes, changes);
			if (values) return values;
			await this.join();
		}
	}

	/** Runs a command, whose first argument is a key without the prefix. @throws the errors of `run` */
	call(...command: readonly string[]): Promise<readonly string[]> {
		return this.run("call", { command });
	}

	/** Runs an operation that `settle` waits for. No response depends on its errors. */
	later(op: string, args: object): Promise<void> {
		const task = this.run(op, args)
			.then(() => {}, this.#options.onError)
			.finally(() => this.#tasks.delete(task));
		this.#tasks.add(task);
		return task;
	}

	/** Waits for what was run later. */
	async settle(): Promise<void> {
		await Promise.all(this.#tasks);
	}

	/** Subscribes with a client of its own: Redis limits the length of all replies to a subscriber. */
	async #subscribe(listener: Listener): Promise<void> {
		const client = await this.#connect();
		const subscriber = client.duplicate();
		this.#subscriber = subscriber;
		subscriber.on("error", () => this.#unsubscribe(subscriber));
		await this.#limit(subscriber.connect());
		const channel = `${this.#options.prefix}:${this.channel}`;
		await this.#limit(subscriber.subscribe(channel, listener));
		listener();
	}

	/** Calls the listener for each event of the store. Without a listener, subscribes again if the connection broke. */
	async subscribe(listener?: Listener): Promise<void> {
		this.#listener ??= listener;
		if (!this.#listener) return;
		this.#subscribing ??= this.#subscribe(this.#listener);
		await this.#subscribing;
	}

	close(): void {
		this.isClosed = true;
		this.#disconnect(this.#client);
	}
}
