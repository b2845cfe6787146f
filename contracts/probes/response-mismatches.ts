import { isObject } from "../../src/values/is-object.ts";
import type {
	Mismatch,
	ProviderResponse,
} from "../../src/verification/contract.ts";
import { URI_REFERENCE } from "./uri-reference.ts";

const MAX_SHOWN = 200;

const nonEmpty = { pattern: /./s, expected: "a string that is not empty" };
const PROBLEM_STRINGS = {
	type: {
		pattern: new RegExp(`^${URI_REFERENCE}$`),
		expected: "a URI reference",
	},
	title: nonEmpty,
	detail: nonEmpty,
};

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

function parseBody({ body }: ProviderResponse): unknown {
	try {
		return JSON.parse(body.toString("utf8"));
	} catch {
		return undefined;
	}
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
	const problem = parseBody(response);
	if (!isObject(problem))
		return [createMismatch("$", "a JSON object", readText(response))];
	const wrong = Object.entries(PROBLEM_STRINGS)
		.filter(([property, { pattern }]) => {
			const value = problem[property];
			return typeof value !== "string" || !pattern.test(value);
		})
		.map(([property, { expected }]) => [property, expected] as const);
	if (problem.status !== status) wrong.push(["status", `${status}`]);
	return wrong.map(([property, expected]) =>
		createMismatch(
			`$.${property}`,
			expected,
			JSON.stringify(problem[property]) ?? "missing",
			`${property}: expected ${expected} but was ${JSON.stringify(problem[property]) ?? "missing"}`,
		),
	);
}
