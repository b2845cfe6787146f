import { setTimeout as wait } from "node:timers/promises";
import type { Change, Changes } from "../engine/changes.ts";
import {
	type Announcer,
	createAnnouncer,
	type NumberedRecord,
} from "../journal/journal.ts";
import type {
	RedisReply,
	StoreConnection,
	WaitingConnection,
} from "../store/redis/connection.ts";
import { StoreUnavailableError } from "../store/redis/store-errors.ts";
import type { Recorder } from "./recorder.ts";
import { readRecord } from "./shared-journal.ts";

/** The exchanges and changes of all mocks of a store, in the same order in each of them. */
export interface SharedEvents {
	readonly exchanges: Announcer<NumberedRecord>;
	readonly changes: Changes;
	/** Begins to announce events. Afterwards, those of before the call are announced. @throws StoreUnavailableError */
	begin(): Promise<void>;
	close(): void;
}

const BLOCK_MS = "5000";
const RETRY_MS = 250;
const CATCH_UP_MS = 2_000;

/** Whether an id of a stream is at or after another one. */
function hasReached(id: string, other: string): boolean {
	const [time = 0, count = 0] = id.split("-").map(Number);
	const [otherTime = 0, otherCount = 0] = other.split("-").map(Number);
	return time > otherTime || (time === otherTime && count >= otherCount);
}

interface StreamEvent {
	readonly id: string;
	readonly kind: string;
	readonly text: string;
}

const listOf = (reply: RedisReply): readonly RedisReply[] =>
	Array.isArray(reply) ? reply : [];

const readEvent = (entry: RedisReply): StreamEvent => {
	const [id, fields] = listOf(entry);
	const [kind, text] = listOf(fields);
	return { id: String(id), kind: String(kind), text: String(text) };
};

export function createSharedEvents(
	connection: StoreConnection,
	recorder: () => Recorder,
): SharedEvents {
	const exchanges = createAnnouncer<NumberedRecord>();
	const changes = createAnnouncer<Change>();
	const key = `${connection.prefix}:events`;
	let position: string | undefined;
	let isClosed = false;
	let reader: WaitingConnection | undefined;

	async function announce(events: readonly StreamEvent[]): Promise<void> {
		const records = await Promise.all(
			events.map(({ kind, text }) => {
				const [number = "", session = ""] = text.split(" ");
				return kind === "exchange"
					? readRecord(connection, session, number)
					: undefined;
			}),
		);
		events.forEach(({ id, kind, text }, index) => {
			const record = records[index];
			if (record) exchanges.announce(record);
			if (kind === "change") changes.announce(JSON.parse(text));
			position = id;
		});
	}

	async function read(): Promise<void> {
		reader ??= await connection.open();
		const command = ["XREAD", "BLOCK", BLOCK_MS, "COUNT", "100", "STREAMS"];
		const reply = await reader.send(...command, key, position ?? "0-0");
		const [stream] = listOf(reply);
		const [, entries] = listOf(stream);
		await announce(listOf(entries).map(readEvent));
	}

	async function run(): Promise<void> {
		let isBroken = false;
		while (!isClosed) {
			try {
				await read();
				// Events may be lost with the data of the store.
				if (isBroken) changes.announce({ session: null, subject: "session" });
				isBroken = false;
			} catch {
				isBroken = true;
				reader?.close();
				reader = undefined;
				await wait(RETRY_MS, undefined, { ref: false });
			}
		}
	}

	return {
		exchanges,
		changes: {
			subscribe: changes.subscribe,
			announce(change) {
				const args = { change: JSON.stringify(change) };
				recorder().add(connection.run("announce", args));
			},
		},
		async begin() {
			const reply = await connection.send(
				...["XREVRANGE", key, "+", "-", "COUNT", "1"],
			);
			const last =
				listOf(reply).length > 0 ? readEvent(listOf(reply)[0]).id : "0-0";
			if (position === undefined) {
				position = last;
				void run();
			}
			const deadline = performance.now() + CATCH_UP_MS;
			while (!hasReached(position, last)) {
				if (performance.now() > deadline)
					throw new StoreUnavailableError(
						`The store ${connection.place} does not send its events. Try again.`,
					);
				await wait(2);
			}
		},
		close() {
			isClosed = true;
			reader?.close();
		},
	};
}
