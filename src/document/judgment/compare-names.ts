import { distance } from "../../values/describe-unknown-name.ts";

/** Names with a higher similarity than this probably have the same meaning. */
export const MIN_SCORE = 0.5;
/** The similarity of two names if one contains the other. */
export const CONTAINED = 0.75;

/** The maximum number of names of a document, and of a response, that are compared with each other. */
export const MAX_COMPARED = 100;

/** The rest of a longer name is ignored, because a name is compared with many others. */
const MAX_LENGTH = 200;

/** Returns the words of a name in one spelling: `created_at`, `createdAt` and `CreatedAt` become the same. */
export const normalize = (name: string): string =>
	name
		.slice(0, MAX_LENGTH)
		.replaceAll(/[^A-Za-z0-9]/g, "")
		.toLowerCase();

/** Normalizes a name, and treats `after` as a synonym of `next` in the names of cursors. */
const unify = (name: string): string =>
	normalize(name).replace(/^after|after$/, "next");

/** Returns how similar two names are, from 0 to 1. */
export function compareNames(one: string, other: string): number {
	const [a, b] = [unify(one), unify(other)];
	if (a === b) return 1;
	if (a === "" || b === "") return 0;
	// "createdAt" and "created", "id" and "zapId".
	const contained = a.includes(b) || b.includes(a) ? CONTAINED : 0;
	return Math.max(contained, 1 - distance(a, b) / Math.max(a.length, b.length));
}
