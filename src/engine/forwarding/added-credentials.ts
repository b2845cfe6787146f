import {
	countFormCharacters,
	createHider,
	type Hide,
	MAX_FORM_CHARACTERS,
} from "../../values/create-hider.ts";
import type { ActiveForward } from "./forwarder.ts";

/** The headers that forwarding has added so far. A service may repeat them long after the settings have changed. */
export class AddedCredentials {
	/** By the headers as JSON, in the order in which the settings were used. */
	readonly #known = new Map<string, readonly [name: string, value: string][]>();
	readonly #hiders = new WeakMap<ActiveForward, Hide>();
	#hideKnown: Hide | undefined;

	/** Remembers the headers. Forgets the oldest headers if there are too many to search for. */
	remember({ headers }: ActiveForward): void {
		const key = JSON.stringify(headers);
		this.#known.delete(key);
		this.#known.set(key, Object.entries(headers));
		this.#hideKnown = undefined;
		let left = MAX_FORM_CHARACTERS;
		for (const [each, credentials] of [...this.#known].reverse()) {
			const length = countFormCharacters(credentials);
			if (length > 0 && length <= left) left -= length;
			else this.#known.delete(each);
		}
	}

	/** Returns a function that redacts the remembered headers, and the headers of `target`. */
	createHider(target: ActiveForward | undefined): Hide {
		this.#hideKnown ??= createHider([...this.#known.values()].flat());
		const hideKnown = this.#hideKnown;
		if (!target || this.#known.has(JSON.stringify(target.headers)))
			return hideKnown;
		const hideOwn =
			this.#hiders.get(target) ?? createHider(Object.entries(target.headers));
		this.#hiders.set(target, hideOwn);
		return (data) => hideOwn(hideKnown(data));
	}
}
