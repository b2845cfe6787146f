import type { Contract } from "../contract.ts";
import { findPlaces, type Place } from "./find-places.ts";
import { type Edit, editBody } from "./json-body.ts";
import {
	createMutation,
	type Mutator,
	type RecordedExchange,
} from "./mutation.ts";

/** Creates an edit that replaces a value, unless the function returns undefined. */
export const replaceWith =
	(replace: (value: unknown) => unknown): Edit =>
	({ container, key, value }) => {
		const replacement = replace(value);
		if (replacement === undefined) return false;
		container[key] = replacement;
		return true;
	};

/** By the detail in the name of the mutation. */
export type Edits = Readonly<Record<string, Edit>>;

/** Creates a mutator that applies each edit at every place of the body where it changes something. */
export const mutatePlaces =
	(
		kind: string,
		edits: Edits | ((exchange: RecordedExchange, contract: Contract) => Edits),
		isEligible: (
			place: Place,
			edit: Edit,
			exchange: RecordedExchange,
			contract: Contract,
		) => boolean = () => true,
	): Mutator =>
	(exchange, contract) =>
		findPlaces(exchange, contract).flatMap((place) => {
			const { steps, path, value, isEcho } = place;
			const key = steps.at(-1) ?? "";
			const applied =
				typeof edits === "function" ? edits(exchange, contract) : edits;
			return Object.entries(applied)
				.filter(
					([, edit]) =>
						edit({ container: { [key]: value }, key, value }) &&
						isEligible(place, edit, exchange, contract),
				)
				.map(([detail, edit]) =>
					createMutation(
						kind,
						detail,
						path,
						({ response }) => editBody(response, steps, edit),
						// Validators do not see that a value repeats the request.
						isEcho,
					),
				);
		});
