/** Functions that all parts of the page use. */
export interface PageHelpers {
	/** Returns the element with the id. */
	element(id: string): HTMLElement;
	/** Returns the element with the id and of the type. */
	elementOf<Type extends HTMLElement>(id: string, type: new () => Type): Type;
	/** Creates an element. The text is never read as HTML, so it may be of any origin. */
	create(tag: string, text?: string, className?: string): HTMLElement;
	/** Runs an action of the user, and shows its error. */
	attempt(action: () => unknown): void;
}

/** Runs in the page: its source is sent to the browser, so it can use nothing from outside of it. */
export function createPageHelpers(): PageHelpers {
	const elementOf: PageHelpers["elementOf"] = (id, type) => {
		const found = document.getElementById(id);
		if (!(found instanceof type)) throw new Error(`The page has no ${id}.`);
		return found;
	};
	const element = (id: string): HTMLElement => elementOf(id, HTMLElement);
	function showError(text: string): void {
		element("error").textContent = text;
		element("error").hidden = text === "";
	}
	return {
		element,
		elementOf,
		create: (tag, textContent = "", className = "") =>
			Object.assign(document.createElement(tag), { textContent, className }),
		async attempt(action) {
			showError("");
			try {
				await action();
			} catch (error) {
				showError(error instanceof Error ? error.message : String(error));
			}
		},
	};
}
