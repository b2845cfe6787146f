import type { ReadonlySignal } from "@preact/signals";
import type { Control } from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
import { DEFAULT_SESSION } from "../../engine/sessions/session-name.ts";
import type { Connection } from "./connection.ts";
import type { Messages, Question } from "./messages.ts";
import type { Resources } from "./resources.ts";

/** Something to do with a session that cannot be undone, or that affects others, so that the page asks before it. */
export interface UserAction extends Question {
	/** Says that it is done. */
	readonly done: string;
	/** Whether to take a snapshot before, and to offer to go back to it. */
	readonly isUndoable?: true;
	run(control: Control): Promise<void>;
}

/** A snapshot that the page took before an action of the user. */
interface AutomaticSnapshot {
	readonly id: string;
	readonly at: Date;
	/** The label of the action. */
	readonly before: string;
	/** The connection that it belongs to: another one may be to another mock, whose ids begin anew. */
	readonly attempt: number;
}

type Session = ReadonlySignal<string | undefined>;

/** Takes snapshots before actions that can be undone. @param session the session that the actions change */
function createAutomaticSnapshots(
	session: Session,
	connection: Connection,
	{ fail, confirm }: Messages,
) {
	/** By session: only the latest one is kept. */
	const automatic = new Map<string, AutomaticSnapshot>();
	const sessionName = (): string => session.value ?? DEFAULT_SESSION;
	const control = (): Control => connection.control(session.peek());

	/** Returns the snapshot before the last action that can be undone. */
	function latest(): AutomaticSnapshot | undefined {
		const found = automatic.get(sessionName());
		return found?.attempt === connection.attempt.value ? found : undefined;
	}
	/** Takes a snapshot. Returns its id, "" if the user goes on without, and undefined if not. */
	async function take(label: string): Promise<string | undefined> {
		try {
			return await control().snapshot();
		} catch (error) {
			if (!(error instanceof ControlError && error.status === 409)) throw error;
			const title = `${label} without Undo?`;
			const text = `This cannot be undone. ${error.detail}`;
			return (await confirm({ title, text, label })) ? "" : undefined;
		}
	}
	async function remove(id: string): Promise<void> {
		try {
			await control().deleteSnapshot(id);
		} catch (error) {
			// Another client may have deleted it already.
			const isGone = error instanceof ControlError && error.status === 404;
			if (!isGone) fail(error);
		}
	}
	/** Replaces the snapshot before the last action. */
	async function keep(id: string, before: string): Promise<void> {
		const last = latest();
		const attempt = connection.attempt.peek();
		automatic.set(sessionName(), { id, at: new Date(), before, attempt });
		if (last) await remove(last.id);
	}
	return { latest, take, remove, keep };
}

/** Creates what runs the actions of the user. @param session the session that they change */
export function createActions(
	session: Session,
	connection: Connection,
	resources: Resources,
	messages: Messages,
) {
	const { tell, fail, confirm } = messages;
	const snapshots = createAutomaticSnapshots(session, connection, messages);
	/** How many changes are on their way. */
	let running = 0;

	/** Runs an action, and shows why it failed. Resolves to whether it succeeded. */
	async function attempt(action: () => Promise<unknown>): Promise<boolean> {
		try {
			await action();
			return true;
		} catch (error) {
			fail(error);
			return false;
		}
	}
	/**
	 * Changes the session, says that it is done, and loads what the page shows.
	 * @throws what the action throws
	 */
	async function change<Result>(
		action: (control: Control) => Promise<Result>,
		done?: string,
	): Promise<Result> {
		running += 1;
		try {
			const result = await action(connection.control(session.peek()));
			if (done !== undefined) tell(done);
			return result;
		} finally {
			running -= 1;
			// Before the last change, the page would show the others as if they had not been made.
			if (running === 0) await resources.reload();
		}
	}
	/** Does the same, but shows why it failed. */
	const run = (...args: Parameters<typeof change>): Promise<boolean> =>
		attempt(() => change(...args));

	/** @throws what the action throws */
	async function changeUndoably(action: UserAction): Promise<boolean> {
		const { label, done } = action;
		const id = await snapshots.take(label);
		if (id === undefined) return false;
		await change(async (control) => {
			try {
				await action.run(control);
			} catch (error) {
				if (id !== "") await snapshots.remove(id);
				throw error;
			}
			const undone = "Undone: the records are as they were before.";
			const undo = () => run(() => control.restore(id), undone);
			tell(done, id === "" ? undefined : { label: "Undo", run: undo });
			if (id !== "") await snapshots.keep(id, label);
		});
		return true;
	}
	/**
	 * Runs an action after its question. Resolves to whether the user confirmed it.
	 * @throws what the action throws
	 */
	async function changeIfConfirmed(action: UserAction): Promise<boolean> {
		if (!(await confirm(action))) return false;
		if (action.isUndoable) return changeUndoably(action);
		await change(action.run, action.done);
		return true;
	}
	/** Does the same, but shows why it failed. Resolves to whether it is done. */
	async function ask(action: UserAction): Promise<boolean> {
		let isConfirmed = false;
		const isDone = await attempt(async () => {
			isConfirmed = await changeIfConfirmed(action);
		});
		return isDone && isConfirmed;
	}
	const latestSnapshot = snapshots.latest;
	return { attempt, change, run, changeIfConfirmed, ask, latestSnapshot };
}
