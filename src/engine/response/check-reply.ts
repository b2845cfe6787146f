import type { Violation } from "../../journal/entry.ts";
import { describeValue, toPath } from "../../values/describe-place.ts";
import { findByStatus, isJsonType, isMediaType } from "../../values/http.ts";
import { parsePointer, valueAt } from "../../values/json.ts";
import { findInvalidPlaces } from "../../values/validation.ts";
import type {
	OperationModel,
	Reply,
	Service,
	Validator,
} from "../model/service.ts";

const place = (where: string, expected: string, actual: string): Violation => ({
	...{ where, expected, actual, assumptions: [] },
	message: `${where}: expected ${expected}, but found ${actual}`,
});

function findBodyPlaces(body: unknown, validate: Validator): Violation[] {
	// Compared as JSON, the form in which it is sent.
	const sent = JSON.parse(JSON.stringify(body ?? null));
	return findInvalidPlaces(sent, validate).map((found) => {
		const steps = parsePointer("pointer" in found ? found.pointer : "");
		const where = toPath(steps);
		const actual = describeValue(valueAt(sent, ...steps));
		const message = `${where} ${found.detail}`;
		const expected = found.detail;
		return { where, expected, actual, message, assumptions: [] };
	});
}

/** Finds the violations of the OpenAPI document in a reply that a user has written. */
export async function findReplyViolations(
	{ id, responses }: OperationModel,
	{ responseValidators }: Service,
	{ status, body, headers = {} }: Reply,
): Promise<readonly Violation[]> {
	const listed = findByStatus(responses, status);
	if (!listed)
		return [place("status", Object.keys(responses).join(" or "), `${status}`)];
	const { mediaType, isNegotiable } = listed;
	if (mediaType === "")
		return body === undefined || body === ""
			? []
			: [place("$", "no body", describeValue(body))];
	const type = headers["content-type"];
	if (type !== undefined && !isMediaType(type, mediaType))
		return isNegotiable ? [] : [place("header content-type", mediaType, type)];
	if (!isJsonType(mediaType)) return [];
	const validators = await responseValidators(id);
	const byStatus = Object.fromEntries(
		Object.keys(responses).map((key) => [key, validators[`${id} ${key}`]]),
	);
	const validate = findByStatus(byStatus, status);
	return validate ? findBodyPlaces(body, validate) : [];
}
