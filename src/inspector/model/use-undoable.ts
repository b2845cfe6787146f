import type { Control } from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
import type { Question } from "./dialogs.ts";
import type { NoticeAction, Notices } from "./notices.ts";
import { useInspector } from "./use-inspector.ts";

/** The ids of the snapshots that are there for Undo only. */
const forUndo = new Set<string>();

/** Whether the snapshot was taken by the page, and not by the user. */
export const isForUndo = (id: string): boolean => forUndo.has(id);

/** Resolves when the notice with the action is closed or replaced. */
const whenClosed = ({ list }: Notices, action: NoticeAction): Promise<void> =>
	new Promise((resolve) => {
		const stop = list.subscribe((shown) => {
			if (shown.some((notice) => notice.action === action)) return;
			stop();
			resolve();
		});
	});

/**
 * Returns a function that replaces the state of the session, after a question, and then offers to undo that. Resolves to
 * false if the user cancels.
 * @param reload shows the state
 */
export function useUndoable(reload: () => unknown) {
	const { connection, session, dialogs, notices, run } = useInspector();
	const control = connection.control(session.value);

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
	async function remove(id: string): Promise<void> {
		// Another client may have deleted it already.
		await control.deleteSnapshot(id).catch(() => {});
		forUndo.delete(id);
	}
	/** Offers Undo as long as the notice is shown. */
	async function offer(id: string, done: string): Promise<void> {
		const attempt = connection.attempt.peek();
		let undone: Promise<boolean> | undefined;
		const action: NoticeAction = {
			label: "Undo",
			run() {
				undone = run(async () => {
					await control.restore(id);
					await reload();
				}, "Undone: the records are as they were before.");
			},
		};
		notices.tell(done, action);
		await whenClosed(notices, action);
		const isDone = (await undone) ?? true;
		// The snapshot stays if it is still needed. If the mock was started again, the id may be that of another one.
		if (isDone && attempt === connection.attempt.peek()) await remove(id);
		else forUndo.delete(id);
	}
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
		if (id !== undefined) forUndo.add(id);
		try {
			await action(control);
		} catch (error) {
			if (id !== undefined) await remove(id);
			throw error;
		}
		if (id === undefined) notices.tell(done);
		else void offer(id, done);
		await reload();
		return true;
	};
}
