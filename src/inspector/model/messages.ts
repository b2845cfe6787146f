import { type ReadonlySignal, signal } from "@preact/signals";
import { errorMessage } from "../../values/errors.ts";

/** What the user can do about a notice. */
export interface NoticeAction {
	readonly label: string;
	run(): void;
}

/** A sentence about an action: that it is done, or why it failed. */
export interface Notice {
	readonly text: string;
	readonly isError: boolean;
	readonly action?: NoticeAction | undefined;
}

export interface Notices {
	/** At most the latest success and the latest failure. */
	readonly list: ReadonlySignal<readonly Notice[]>;
	/** Shows for some seconds that an action is done. */
	tell(text: string, action?: NoticeAction): void;
	/** Shows why an action failed, until the user closes the notice. */
	fail(error: unknown): void;
	close(notice: Notice): void;
	/** Closes the notices without an action, because the user looks at something else. */
	clear(): void;
}

const SHOWN_MS = 4_000;
const SHOWN_WITH_ACTION_MS = 15_000;

export function createNotices(): Notices {
	const list = signal<readonly Notice[]>([]);
	function close(notice: Notice): void {
		list.value = list.value.filter((each) => each !== notice);
	}
	function add(notice: Notice): void {
		const others = list.value.filter(
			({ isError }) => isError !== notice.isError,
		);
		list.value = [...others, notice];
	}
	return {
		list,
		close,
		tell(text, action) {
			const notice: Notice = { text, isError: false, action };
			add(notice);
			setTimeout(close, action ? SHOWN_WITH_ACTION_MS : SHOWN_MS, notice);
		},
		fail: (error) => add({ text: errorMessage(error), isError: true }),
		clear() {
			list.value = list.value.filter(({ action }) => action);
		},
	};
}

/** A question before something that cannot be undone, or that affects others. */
export interface Question {
	readonly title: string;
	readonly text: string;
	/** The label of the button that goes on. */
	readonly action: string;
}

export interface Dialogs {
	readonly question: ReadonlySignal<Question | undefined>;
	/** Asks the user. Resolves to false if the user cancels. */
	confirm(question: Question): Promise<boolean>;
	answer(isConfirmed: boolean): void;
}

export function createDialogs(): Dialogs {
	const question = signal<Question | undefined>();
	let resolve = (_isConfirmed: boolean): void => {};
	return {
		question,
		confirm(asked) {
			resolve(false);
			question.value = asked;
			return new Promise((settle) => {
				resolve = settle;
			});
		},
		answer(isConfirmed) {
			question.value = undefined;
			resolve(isConfirmed);
		},
	};
}
