import {
	listStateKeys,
	type Session,
	type SessionsOptions,
} from "../engine/sessions/session.ts";
import { DEFAULT_SESSION } from "../engine/sessions/session-name.ts";
import { Sessions } from "../engine/sessions/sessions.ts";
import type { FaultPlan } from "../faults/select-faults.ts";
import { inGroups, type StoreConnection } from "../store/redis/connection.ts";
import { type Commit, Documents, type Seen } from "../store/redis/documents.ts";
import { createTurns } from "../store/redis/in-turn.ts";
import { LOST } from "../store/redis/join-store.ts";
import { nameOfState } from "../store/redis/state-copy.ts";
import {
	readSession,
	updateSession,
	writeSession,
} from "./session-document.ts";

/** Says that another mock has changed a session, so that the call has to begin again. */
export class OutdatedSessionError extends Error {
	override readonly name = "OutdatedSessionError";
	/** The session to enter first; undefined if it is known. */
	readonly session: string | undefined;

	constructor(session?: string) {
		super("Another mock has changed the session meanwhile.");
		this.session = session;
	}
}

export interface SharedSessionsOptions extends SessionsOptions {
	readonly connection: StoreConnection;
	/** Called with the forwarding that another mock has set. */
	readonly onForward: (forward: NonNullable<Session["forward"]>) => void;
}

/** The document of all sessions. */
const TABLE = "sessions";

/** The sessions of all mocks of a store. Each process has a copy of them in memory, which it reads anew before it uses it. */
export class SharedSessions extends Sessions {
	readonly #shared: SharedSessionsOptions;
	readonly #documents: Documents<Seen>;
	/** The sessions that the store does not have any more. */
	#lost: Session[] = [];
	readonly #inTurn = createTurns();

