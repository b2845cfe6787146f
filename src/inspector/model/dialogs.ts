import { type ReadonlySignal, signal } from "@preact/signals";

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
