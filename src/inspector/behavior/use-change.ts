import type { Control } from "../../control/control.ts";
import { DEFAULT_SESSION } from "../../engine/sessions/session-name.ts";
import type { Subject } from "../model/events.ts";
import { useInspector } from "../model/inspector.ts";
import type { Question } from "../model/messages.ts";

export interface Change {
	/** The name of the session that the view shows and changes. */
	readonly session: string;
	/**
	 * Changes the mock, and shows a notice.
	 * @throws what the action throws
	 */
	submit(
		subjects: readonly Subject[],
		action: (control: Control) => Promise<void>,
		done: string,
	): Promise<void>;
	/** Does the same after a question, if there is one, but says why it failed. Resolves to whether it succeeded. */
	run(
		subjects: readonly Subject[],
		action: (control: Control) => Promise<void>,
		done: string,
		question?: Question,
	): Promise<boolean>;
}

/** Returns functions that change the session, and show all that has changed. */
export function useChange(): Change {
	const inspector = useInspector();
	const { connection, events, notices } = inspector;
	const id = inspector.session.value;
	const session = id ?? DEFAULT_SESSION;
	const submit: Change["submit"] = async (subjects, action, done) => {
		try {
			await action(connection.control(id));
			notices.tell(done);
		} finally {
			events.emit(subjects, session);
		}
	};
	return {
		session,
		submit,
		run: (subjects, action, done, question) =>
			inspector.run(() => submit(subjects, action, done), undefined, question),
	};
}