	constructor(options: SharedSessionsOptions) {
		super(options);
		this.#shared = options;
		this.#documents = new Documents<Seen>(
			options.connection,
			(seen, fields, before) => {
				if (!before)
					this.#lost = this.inMemory().filter(({ id }) => !fields.has(id));
				for (const [id, text] of fields) this.#apply(id, text);
				return seen;
			},
		);
		// If it fails, the connection broke again.
		options.connection.onRenew(() => void this.sync().catch(() => {}));
		this.startSweep();
	}

	/** Reads what other mocks have changed. @throws StoreUnavailableError */
	async sync(): Promise<void> {
		await this.#documents.find(TABLE);
		const lost = this.#lost;
		this.#lost = [];
		for (const session of lost) {
			if (!session.isDropped) this.forget(session, LOST);
			// The mock that began the store anew did not know it.
			await this.#putDropped(session.id, LOST);
		}
	}

	/**
	 * Writes what the store has of a session, and applies it. Returns false, and does nothing, if another mock has changed
	 * the session since it was read.
	 */
	async #write(
		id: string,
		text: string,
		besides?: Partial<Commit>,
	): Promise<boolean> {
		const table = this.#documents.copies.get(TABLE);
		if (!table) return false;
		return this.#documents.commit(TABLE, table, {
			fields: [id, text],
			...besides,
		});
	}

	#put(session: Session, deleted: readonly string[] = []): Promise<boolean> {
		const text = writeSession(session, this.options.initialForward);
		return this.#write(session.id, text, { drops: deleted.map(nameOfState) });
	}

	/** Deletes a session. Only the reason is left. */
	#putDropped(
		id: string,
		reason: string,
		besides?: Partial<Commit>,
	): Promise<boolean> {
		return this.#write(id, `${reason} `, { forgets: id, ...besides });
	}

	/** Changes the copy of a session as this mock or another one has changed it. */
	#apply(id: string, text: string): void {
		const known = this.find(id);
		const next = readSession(id, text, this.options);
		if (typeof next === "string") {
			if (known) this.forget(known, next);
			else this.dropReasons.set(id, next);
			return;
		}
		if (next.forward && next.forward !== this.options.initialForward)
			this.#shared.onForward(next.forward);
		if (!known) this.add(next);
		// Requests under way go on without the states that another mock has left.
		else for (const each of updateSession(known, next)) this.end(each);
	}

	/** Reads the session of that name, or creates it. Until then, `open` does not know what other mocks have changed. */
	async enter(name: string | undefined): Promise<void> {
		const id = this.current(name) ?? DEFAULT_SESSION;
		for (;;) {
			await this.sync();
			if (this.find(id)) return;
			this.nextIncarnation += 1;
			const { nextIncarnation } = this;
			const session = this.create(id, nextIncarnation, performance.now());
			await this.#put(session);
		}
	}

	override open(
		...[name, now, request]: Parameters<Sessions["open"]>
	): Session {
		const id = this.current(name) ?? DEFAULT_SESSION;
		if (!this.find(id)) throw new OutdatedSessionError(id);
		return super.open(name, now, request);
	}

	override async change(
		session: Session,
		changes: Partial<Session>,
		deleted: readonly string[] = [],
	): Promise<void> {
		if (!(await this.#put({ ...session, ...changes }, deleted)))
			throw new OutdatedSessionError();
	}

	override useFaults(
		session: Session,
		select: () => FaultPlan,
	): Promise<FaultPlan> {
		// Those of one process take turns, so that they do not conflict.
		return this.#inTurn(session.id, async () => {
			for (;;) {
				const plan = select();
				if (plan.used.length === 0 || session.isDropped) return plan;
				const count = (by: number): void => {
					for (const fault of plan.used) fault.left += by;
				};
				// Other calls see them counted down once the store has accepted it.
				count(-1);
				const putting = this.#put(session);
				count(1);
				if (await putting) return plan;
				await this.sync();
			}
		});
	}

	/** Records that a session was used, and what its response depended on. */
	override keepLater(session: Session): void {
		// Another session with this name may have begun meanwhile.
		if (session.isDropped) return;
		const { id, usedAssumptions, restartReason } = session;
		const used = [...usedAssumptions].flatMap(([ids, count]) => [
			ids.join(),
			`${count}`,
		]);
		usedAssumptions.clear();
		const { version: since } = this.#documents.copies.get(TABLE) ?? {};
		const isTold = since !== undefined && restartReason === undefined;
		const args = { session: id, used, since, isTold };
		this.#shared.connection.later("use", args);
	}

	protected override async drop(
		session: Session,
		reason: string,
		idleMs?: number,
	): Promise<void> {
		const keys = listStateKeys(session);
		const besides = { drops: keys.map(nameOfState), idleMs };
		if (!(await this.#putDropped(session.id, reason, besides)))
			throw new OutdatedSessionError();
		await this.dropStates(keys);
	}

	override async delete(id: string): Promise<boolean> {
		const session = this.find(id);
		if (session) await this.drop(session, "deleted");
		return session !== undefined;
	}

	/** The script has dropped them: only copies are left. Another mock may have begun a state of that name since. */
	protected override async dropStates(keys: readonly string[]): Promise<void> {
		for (const key of keys) this.options.store.unload(key);
	}

	/** The store has room for all of them. */
	protected override makeRoom(): void {}

	protected override async evictIdle(): Promise<void> {
		const { sessionIdleMs } = this.options;
		await this.sync();
		await this.readSeen();
		for (const session of this.inMemory()) {
			const idleMs = performance.now() - session.lastSeen;
			if (session.id === DEFAULT_SESSION || idleMs <= sessionIdleMs) continue;
			await this.drop(session, "idle", sessionIdleMs).catch((error) => {
				if (!(error instanceof OutdatedSessionError)) throw error;
			});
		}
	}

	/** Reads when each session was used last. */
	async readSeen(): Promise<void> {
		const found = await this.#shared.connection.run("idle", {});
		for (const [id = "", idleMs] of inGroups(found, 2)) {
			const session = this.find(id);
			if (session) session.lastSeen = performance.now() - Number(idleMs);
		}
	}

	override async listUsed(): ReturnType<Sessions["listUsed"]> {
		const { connection } = this.#shared;
		const reading = this.list().map(async ({ id }) => {
			const found = await connection.call("HGETALL", `used:${id}`);
			const used = [...inGroups(found, 2)].map(
				([ids = "", count]) =>
					[ids.split(",").filter(Boolean), Number(count)] as const,
			);
			return { id, usedAssumptions: new Map(used) };
		});
		return Promise.all(reading);
	}
}
