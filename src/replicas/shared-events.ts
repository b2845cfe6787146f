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
}

const RETRY_MS = 250;

export function createSharedEvents(connection: StoreConnection): SharedEvents {
	const exchanges = createAnnouncer<NumberedRecord>();
	const changes = createAnnouncer<Change>();
	let subscribing: ReturnType<StoreConnection["subscribe"]> | undefined;

	/** An exchange has a number, which changes do not have. */
	function announce(message: string): void {
		const [, number, json = ""] = /^(\d*) (.*)$/s.exec(message) ?? [];
		if (number) exchanges.announce(readRecord(number, json));
		else changes.announce(JSON.parse(json));
	}

	async function renew(): Promise<void> {
		subscribing = undefined;
		while (!connection.isClosed && !subscribing)
			try {
				await subscribe();
				// Events of the meantime are lost.
				changes.announce({ session: null, subject: "session" });
			} catch {
				await wait(RETRY_MS, undefined, { ref: false });
			}
	}

	function subscribe(): ReturnType<StoreConnection["subscribe"]> {
		subscribing ??= connection.subscribe(announce, () => void renew());
		subscribing.catch(() => {
			subscribing = undefined;
		});
		return subscribing;
	}

	return {
		exchanges,
		changes,
		async begin() {
			const ping = await subscribe();
			// Its response comes after all earlier events.
			await ping();
		},
	};
}
