import { setTimeout as wait } from "node:timers/promises";
import type { Change } from "../engine/changes.ts";
import {
	type Announcer,
	createAnnouncer,
	type NumberedRecord,
} from "../journal/journal.ts";
import type { StoreConnection } from "../store/redis/connection.ts";
import { readRecord } from "./shared-journal.ts";

/** The exchanges and changes of all mocks of a store, in the same order in each of them. */
export interface SharedEvents {
	readonly exchanges: Announcer<NumberedRecord>;
	readonly changes: Announcer<Change>;
	/** Announces all events from now on. @throws StoreUnavailableError */
	begin(): Promise<void>;
	close(): void;
}

const RETRY_MS = 250;

export function createSharedEvents(connection: StoreConnection): SharedEvents {
	const exchanges = createAnnouncer<NumberedRecord>();
	const changes = createAnnouncer<Change>();
	let subscribing: ReturnType<StoreConnection["subscribe"]> | undefined;
	let isClosed = false;

	function announce(message: string): void {
		const [, kind, number, bytes, json = ""] =
			/^(change|exchange) (?:(\d+) (\d+) )?(.*)$/s.exec(message) ?? [];
		if (kind === "change") changes.announce(JSON.parse(json));
		else exchanges.announce(readRecord(Number(number), Number(bytes), json));
	}

	async function renew(): Promise<void> {
		subscribing = undefined;
		while (!isClosed && !subscribing)
			try {
				await subscribe();
				// Events of the meantime are lost.
				changes.announce({ session: null, subject: "session" });
			} catch {
				await wait(RETRY_MS, undefined, { ref: false });
			}
	}

	function subscribe(): ReturnType<StoreConnection["subscribe"]> {
		subscribing ??= connection
			.subscribe(announce, () => void renew())
			.catch((error) => {
				subscribing = undefined;
				throw error;
			});
		return subscribing;
	}

	return {
		exchanges,
		changes,
		async begin() {
			const { ping } = await subscribe();
			// Its response comes after all earlier events.
			await ping();
		},
		close() {
			isClosed = true;
		},
	};
}
