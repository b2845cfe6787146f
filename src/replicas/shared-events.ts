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

export function createSharedEvents(connection: StoreConnection): SharedEvents {
	const exchanges = createAnnouncer<NumberedRecord>();
	const changes = createAnnouncer<Change>();

	/** An exchange has a number, which changes do not have. */
	function announce(message: string): void {
		const [, number, json = ""] = /^(\d*) (.*)$/s.exec(message) ?? [];
		if (number) exchanges.announce(readRecord(number, json));
		else changes.announce(JSON.parse(json));
	}

	// Events of the meantime are lost.
	connection.onRenew(() =>
		changes.announce({ session: null, subject: "session" }),
	);

	return { exchanges, changes, begin: () => connection.subscribe(announce) };
}
