import {
	fromKeptSession,
	toKeptSession,
} from "../engine/sessions/kept-session.ts";
import {
	createSessionKey,
	listStateKeys,
	type Session,
	type SessionsOptions,
} from "../engine/sessions/session.ts";
import { DEFAULT_SESSION } from "../engine/sessions/session-name.ts";
import { Sessions } from "../engine/sessions/sessions.ts";
import type { CredentialContext } from "../engine/shared-mock.ts";
import type { FaultPlan } from "../faults/select-faults.ts";
import type { StoreConnection } from "../store/redis/connection.ts";
import { createTurns } from "../store/redis/in-turn.ts";
import type { RedisOptions } from "../store/redis/open-redis.ts";
import { nameOfState } from "../store/redis/shared-states.ts";
import {
	createSessionDocuments,
	type SessionDocument,
	type SessionDocuments,
} from "./session-documents.ts";

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
	/** Adds a task that the response waits for. */
	readonly addTask: (task: Promise<unknown>) => void;
	readonly joining: Pick<RedisOptions, "document" | "initial">;
	/** Called with the forwarding that another mock has set. */
	readonly onForward: (forward: NonNullable<Session["forward"]>) => void;
}

/** The sessions of all mocks of a store. Each process has a copy of them in memory, which it reads anew before it uses it. */
export class SharedSessions extends Sessions {
	/** Calls that change a session take turns, so that those of one process do not conflict. */
	readonly inTurn: ReturnType<typeof createTurns> = createTurns();
	readonly #shared: SharedSessionsOptions;
	readonly #documents: SessionDocuments;

