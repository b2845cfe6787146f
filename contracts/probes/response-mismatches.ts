import { essenceOf } from "../../src/values/http.ts";
import { isObject, tryParseJson } from "../../src/values/json.ts";
import type {
	Mismatch,
	ProviderResponse,
} from "../../src/verification/contract.ts";
import { names } from "../generated/names.ts";
import { unmatchedResponses } from "../generated/operations.ts";

const MAX_SHOWN = 200;

/** The media type of every problem. */
export const PROBLEM_TYPE: string = unmatchedResponses.unknownPath.mediaType;

/** Matches a URI reference (RFC 3986), in JavaScript and in Pact's Oniguruma. The empty string is one too. */
export const URI_REFERENCE =
	"([A-Za-z0-9._~:\\/?#\\[\\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*";
const URI = new RegExp(`^${URI_REFERENCE}$`);

export const createMismatch = (
	where: string,
	expected: string,
	actual: string,
	message = `expected ${expected} but was ${actual}`,
): Mismatch => ({ where, expected, actual, message });

const readText = ({ body }: ProviderResponse): string =>
	body.toString("utf8").slice(0, MAX_SHOWN);

export function findStatusMismatches(
	response: ProviderResponse,
	status: number,
): Mismatch[] {
	const [expected, actual] = [`${status}`, `${response.status}`];
	const message = `expected ${expected} but was ${actual}: ${readText(response)}`;
	return expected === actual
		? []
		: [createMismatch("status", expected, actual, message)];
}

/** Compares the media type without its parameters. */
export function findMediaTypeMismatches(
	{ headers }: ProviderResponse,
	expected: string,
): Mismatch[] {
	const actual = headers["content-type"] ?? "none";
	return essenceOf(actual) === essenceOf(expected)
		? []
		: [createMismatch("header content-type", expected, actual)];
}

/** Returns the differences from an RFC 9457 problem with this status. */
export function findProblemMismatches(
	response: ProviderResponse,
	status: number,
): Mismatch[] {
	const [mismatch] = [
		...findStatusMismatches(response, status),
		...findMediaTypeMismatches(response, PROBLEM_TYPE),
	];
	if (mismatch) return [mismatch];
	const body = tryParseJson(response.body.toString("utf8"));
	if (!isObject(body))
		return [createMismatch("$", "a JSON object", readText(response))];
	const { type, title, detail, status: repeated } = names.problem;
	const nonEmpty = [
		"a string that is not empty",
		(value: unknown) => typeof value === "string" && value !== "",
	] as const;
	const isUri = (value: unknown) =>
		typeof value === "string" && URI.test(value);
	return (
		[
			[type, "a URI reference", isUri],
			[title, ...nonEmpty],
			[detail, ...nonEmpty],
			[repeated, `${status}`, (value: unknown) => value === status],
		] as const
	)
		.filter(([property, , isValid]) => !isValid(body[property]))
		.map(([property, expected]) =>
			createMismatch(
				`$.${property}`,
				expected,
				JSON.stringify(body[property]) ?? "missing",
			),
		);
}
