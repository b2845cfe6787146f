import { isObject } from "../../src/values/is-object.ts";
import { tryParseJson } from "../../src/values/try-parse-json.ts";
import type {
	Mismatch,
	ProviderResponse,
} from "../../src/verification/contract.ts";

const MAX_SHOWN = 200;

/** Matches a URI reference (RFC 3986), in JavaScript and in Pact's Oniguruma. The empty string is one too. */
export const URI_REFERENCE =
	"([A-Za-z0-9._~:\\/?#\\[\\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*";
const URI = new RegExp(`^${URI_REFERENCE}$`);
const NON_EMPTY = "a string that is not empty";
const isNonEmpty = (value: unknown): boolean =>
	typeof value === "string" && value !== "";

export const createMismatch = (
	where: string,
	expected: string,
	actual: string,
	message = `expected ${expected} but was ${actual}`,
): Mismatch => ({ where, expected, actual, message });

const readText = ({ body }: ProviderResponse): string =>
	body.toString("utf8").slice(0, MAX_SHOWN);

export const findStatusMismatch = (
	response: ProviderResponse,
	expected: number,
): Mismatch | undefined =>
	response.status === expected
		? undefined
		: createMismatch(
				"status",
				`${expected}`,
				`${response.status}`,
				`expected ${expected} but was ${response.status}: ${readText(response)}`,
			);

/** Compares the media type without its parameters. */
export function findMediaTypeMismatch(
	{ headers }: ProviderResponse,
	expected: string,
): Mismatch | undefined {
	const actual = headers["content-type"] ?? "none";
	const [essence = ""] = actual.toLowerCase().split(";");
	return essence.trim() === expected
		? undefined
		: createMismatch("header content-type", expected, actual);
}

/** Returns the differences from an RFC 9457 problem with this status. */
export function findProblemMismatches(
	response: ProviderResponse,
	status: number,
): Mismatch[] {
	const mismatch =
		findStatusMismatch(response, status) ??
		findMediaTypeMismatch(response, "application/problem+json");
	if (mismatch) return [mismatch];
	const problem = tryParseJson(response.body.toString("utf8"));
	if (!isObject(problem))
		return [createMismatch("$", "a JSON object", readText(response))];
	const checks: [property: string, expected: string, isValid: boolean][] = [
		[
			"type",
			"a URI reference",
			typeof problem.type === "string" && URI.test(problem.type),
		],
		["title", NON_EMPTY, isNonEmpty(problem.title)],
		["detail", NON_EMPTY, isNonEmpty(problem.detail)],
		["status", `${status}`, problem.status === status],
	];
	return checks
		.filter(([, , isValid]) => !isValid)
		.map(([property, expected]) =>
			createMismatch(
				`$.${property}`,
				expected,
				JSON.stringify(problem[property]) ?? "missing",
			),
		);
}
