import type { Control } from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
import type { Inspector } from "./inspector.ts";
import type { Question } from "./messages.ts";

/** A snapshot that the page took before an action of the user. */
interface AutomaticSnapshot {
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
export function latestSnapshot({
	connection,
	sessionName,
}: Inspector): AutomaticSnapshot | undefined {
	const found = automatic.get(sessionName.value);
	return found?.attempt === connection.attempt.value ? found : undefined;
}

/** Takes a snapshot; undefined if the user goes on without. */
async function takeSnapshot(
	{ dialogs }: Inspector,
	control: Control,
	action: string,
): Promise<{ readonly id?: string } | undefined> {
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

/**
 * Replaces the state of the session, after a question, and then offers to undo that.
 * @throws what the action throws
 */
export async function changeWithUndo(
	inspector: Inspector,
	action: (control: Control) => Promise<void>,
	done: string,
	question: Question,
): Promise<void> {
	const { connection, session, sessionName, notices, run } = inspector;
	const control = connection.control(session.peek());
	const last = latestSnapshot(inspector);
	const remove = (id: string): Promise<void> =>
		control.deleteSnapshot(id).catch((error) => {
			// Another client may have deleted it already.
			const isGone = error instanceof ControlError && error.status === 404;
			if (!isGone) notices.fail(error);
		});

	if (!(await inspector.dialogs.confirm(question))) return;
	const before = await takeSnapshot(inspector, control, question.action);
	if (!before) return;
	const { id } = before;
	await inspector.change(async () => {
		try {
			await action(control);
		} catch (error) {
			if (id !== undefined) await remove(id);
			throw error;
		}
		if (id === undefined) {
			notices.tell(done);
			return;
		}
		automatic.set(sessionName.peek(), {
			id,
			at: new Date(),
			before: question.action,
			attempt: connection.attempt.peek(),
		});
		if (last) await remove(last.id);
		notices.tell(done, {
			label: "Undo",
			run: () =>
				void run(
					() => control.restore(id),
					"Undone: the records are as they were before.",
				),
		});
	});
}
