import type { ReadonlySignal } from "@preact/signals";
import type { Control } from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
import { DEFAULT_SESSION } from "../../engine/sessions/session-name.ts";
import type { Connection } from "./connection.ts";
import type { Messages, Question } from "./messages.ts";
import type { Resources } from "./resources.ts";

/** Something to do with a session that cannot be undone, or that affects others, so that the page asks before it. */
export interface UserAction extends Question {
	/** The message that says that the action is done. */
	readonly done: string;
	/** Whether to take a snapshot before, and to offer to go back to it. */
	readonly isUndoable?: true;
	run(control: Control): Promise<void>;
}

type SessionName = ReadonlySignal<string | undefined>;

/** Creates the functions that change the session that the page shows. */
function createChanges(
	session: SessionName,
	connection: Connection,
	resources: Resources,
	{ tell, fail }: Messages,
) {
	/** The number of changes that have not finished. */
	let running = 0;

	/** Runs an action, and shows why it failed. Resolves to its result, and to undefined if it failed. */
	async function attempt<Result>(
		action: () => Promise<Result>,
	): Promise<Result | undefined> {
		try {
			return await action();
		} catch (error) {
			fail(error);
			return undefined;
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
			// Loading before the last change has finished would show an earlier state.
			if (running === 0) await resources.reload();
		}
	}
	return {
		attempt,
		change,
		/** Does the same as `change`, but shows why it failed. */
		run: (...args: Parameters<typeof change>) => attempt(() => change(...args)),
	};
}

/** Creates the functions that take snapshots. They remember the time of each until the mock restarts. */
function createSnapshots(connection: Connection, { fail }: Messages) {
	/** When the page took its snapshots, in words. Ids are unique among all sessions. */
	const taken = new Map<string, string>();
	connection.attempt.subscribe(() => taken.clear());
	return {
		/** @param reason completes the sentence that says when the snapshot was taken */
		async takeSnapshot(control: Control, reason = ""): Promise<string> {
			const id = await control.snapshot();
			const time = new Date().toLocaleTimeString();
			taken.set(id, ` taken at ${time}${reason}`);
			return id;
		},
		async removeSnapshot(control: Control, id: string): Promise<void> {
			try {
				await control.deleteSnapshot(id);
			} catch (error) {
				// Another client may have deleted it already.
				const isGone = error instanceof ControlError && error.status === 404;
				if (!isGone) fail(error);
			}
		},
		/** Returns when a snapshot was taken, if by this page, and why. */
		describeSnapshot: (id: string): string => taken.get(id) ?? "",
	};
}

/** Creates the functions that run actions of the user. @param session undefined for the default session */
export function createActions(
	session: SessionName,
	connection: Connection,
	resources: Resources,
	messages: Messages,
) {
	const { tell, confirm } = messages;
	const changes = createChanges(session, connection, resources, messages);
	const { attempt, change, run } = changes;
	const { takeSnapshot, removeSnapshot, describeSnapshot } = createSnapshots(
		connection,
		messages,
	);
	/** The snapshot before the last action that can be undone, by session. */
	const automatic = new Map<string, string>();
	connection.attempt.subscribe(() => automatic.clear());

	/** @throws what the action throws */
	async function changeUndoably(action: UserAction): Promise<boolean> {
		const { label, done } = action;
		const control = connection.control(session.peek());
		const name = session.peek() ?? DEFAULT_SESSION;
		let id: string;
		try {
			id = await takeSnapshot(control, `, before “${label}”`);
		} catch (error) {
			if (!(error instanceof ControlError && error.status === 409)) throw error;
			const title = `${label} without Undo?`;
			const text = `This cannot be undone. ${error.detail}`;
			if (!(await confirm({ title, text, label }))) return false;
			await change(action.run, done);
			return true;
		}
		await change(async () => {
			try {
				await action.run(control);
			} catch (error) {
				await removeSnapshot(control, id);
				throw error;
			}
			const undone = "Undone: the records are as they were before.";
			const undo = () => run(() => control.restore(id), undone);
			tell(done, { label: "Undo", run: undo });
			const last = automatic.get(name);
			automatic.set(name, id);
			if (last !== undefined) await removeSnapshot(control, last);
		});
		return true;
	}
	/**
	 * Runs an action after its question. Resolves to whether it is done.
	 * @throws what the action throws
	 */
	async function changeIfConfirmed(action: UserAction): Promise<boolean> {
		if (!(await confirm(action))) return false;
		if (action.isUndoable) return changeUndoably(action);
		await change(action.run, action.done);
		return true;
	}
	return {
		...changes,
		changeIfConfirmed,
		/** Does the same as `changeIfConfirmed`, but shows why it failed. */
		ask: (action: UserAction) => attempt(() => changeIfConfirmed(action)),
		takeSnapshot,
		describeSnapshot,
	};
}
