import type { PageRequest } from "./archive.ts";
import { doesNotFit, type Objection } from "./refusal.ts";

const MOST = 100;

/** @throws Refusal with the kind does-not-fit */
export function readPage(query: URLSearchParams): PageRequest {
	const objections: Objection[] = [];
	const object = (parameter: string, code: string, detail: string): void => {
		objections.push({ parameter, code, detail });
	};
	const once = (parameter: string): string | undefined => {
		const values = query.getAll(parameter);
		if (values.length > 1) object(parameter, "repeated", "Once is enough.");
		else if (values[0] === "") object(parameter, "empty", "Say something.");
		else return values[0];
		return undefined;
	};
	const limit = once("limit");
	const cursor = once("cursor");
	if (limit !== undefined && !/^0*([1-9][0-9]?|100)$/.test(limit))
		object("limit", "range", `Digits for 1 to ${MOST}.`);
	if (objections.length > 0) throw doesNotFit(...objections);
	return { limit: limit === undefined ? 20 : Number(limit), cursor };
}
