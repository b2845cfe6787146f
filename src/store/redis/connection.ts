import { errorMessage } from "../../values/errors.ts";
import { type Client, createClient, evaluate, importRedis } from "./client.ts";
import {
	type ConnectionOptions,
	type Joined,
	joinStore,
} from "./join-store.ts";
import { explainError, StoreLostError } from "./store-errors.ts";

/** A reply of Redis: a text, a number, nothing, or a list. */
export type RedisReply =
	| string
	| number
	| null
	| undefined
	| readonly RedisReply[];

/** A connection whose mock has joined the store. */
interface Link extends Joined {
	readonly client: Client;
}

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
	readonly prefix: string;
	/**
	 * Joins the store if the mock has not, and begins the store if it does not exist.
	 * @throws StoreRefusedError if it has another layout, or another document; nothing has changed then
	 * @throws StoreUnavailableError if Redis does not respond
	 */
	join(): Promise<Joined>;
	/**
	 * Calls the listener each time that the mock has joined again.
	 * @param listener gets whether Redis was restarted with older data, and this mock is the one to tell
	 */
	onJoin(listener: (isOlder: boolean) => void): void;
	/**
	 * Runs an operation of the script.
	 * @param args a function is called right before they are sent. If it returns undefined, returns nothing
	 * @throws StoreUnavailableError if Redis does not respond, or lacks memory
	 */
	run(
		op: string,
		args: object | (() => object | undefined),
	): Promise<readonly string[]>;
	/** Runs a command. @throws StoreUnavailableError as `run` does */
	send(...command: string[]): Promise<RedisReply>;
	/** Runs a command that returns texts. @throws StoreUnavailableError as `run` does */
	list(...command: string[]): Promise<readonly string[]>;
	/**
	 * Calls the listener for each message of the events of the store, until the connection breaks.
	 * @returns a function that waits for a response of this connection
	 */
	subscribe(
		listener: (message: string) => void,
		onEnd: () => void,
	): Promise<() => Promise<unknown>>;
	readonly isClosed: boolean;
	close(): void;
}

/** How many bytes of a command may take another millisecond. */
const BYTES_PER_MS = 1_000;

/** Connects to a store in Redis. */
export function createStoreConnection(
	options: ConnectionOptions,
): StoreConnection {
	const { url, prefix, timeoutMs = 2_000 } = options;
	const { protocol, host } = new URL(url);
	const place = `${protocol}//${host}`;
	/** The open connections, each with what to call when it ends. */
	const open = new Map<Client, () => void>();
	let linking: Promise<Link> | undefined;
	const onJoin: ((isOlder: boolean) => void)[] = [];
	/** What this mock has seen of the store. */
	const known = { epoch: "", changes: 0 };
	let isClosed = false;

	/** Gives up all connections: one that once did not respond in time may not respond for minutes. */
	function disconnect(): void {
		linking = undefined;
		for (const [client, onEnd] of open) {
			open.delete(client);
			if (client.isOpen) client.destroy();
			onEnd();
		}
	}

	/** Limits the time until a response. @param bytes the size of what is sent */
	async function limit<Result>(
		act: () => Promise<Result>,
		bytes = 0,
	): Promise<Result> {
		let timer: NodeJS.Timeout | undefined;
		try {
			const late = new Promise<never>((_, reject) => {
				function giveUp(): void {
					reject(new Error(`it did not respond within ${timeoutMs / 1000} s`));
					disconnect();
				}
				// If this process was busy for that long, the response may be there already. It is read before `setImmediate`.
				timer = setTimeout(
					() => setImmediate(giveUp),
					timeoutMs + bytes / BYTES_PER_MS,
				);
			});
			return await Promise.race([act(), late]);
		} catch (error) {
			throw explainError(error, place);
		} finally {
			clearTimeout(timer);
		}
	}

	async function connect(onEnd: () => void = () => {}): Promise<Client> {
		// Loading the client is not part of the time that Redis has.
		const redis = await importRedis();
		return limit(async () => {
			if (isClosed) throw new Error("the mock was closed");
			const client = createClient(redis, url, timeoutMs);
			open.set(client, onEnd);
			client.on("error", () => {
				if (open.has(client)) disconnect();
			});
			await client.connect();
			return client;
		});
	}

	async function join(client: Client): Promise<Link> {
		const joined = await joinStore(client, place, options, known);
		if (known.epoch !== joined.epoch) known.changes = 0;
		known.epoch = joined.epoch;
		for (const listener of onJoin) listener(joined.isOlder);
		return { ...joined, client };
	}

	/** Joins the store, unless the mock has since `before`. */
	function link(before?: Link): Promise<Link> {
		const started =
			linking ??
			(before ? Promise.resolve(before.client) : connect()).then((client) =>
				limit(() => join(client)),
			);
		linking = started;
		started.catch(() => {
			if (linking === started) linking = undefined;
		});
		return started;
	}

	const run: StoreConnection["run"] = async (op, given) => {
		const started = link();
		const current = await started;
		const { client, epoch } = current;
		const args = typeof given === "function" ? given() : given;
		if (!args) return [];
		const json = JSON.stringify(args);
		return limit(async () => {
			try {
				const [count, values] = await evaluate(client, prefix, op, epoch, json);
				known.changes = Math.max(known.changes, count);
				return values;
			} catch (error) {
				if (!/\bEPOCH\b/.test(errorMessage(error))) throw error;
				if (linking === started) linking = undefined;
				await link(current);
				throw new StoreLostError(
					`The store ${place} has lost all sessions. They begin anew. Try again.`,
					{ cause: error },
				);
			}
		}, json.length);
	};

	async function send(...command: string[]): Promise<RedisReply> {
		const { client } = await link();
		return limit(() => client.sendCommand<RedisReply>(command));
	}

	return {
		prefix,
		send,
		async list(...command) {
			const reply = await send(...command);
			return Array.isArray(reply) ? reply.map(String) : [];
		},
		join: () => link(),
		onJoin(listener) {
			onJoin.push(listener);
		},
		run,
		async subscribe(listener, onEnd) {
			const client = await connect(onEnd);
			await limit(() => client.subscribe(`${prefix}:events`, listener));
			return () => limit(() => client.ping());
		},
		get isClosed() {
			return isClosed;
		},
		close() {
			isClosed = true;
			disconnect();
		},
	};
}
