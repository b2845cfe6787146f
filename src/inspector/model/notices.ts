import { type ReadonlySignal, signal } from "@preact/signals";
import { errorMessage } from "../../values/error-message.ts";

/** A sentence about what was done, or why it failed. */
export interface Notice {
	readonly id: number;
	readonly text: string;
	readonly isError: boolean;
}

export interface Notices {
	readonly list: ReadonlySignal<readonly Notice[]>;
	/** Shows what was done, for some seconds. */
	tell(text: string): void;
	/** Shows why something failed, until the user closes it. */
	fail(error: unknown): void;
	close(id: number): void;
}

const SHOWN_MS = 6_000;
const MAX_NOTICES = 4;

export function createNotices(): Notices {
	const list = signal<readonly Notice[]>([]);
	let last = 0;
	function close(id: number): void {
		list.value = list.value.filter((notice) => notice.id !== id);
	}
	function add(text: string, isError: boolean): number {
		last += 1;
		const others = list.value.filter((notice) => notice.text !== text);
		list.value = [...others, { id: last, text, isError }].slice(-MAX_NOTICES);
		return last;
	}
	return {
		list,
		close,
		tell(text) {
			const id = add(text, false);
			setTimeout(close, SHOWN_MS, id);
		},
		fail: (error) => void add(errorMessage(error), true),
	};
}
