import type { ReadonlySignal } from "@preact/signals";
import type { Control } from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
import { DEFAULT_SESSION } from "../../engine/sessions/session-name.ts";
import type { Connection } from "./connection.ts";
import type { Messages, Question } from "./messages.ts";
import type { Resources } from "./resources.ts";

/** An action on a session that cannot be undone, or that affects others. The page asks before it runs the action. */
export interface UserAction extends Question {
	/** The message after the action. */
	readonly done: string;
	/** Whether to take a snapshot first, and to offer an undo. */
	readonly isUndoable?: true;
	run(control: Control): Promise<void>;
}

type SessionName = ReadonlySignal<string | undefined>;

/** Creates the functions that change the current session. */
function createChanges(
	session: SessionName,
	connection: Connection,
	resources: Resources,
	{ tell, fail }: Messages,
) {
	/** The number of changes in progress. */
	let running = 0;

	/** Runs an action, and shows the error if it fails. Resolves to the result, or to undefined after a failure. */
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
	 * Changes the session, shows a message, and loads the shown data again.
	 * @throws the error of the action
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
			// If loading started before the last change has finished, it would show an earlier state.
			if (running === 0) await resources.reload();
		}
	}
	return {
		attempt,
		change,
		/** The same as `change`, but shows errors instead of throwing them. */
		run: (...args: Parameters<typeof change>) => attempt(() => change(...args)),
	};
}

/** Creates the functions for snapshots. They remember the time of each snapshot until the mock restarts. */
function createSnapshots(connection: Connection, { fail }: Messages) {
	/** The time of each snapshot of this page, in words. Ids are unique among all sessions. */
	const taken = new Map<string, string>();
	connection.attempt.subscribe(() => taken.clear());
	return {
		/** @param reason completes the sentence about the time of the snapshot */
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
		/** Returns the time and the reason of a snapshot, if this page took it. */
		describeSnapshot: (id: string): string => taken.get(id) ?? "",
	};
}

/**
 * Creates the functions for actions of the user.
 * @param session undefined for the default session
 */
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
	/** By session, the snapshot before the last action that can be undone. */
	const automatic = new Map<string, string>();
	connection.attempt.subscribe(() => automatic.clear());

	/** @throws the error of the action */
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
	 * Asks the user, and runs an action. Resolves to whether the action has run.
	 * @throws the error of the action
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
		/** The same as `changeIfConfirmed`, but shows errors instead of throwing them. */
		ask: (action: UserAction) => attempt(() => changeIfConfirmed(action)),
		takeSnapshot,
		describeSnapshot,
	};
}
