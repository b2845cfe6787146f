import { isObject, tryParseJson, valueAt } from "../values/json.ts";
import { setAt } from "./edit.ts";
import { createExampleChanges } from "./example-changes.ts";
import { type FormSighting, keepKeywords, placeOf } from "./form-sightings.ts";
import { createSubjects } from "./form-subjects.ts";
import { inferSchema } from "./infer-schema.ts";
import type { Learn, Round } from "./lesson.ts";
import { findInput } from "./request-inputs.ts";
import { stepsOf } from "./schema-places.ts";

type ErrorMap = Readonly<Record<string, unknown>>;

/** Returns the object in an error that a sighting is about; undefined if it has anything but texts and lists of texts. */
function readMap({ where, example }: FormSighting): ErrorMap | undefined {
	const body = tryParseJson(`${example.response.body}`);
	const found = valueAt(body, ...stepsOf(where));
	const isMessage = (value: unknown): boolean => typeof value === "string";
	return isObject(found) &&
		Object.values(found).every(
			(each) =>
				isMessage(each) || (Array.isArray(each) && each.every(isMessage)),
		)
		? found
		: undefined;
}

/** Whether the names of an object in errors are those of what is wrong in the request. */
export function isErrorMap(
	round: Round,
	group: readonly FormSighting[],
): boolean {
	const maps = group.map(readMap);
	const names = new Set(maps.flatMap((each) => Object.keys(each ?? {})));
	const isSent = (name: string): boolean =>
		group.some(
			({ example }) => findInput(round, example.target, `$.${name}`).length > 0,
		);
	return (
		group.every(
			({ change, example }) => change.kind === "list" && example.status >= 400,
		) &&
		maps.every(Boolean) &&
		(names.size > 1 || [...names].some(isSent))
	);
}

/** Learns that errors have an object with the messages for each part of the request. */
export const learnErrorMap: Learn<FormSighting> = (round, group) => {
	if (!isErrorMap(round, group)) return undefined;
	const [first] = group;
	const place = placeOf(first);
	const maps = group.map((each) => readMap(each) ?? {});
	const messages = inferSchema(maps.flatMap((each) => Object.values(each)));
	const change = { kind: "other object" } as const;
	return {
		...{ kind: "error map", to: "an object with messages by name" },
		isCertain: group.length > 1,
		changes: createSubjects(round, place, change).flatMap((subject) => [
			setAt(subject.pointer, {
				...keepKeywords(subject.schema),
				...{ type: "object", additionalProperties: messages },
			}),
			...createExampleChanges(round.document, place, change, {
				...{ ...subject, own: maps },
			}),
		]),
	};
};
