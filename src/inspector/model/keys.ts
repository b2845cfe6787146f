/** What a key does in the current view. */
export interface Shortcut {
	/** As in `KeyboardEvent.key`. */
	readonly key: string;
	readonly does: string;
	run(): void;
}

/** Whether the element takes the key itself. */
const takesKeys = (target: EventTarget | null): boolean =>
	target instanceof HTMLElement &&
	(target.isContentEditable ||
		/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
		target.closest("dialog") !== null);

/** Runs the shortcuts of the page, except while the user types, or a dialog is open. */
export function createKeys(window: Pick<Window, "addEventListener">) {
	const groups: (readonly Shortcut[])[] = [];
	/** Returns the shortcuts of the current view, without those that others replace. */
	const list = (): readonly Shortcut[] => [
		...new Map(
			groups.flat().map((shortcut) => [shortcut.key, shortcut]),
		).values(),
	];
	window.addEventListener("keydown", (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		if (takesKeys(event.target)) return;
		const shortcut = list().find(({ key }) => key === event.key);
		if (!shortcut) return;
		event.preventDefault();
		shortcut.run();
	});
	return {
		list,
		/** Adds shortcuts; later ones take precedence. Returns a function that removes them. */
		add(shortcuts: readonly Shortcut[]): () => void {
			groups.push(shortcuts);
			return () => void groups.splice(groups.indexOf(shortcuts), 1);
		},
	};
}
