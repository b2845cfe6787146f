import type { KeptSession, KeptSessions } from "../store-file.ts";
import type { Database, Row } from "./database.ts";
import type { Soon } from "./soon.ts";

const toSession = (row: Row): KeptSession => ({
	id: String(row.id),
	lastSeen: Number(row.last_seen),
	kept: JSON.parse(String(row.kept)),
});

export function createKeptSessions(
	database: Database,
	soon: Soon,
): KeptSessions {
	const select = database.prepare("SELECT * FROM session WHERE id = ?");
	const all = database.prepare("SELECT * FROM session ORDER BY number");
	const put = database.prepare(
		"INSERT INTO session (id, last_seen, kept) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET last_seen = excluded.last_seen, kept = excluded.kept",
	);
	const remove = database.prepare("DELETE FROM session WHERE id = ?");
	const removeState = database.prepare("DELETE FROM state WHERE session = ?");
	/** No state has such a name. */
	const keyOf = (id: string): string => `session:${id}`;
	const keep = ({ id, lastSeen, kept }: KeptSession): void =>
		put.run(id, Math.round(lastSeen), JSON.stringify(kept));

	return {
		read(id) {
			soon.run(keyOf(id));
			const row = select.get(id);
			return row && toSession(row);
		},
		list() {
			soon.flush();
			return all.all().map(toSession);
		},
		keep(session, deleted = []) {
			database.atomically(() => {
				keep(session);
				for (const state of deleted) removeState.run(state);
			});
			soon.forget(keyOf(session.id));
		},
		keepSoon(id, read) {
			soon.plan(keyOf(id), () => keep(read()));
		},
		keepWithExchange(id, read) {
			soon.planDue(keyOf(id), () => keep(read()));
		},
		delete(id, states) {
			database.atomically(() => {
				remove.run(id);
				for (const state of states) removeState.run(state);
			});
			soon.forget(keyOf(id));
		},
	};
}
