import { randomInt } from "node:crypto";
import type { AddedCredentials } from "../engine/forwarding/added-credentials.ts";
import type { Session, SessionsOptions } from "../engine/sessions/session.ts";
import { DEFAULT_SESSION } from "../engine/sessions/session-name.ts";
import { Sessions } from "../engine/sessions/sessions.ts";
import type { FaultPlan } from "../faults/select-faults.ts";
import { inGroups, type StoreConnection } from "../store/redis/connection.ts";
import { createTurns, Documents, type Seen } from "../store/redis/documents.ts";
import {
	readSession,
	updateSession,
	writeSession,
} from "./session-document.ts";

/** Says that another mock has changed a session, so that the call has to begin again. */
class OutdatedSessionError extends Error {
	override readonly name = "OutdatedSessionError";
	readonly session: string;

	constructor(session: string) {
		super("Another mock has changed the session meanwhile.");
		this.session = session;
	}
}

/** The document of all sessions. No state has such a name. */
const TABLE = "/sessions";

/** The sessions of all mocks of a store. Each process has a copy of them in memory, which it reads anew before it uses it. */
export class SharedSessions extends Sessions {
	readonly #connection: StoreConnection;
	readonly #credentials: AddedCredentials;
	readonly #table: Documents<Seen>;
	readonly #inTurn = createTurns();

	constructor(
		connection: StoreConnection,
		options: SessionsOptions,
		credentials: AddedCredentials,
	) {
		super({
			...options,
			// No other mock gives a state the same name.
			first: randomInt(1, 2 ** 47),
			createRateLimit(stateKey, perSecond) {
				const [id, , incarnation = "0"] = stateKey.split("/");
				const limit = `${id}:${incarnation}:${perSecond}`;
				const args = { limit, perSecond };
				return {
					perSecond,
					acquire: async () =>
						Number((await connection.run("acquire", args))[0]),
				};
			},
		});
		this.#connection = connection;
		this.#credentials = credentials;
		this.#table = new Documents<Seen>(connection, (seen, fields) => {
			for (const [id, text] of fields) this.#apply(id, text);
			return seen;
		});
		connection.listSessions = () => this.inMemory().map(({ id }) => id);
		this.startSweep();
	}

	/** Reads what other mocks have changed. @throws StoreUnavailableError */
	async sync(): Promise<void> {
		await this.#table.find(TABLE);
	}

	/**
	 * Writes a session, and applies it. Returns false, and does nothing, if another mock has changed the session since it
	 * was read.
	 */
	async #put(session: Session, drops?: readonly string[]): Promise<boolean> {
		const table = this.#table.copies.get(TABLE);
		const text = writeSession(session, this.options.initialForward);
		const change = { fields: [session.id, text], session: session.id, drops };
		return !!(await this.#table.run("commit", TABLE, table, change));
	}

	/** Changes the copy of a session as this mock or another one has changed it. */
	#apply(id: string, text: string): void {
		const known = this.find(id);
		const next = readSession(id, text, this.options);
		if (typeof next === "string") {
			this.dropReasons.set(id, next);
			if (known) this.forget(known, next);
			return;
		}
		if (next.forward && next.forward !== this.options.initialForward)
			this.#credentials.remember(next.forward);
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
			const now = performance.now();
			await this.#put(this.create(id, this.nextIncarnation, now));
		}
	}

	/** Repeats what another mock has made outdated. */
	async repeat<Result>(run: () => Promise<Result>): Promise<Result> {
		for (;;)
			try {
				return await run();
			} catch (error) {
				if (!(error instanceof OutdatedSessionError)) throw error;
				await this.enter(error.session);
			}
	}

	protected override begin(id: string): Session {
		throw new OutdatedSessionError(id);
	}

	override async change(
		session: Session,
		changes: Partial<Session>,
		deleted?: readonly string[],
	): Promise<void> {
		if (!(await this.#put({ ...session, ...changes }, deleted)))
			throw new OutdatedSessionError(session.id);
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
				// Other calls see them counted down once the store has accepted it.
				for (const fault of plan.used) fault.left -= 1;
				const putting = this.#put(session);
				for (const fault of plan.used) fault.left += 1;
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
		const used = [...usedAssumptions];
		usedAssumptions.clear();
		const since = this.#table.copies.get(TABLE)?.version ?? "0";
		const isTold = restartReason === undefined;
		void this.#connection.later("use", { session: id, used, since, isTold });
	}

	override async delete(session: string): Promise<boolean> {
		const args = { session, reason: "deleted" };
		const [done] = await this.#connection.run("forget", args);
		await this.sync();
		return done !== undefined;
	}

	/** The script has dropped them: only copies are left. Another mock may have begun a state of that name since. */
	protected override async dropStates(keys: readonly string[]): Promise<void> {
		for (const key of keys) this.options.store.unload(key);
	}

	/** The store has room for all of them. */
	protected override makeRoom(): void {}

	protected override async evictIdle(): Promise<void> {
		const { sessionIdleMs } = this.options;
		const idleMs = Math.min(sessionIdleMs, Number.MAX_SAFE_INTEGER);
		const args = { idleMs, except: DEFAULT_SESSION, reason: "idle" };
		await this.#connection.run("forget", args);
	}

	override listUsed(): Promise<readonly Session[]> {
		const reading = this.list().map(async (session) => {
			const args = { session: session.id };
			const [idleMs, ...counts] = await this.#connection.run("uses", args);
			const used = inGroups(counts, 2).map(
				([ids = "", count]) =>
					[ids.split(",").filter(Boolean), Number(count)] as const,
			);
			const lastSeen = performance.now() - Number(idleMs);
			return { ...session, lastSeen, usedAssumptions: new Map(used) };
		});
		return Promise.all(reading);
	}
}
