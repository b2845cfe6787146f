import type { Control } from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
import { DEFAULT_SESSION } from "../../engine/sessions/session-name.ts";
import { useInspector } from "./inspector.ts";
import type { Question } from "./messages.ts";

/** A snapshot that the page took before an action of the user. */
export interface AutomaticSnapshot {
	readonly id: string;
	readonly at: Date;
	/** The label of the action. */
	readonly before: string;
	/** The connection that it belongs to: another one may be to another mock, whose ids begin anew. */
	readonly attempt: number;
}

/** By session: only the latest one is kept. */
const automatic = new Map<string, AutomaticSnapshot>();

/** Returns the snapshot that the page took before the last action that can be undone. */
export function useAutomaticSnapshot(): AutomaticSnapshot | undefined {
	const { connection, session } = useInspector();
	const found = automatic.get(session.value ?? DEFAULT_SESSION);
	return found?.attempt === connection.attempt.value ? found : undefined;
}

/**
 * Returns a function that replaces the state of the session, after a question, and then offers to undo that. Resolves to
 * false if the user cancels.
 * @param reload shows the state
 */
export function useUndoable(reload: () => unknown) {
	const { connection, session, dialogs, notices, run } = useInspector();
	const control = connection.control(session.value);
	const last = useAutomaticSnapshot();

	/** Takes a snapshot; undefined if the user goes on without. */
	async function snapshot(action: string) {
		try {
			return { id: await control.snapshot() };
		} catch (error) {
			if (!(error instanceof ControlError && error.status === 409)) throw error;
			const isConfirmed = await dialogs.confirm({
				title: `${action} without Undo?`,
				text: `This cannot be undone. ${error.detail}`,
				action,
			});
			return isConfirmed ? {} : undefined;
		}
	}
	const remove = (id: string): Promise<void> =>
		control.deleteSnapshot(id).catch((error) => {
			// Another client may have deleted it already.
			const isGone = error instanceof ControlError && error.status === 404;
			if (!isGone) notices.fail(error);
		});

	/** @throws what the action throws */
	return async (
		question: Question,
		action: (control: Control) => Promise<void>,
		done: string,
	): Promise<boolean> => {
		if (!(await dialogs.confirm(question))) return false;
		const before = await snapshot(question.action);
		if (!before) return false;
		const { id } = before;
		try {
			await action(control);
		} catch (error) {
			if (id !== undefined) await remove(id);
			throw error;
		}
		if (id === undefined) notices.tell(done);
		else {
			automatic.set(session.value ?? DEFAULT_SESSION, {
				id,
				at: new Date(),
				before: question.action,
				attempt: connection.attempt.peek(),
			});
			if (last) await remove(last.id);
			notices.tell(done, {
				label: "Undo",
				run: () =>
					void run(async () => {
						await control.restore(id);
						await reload();
					}, "Undone: the records are as they were before."),
			});
		}
		await reload();
		return true;
	};
}
