import type { Form } from "../../values/automaton.ts";
import {
	createHider,
	createHiderOf,
	type Hide,
	listAllForms,
	MAX_FORM_CHARACTERS,
	sumLengths,
} from "../../values/create-hider.ts";
import { computeByObject } from "../../values/load-once.ts";
import type { ActiveForward } from "./forwarder.ts";

/** The headers that forwarding has added so far. A service may repeat them long after the settings have changed. */
export class AddedCredentials {
	/** By the headers as JSON, in the order in which the settings were used. */
	readonly #known = new Map<string, readonly Form[]>();
	readonly #hiderOf = computeByObject(({ headers }: ActiveForward) =>
		createHider(Object.entries(headers)),
	);
	#hideKnown: Hide | undefined;
	readonly #redact: Set<string>;

	/** @param redact gets the names of the headers */
	constructor(redact: Set<string>) {
		this.#redact = redact;
	}

	/** Remembers the headers. Forgets the oldest headers if there are too many to search for. */
	remember({ headers }: ActiveForward): void {
		const entries = Object.entries(headers);
		for (const [name] of entries) this.#redact.add(name);
		const key = JSON.stringify(headers);
		const known = this.#known.get(key);
		const forms = known ?? listAllForms(entries);
		if (!forms[0]) return;
		this.#known.delete(key);
		this.#known.set(key, forms);
		// Listing the forms again, or preparing the search for them, would stop the mock for a while.
		if (known) return;
		this.#hideKnown = undefined;
		let left = MAX_FORM_CHARACTERS;
		for (const [each, kept] of [...this.#known].reverse()) {
			const length = sumLengths(kept);
			if (length <= left) left -= length;
			else this.#known.delete(each);
		}
	}

	/** Returns a function that redacts the remembered headers, and the headers of `target`. */
	createHider(target: ActiveForward | undefined): Hide {
		this.#hideKnown ??= createHiderOf([...this.#known.values()].flat());
		const hideKnown = this.#hideKnown;
		if (!target || this.#known.has(JSON.stringify(target.headers)))
			return hideKnown;
		const hideOwn = this.#hiderOf(target);
		return (data) => hideOwn(hideKnown(data));
	}
}
