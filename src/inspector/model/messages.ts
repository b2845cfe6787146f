import { signal } from "@preact/signals";
import { errorMessage } from "../../values/errors.ts";

/** A message about an action: its success or its error. */
interface Notice {
	readonly text: string;
	readonly isError: boolean;
	/** An action that the message offers. */
	readonly action?: { readonly label: string; run(): unknown } | undefined;
}

/** A question before an action. */
export interface Question {
	readonly title: string;
	readonly text: string;
	/** The label of the button that confirms. */
	readonly label: string;
}

export type Messages = ReturnType<typeof createMessages>;

const SHOWN_MS = 4_000;
const SHOWN_WITH_ACTION_MS = 15_000;

/** Creates the notices and questions for the user. */
export function createMessages() {
	/** At most the latest success and the latest error. */
	const notices = signal<readonly Notice[]>([]);
	const question = signal<Question | undefined>();
	let resolve = (_isConfirmed: boolean): void => {};

	function close(notice: Notice): void {
		notices.value = notices.value.filter((each) => each !== notice);
	}
	function add(notice: Notice): void {
		const { isError } = notice;
		const others = notices.value.filter((each) => each.isError !== isError);
		notices.value = [...others, notice];
	}
	return {
		notices,
		close,
		/** Shows a success for some seconds. */
		tell(text: string, action?: Notice["action"]): void {
			const notice: Notice = { text, isError: false, action };
			add(notice);
			setTimeout(close, action ? SHOWN_WITH_ACTION_MS : SHOWN_MS, notice);
		},
		/** Shows an error until the user closes it. */
		fail: (error: unknown): void =>
			add({ text: errorMessage(error), isError: true }),
		/** Closes the messages without an action, because the user has changed the view. */
		clear(): void {
			notices.value = notices.value.filter(({ action }) => action);
		},
		question,
		/** Asks the user. Resolves to false if the user cancels. */
		confirm(asked: Question): Promise<boolean> {
			resolve(false);
			question.value = asked;
			return new Promise((settle) => {
				resolve = settle;
			});
		},
		answer(isConfirmed: boolean): void {
			question.value = undefined;
			resolve(isConfirmed);
		},
		/** Whether the keyboard shortcuts are listed. */
		isHelpOpen: signal(false),
	};
}
