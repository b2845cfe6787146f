import { isDeepStrictEqual } from "node:util";
import type { FormChange } from "../document/judgment/service-change.ts";
import { isObject, tryParseJson, valueAt } from "../values/json.ts";
import type { Sighting } from "../verification/observed.ts";
import { isForm } from "./form-changes.ts";
import { type FormSighting, findOwners, placeOf } from "./form-sightings.ts";
import { type Round, selectKind } from "./lesson.ts";
import { isOfBare } from "./observations.ts";
import { findInput, findParameterNamed } from "./request-inputs.ts";
import {
	findElements,
	lastStep,
	listParts,
	type Place,
	parentOf,
	stepsOf,
} from "./schema-places.ts";

/** Returns the values that properties of this name have, at any depth. */
const listNamed = (value: unknown, name: string): unknown[] =>
	Object.entries(typeof value === "object" ? (value ?? {}) : {}).flatMap(
		([key, each]) => [
			...(key === name ? [each] : []),
			...listNamed(each, name),
		],
	);

/**
 * Returns the actual name of a property that the response lacks, if the request shows it: only one property beside the
 * missing one has the name and the value of a property that was sent.
 */
function findReturned(
	{ observations }: Round,
	sighting: Sighting,
): string | undefined {
	const { where, example } = sighting;
	const { body: sentBody } = example.adapted ?? example.request;
	const sent = tryParseJson(`${sentBody ?? ""}`);
	const body = tryParseJson(`${example.response.body}`);
	if (listNamed(sent, lastStep(where)).length > 0) return undefined;
	const place = { ...placeOf(sighting), where: parentOf(where) };
	const [name, ...others] = observations
		.listAdditional(place)
		.filter((each) => {
			const values = listNamed(sent, each);
			const shown = listNamed(body, each);
			return (
				values.length > 0 &&
				values.every((value) =>
					shown.some((other) => isDeepStrictEqual(other, value)),
				)
			);
		});
	return others.length === 0 ? name : undefined;
}

/** Returns the only undocumented name under which any response shows the text or the number that a check expected. */
function findShown(
	{ document, observations }: Round,
	sighting: Sighting,
): string | undefined {
	const value = tryParseJson(sighting.expected);
	const place = { ...placeOf(sighting), where: parentOf(sighting.where) };
	const shown = observations
		.valuesAt(place)
		.flatMap((each) => Object.entries(Object(each)))
		.filter(([, each]) => each === value);
	const [name, ...others] = [...new Set(shown.map(([key]) => key))].filter(
		(each) => findElements(document, within(place, [each])).length === 0,
	);
	const isTelling = typeof value === "string" || typeof value === "number";
	return isTelling && others.length === 0 ? name : undefined;
}

/** Returns the path of the object in a response that has the property of a request under the same name, if there is one. */
function findKept({ where, example }: Sighting): string[] | undefined {
	const name = lastStep(where);
	const { [name]: sent } = Object(
		tryParseJson(`${example.request.body ?? ""}`),
	);
	const find = (value: unknown): string[] | undefined => {
		if (!isObject(value)) return undefined;
		if (isDeepStrictEqual(value[name], sent)) return [];
		for (const [key, inner] of Object.entries(value)) {
			const path = find(inner);
			if (path) return [key, ...path];
		}
		return undefined;
	};
	const body = tryParseJson(`${example.response.body}`);
	return sent === undefined
		? undefined
		: find(valueAt(body, ...stepsOf(parentOf(where))));
}

const within = (place: Place, path: readonly string[]): Place => ({
	...place,
	where: [place.where, ...path].join("."),
});

/** Whether the service has a rule for the values of a schema: then it has rejected the value, and not the property. */
const isRuled = (round: Round, sighting: Sighting): boolean =>
	findElements(round.document, placeOf(sighting)).some(({ pointer }) =>
		selectKind(round, "rule").some(({ operation, where }) =>
			findInput(round, operation, where.replace("request ", "")).some(
				(each) => each.pointer === pointer,
			),
		),
	);

/**
 * Returns what an object without properties lacks, if others have properties at its place. A service may leave out
 * whatever is empty.
 */
function listLacking(round: Round, sighting: Sighting): FormSighting[] {
	const { document, observations } = round;
	const place = placeOf(sighting);
	const isOther = observations
		.valuesAt(place)
		.some((each) => Object.keys(Object(each)).length > 0);
	const required = findElements(document, place)
		.flatMap((each) => listParts(document.root, each))
		.flatMap(({ node }) => (isOther ? (node.required ?? []) : []));
	return [...new Set([required].flat())].map((name) => ({
		...{ ...sighting, where: `${sighting.where}.${name}` },
		...{ expected: `${name}`, actual: "missing", change: { kind: "missing" } },
	}));
}

/**
 * Returns the sighting with its change. The change may also concern a value that checks have sent and that no
 * response contains.
 */
export function readForm(round: Round, sighting: Sighting): FormSighting[] {
	const { change, where, example } = sighting;
	const { isOfRequest, expected } = sighting;
	if (isOfRequest && findParameterNamed(round, example.target, expected))
		return [];
	if (isOfRequest && change?.kind === "missing" && isRuled(round, sighting))
		return [];
	// The object around the property needs it.
	if (change?.kind === "required")
		return [{ ...sighting, where: parentOf(where), change }];
	if (change?.kind === "other object" && isOfBare(sighting)) {
		const lacking = listLacking(round, sighting);
		if (lacking.length > 0) return lacking;
	}
	if (change && isForm(change)) return [{ ...sighting, change }];
	if (change?.kind !== "absent" || example.response.status >= 300) return [];
	const place = placeOf(sighting);
	if (round.observations.countAt(place) > 0) return [];
	const missing: FormChange = { kind: "missing" };
	const isDocumented = findOwners(round, place, missing).length > 0;
	const to =
		findReturned(round, sighting) ??
		(isDocumented ? findShown(round, sighting) : undefined);
	if (to !== undefined)
		return [{ ...sighting, change: { kind: "rename", to, rivals: [] } }];
	if (isDocumented) return [{ ...sighting, change: missing }];
	const outer = { ...place, where: parentOf(where) };
	const into = findKept(sighting);
	// The next round may know the object.
	if (into && findElements(round.document, within(outer, into)).length === 0)
		return [];
	const dropped: FormChange = { kind: "dropped", ...(into && { into }) };
	return [{ ...sighting, where: outer.where, change: dropped }];
}

export const readForms = (round: Round): FormSighting[] =>
	round.observations.sightings.flatMap((each) => readForm(round, each));
