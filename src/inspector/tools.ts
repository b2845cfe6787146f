/** What the parts of the page share. */
export interface Tools {
	/** The element of that id. */
	box(id: string): HTMLElement;
	/** The same, known to be of that kind. */
	at<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind;
	/** A new element; whatever came over the network becomes text, and never HTML. */
	make(tag: string, text?: string, className?: string): HTMLElement;
	/** Does what a person asked for, and says what came of it where it failed. */
	act(what: () => unknown): void;
}

/** Sent to the page as text, so it uses nothing that stands outside of it. */
export function createTools(): Tools {
	function at<Kind extends HTMLElement>(
		id: string,
		kind: new () => Kind,
	): Kind {
		const found = document.getElementById(id);
		if (!(found instanceof kind)) throw new Error(`The page has no ${id}.`);
		return found;
	}
	const box = (id: string): HTMLElement => at(id, HTMLElement);

	function trouble(text: string): void {
		box("trouble").textContent = text;
		box("trouble").hidden = text === "";
	}
	return {
		at,
		box,
		make(tag, text = "", className = "") {
			const made = document.createElement(tag);
			made.textContent = text;
			made.className = className;
			return made;
		},
		act(what) {
			trouble("");
			Promise.resolve()
				.then(what)
				.catch((error) =>
					trouble(error instanceof Error ? error.message : String(error)),
				);
		},
	};
}