	constructor(options: SharedSessionsOptions) {
		super(options);
		this.#shared = options;
		const { connection, joining } = options;
		this.#documents = createSessionDocuments(connection, joining, (...change) =>
			this.#apply(...change),
		);
		this.startSweep();
	}

	/** Reads what other mocks have changed. @throws StoreUnavailableError */
	sync(): Promise<void> {
		return this.#documents.sync();
	}

	#toDocument(session: Session): SessionDocument {
		const { initialForward } = this.options;
		const { forward, restartReason } = session;
		const counted = { ...session, usedAssumptions: new Map() };
		return {
			kept: toKeptSession(counted, initialForward).kept,
			...(forward &&
				forward !== initialForward && { headers: forward.headers }),
			...(restartReason !== undefined && { restartReason }),
		};
	}

	#put(session: Session, deleted: readonly string[] = []): Promise<boolean> {
		return this.#documents.put(session.id, this.#toDocument(session), {
			drops: deleted.map(nameOfState),
		});
	}

	/** Changes the copy of a session as another mock has changed it. */
	#apply(id: string, document: SessionDocument): void {
		const known = this.find(id);
		if ("dropped" in document) {
			if (known) this.forget(known, document.dropped);
			else this.dropReasons.set(id, document.dropped);
			return;
		}
		const { kept, headers, restartReason } = document;
		const lastSeen = Date.now();
		const read = fromKeptSession({ id, lastSeen, kept }, this.options);
		const next = { ...read, restartReason };
		if (headers && next.forward) {
			next.forward = { ...next.forward, headers, lostHeaders: undefined };
			this.#shared.onForward(next.forward);
		}
		if (known) this.#update(known, next);
		else this.add(next);
	}

	/** Requests under way have this object. They go on without the states that another mock has left. */
	#update(known: Session, next: Session): void {
		const { active, leftover } = known;
		const isSameOwn = createSessionKey(known) === createSessionKey(next);
		const isSameActive =
			active.stateKey === next.active.stateKey &&
			active.name === next.active.name &&
			active.faults.length === next.active.faults.length;
		if (isSameActive)
			active.faults.forEach((fault, index) => {
				fault.left = next.active.faults[index]?.left ?? fault.left;
			});
		const { usedAssumptions, lastSeen, rateLimits, ...changed } = next;
		Object.assign(known, changed, {
			leftover: isSameOwn ? leftover : next.leftover,
			...(isSameActive && { active }),
		});
		if (!isSameOwn) {
			this.end({ leftover });
			rateLimits.clear();
		}
		const isLeft = !listStateKeys(known).includes(active.stateKey);
		if (isLeft) this.end(active);
	}

	/** Reads the session of that name, or creates it. Until then, `open` does not know what other mocks have changed. */
	async enter(name: string | undefined): Promise<void> {
		const id = this.current(name) ?? DEFAULT_SESSION;
		for (;;) {
			await this.sync();
			if (this.find(id)) return;
			await this.inTurn(id, async () => {
				if (this.find(id)) return;
				this.nextIncarnation += 1;
				const { nextIncarnation } = this;
				const session = this.create(id, nextIncarnation, performance.now());
				if (await this.#put(session)) this.add(session);
			});
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
		Object.assign(session, changes);
	}

	override useFaults(
		session: Session,
		select: () => FaultPlan,
	): Promise<FaultPlan> {
		return this.inTurn(session.id, async () => {
			for (;;) {
				const plan = select();
				if (plan.kinds.length === 0 || session.isDropped) return plan;
				if (await this.#put(session)) return plan;
				await this.sync();
				// The faults were counted down for nothing.
				const document = this.#documents.get(session.id);
				if (document) this.#apply(session.id, document);
			}
		});
	}

	/** Records that a session was used, and what its response depended on. */
	override keepLater(session: Session): void {
		const { connection, addTask } = this.#shared;
		const { id, usedAssumptions, restartReason } = session;
		const used = [...usedAssumptions].flatMap(([ids, count]) => [
			ids.join(),
			`${count}`,
		]);
		usedAssumptions.clear();
		addTask(connection.run("use", { session: id, used }));
		const document = this.#documents.get(id);
		const told = document && "kept" in document && document.restartReason;
		if (told && restartReason === undefined)
			addTask(this.inTurn(id, () => this.#put(session)));
	}

	protected override async drop(
		session: Session,
		reason: string,
		idleMs?: number,
	): Promise<void> {
		const { id } = session;
		const keys = listStateKeys(session);
		const done = await this.#documents.put(
			id,
			{ dropped: reason },
			{
				drops: keys.map(nameOfState),
				forgets: [id],
				...(idleMs !== undefined && { idle: [id], idleMs: `${idleMs}` }),
			},
		);
		if (!done) throw new OutdatedSessionError();
		if (!session.isDropped) this.forget(session, reason);
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
		const { sessionIdleMs: ms } = this.options;
		if (!Number.isFinite(ms)) return;
		const { connection } = this.#shared;
		const found = await connection.run("idle", { ms: `${ms}` });
		await this.sync();
		for (const [index, id] of (found?.values ?? []).entries()) {
			const session = index % 2 === 0 ? this.find(id) : undefined;
			if (!session || id === DEFAULT_SESSION) continue;
			await this.drop(session, "idle", ms).catch((error) => {
				if (!(error instanceof OutdatedSessionError)) throw error;
			});
		}
	}

	/** Reads when each session was used last. */
	async readSeen(): Promise<void> {
		const { connection } = this.#shared;
		const found = (await connection.run("idle", { ms: "0" }))?.values ?? [];
		const now = performance.now();
		for (let index = 0; index + 1 < found.length; index += 2) {
			const session = this.find(found[index] ?? "");
			if (session) session.lastSeen = now - Number(found[index + 1]);
		}
	}

	override async listUsed(): ReturnType<Sessions["listUsed"]> {
		const { connection } = this.#shared;
		const reading = this.list().map(async ({ id }) => {
			const found = (await connection.run("used", { session: id }))?.values;
			const used = new Map<readonly string[], number>();
			for (let index = 0; index + 1 < (found ?? []).length; index += 2) {
				const ids = found?.[index]?.split(",").filter(Boolean) ?? [];
				used.set(ids, Number(found?.[index + 1]));
			}
			return { id, usedAssumptions: used };
		});
		return Promise.all(reading);
	}
}

/** What a context tells its sessions of forwarding that another mock has set. */
export function rememberForward(
	{ addedCredentials, redact }: CredentialContext,
	forward: NonNullable<Session["forward"]>,
): void {
	addedCredentials.remember(forward);
	for (const name of Object.keys(forward.headers)) redact.add(name);
}
