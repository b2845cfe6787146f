import { isDeepStrictEqual } from "node:util";
import { findRecord } from "../behaviors/collections.ts";
import { compose, readSource } from "../document/compose.ts";
import { createMismatch } from "../document/judgment/blame.ts";
import { isObject, tryParseJson } from "../values/json.ts";
import { plural } from "../values/plural.ts";
import type {
	Mismatch,
	OutgoingRequest,
	ProviderResponse,
} from "../verification/contract.ts";
import { findRecordPlace, readShown } from "./item.ts";
import { show } from "./page-reader.ts";
import type { Tested } from "./subject.ts";

/** Describes the size of a list or a text, because the longest ones are too long to be shown. */
const measure = (value: unknown): string | undefined => {
	if (Array.isArray(value)) return plural(value.length, "item");
	return typeof value === "string"
		? plural([...value].length, "character")
		: undefined;
};

/** Compares the parts that both values have. */
function compare(
	expected: unknown,
	actual: unknown,
	place: string,
): Mismatch[] {
	const [size, found] = [measure(expected), measure(actual)];
	if (size !== undefined && found !== undefined && size !== found)
		return [createMismatch(place, size, found)];
	if (Array.isArray(expected) && Array.isArray(actual))
		return expected.flatMap((each, index) =>
			compare(each, actual[index], `${place}[${index}]`),
		);
	if (isObject(expected) && isObject(actual))
		return Object.entries(expected).flatMap(([name, each]) =>
			name in actual ? compare(each, actual[name], `${place}.${name}`) : [],
		);
	return isDeepStrictEqual(expected, actual)
		? []
		: [createMismatch(place, show(expected), show(actual))];
}

/** Returns a function that finds the values of a request which the response does not repeat as the document says. */
export const findUnkept =
	(tested: Tested) =>
	(response: ProviderResponse, { body }: OutgoingRequest): Mismatch[] => {
		const { request } = tested.plan;
		const record = findRecord(tested.plan);
		const place = findRecordPlace(tested);
		const sent = tryParseJson(`${body ?? ""}`);
		if (!request || !record || place === undefined || sent === undefined)
			return [];
		const { roles, named } = readSource(request, sent);
		const otherwise = (): undefined => undefined;
		const expected = compose(record, { roles, named, otherwise });
		return compare(expected, readShown(tested, response), place).slice(0, 1);
	};
