import type {
	Mismatch,
	ProviderResponse,
} from "../../src/verification/contract.ts";
import { URI_REFERENCE } from "../uri-reference.ts";

const SHOWN = 200;
const PROBLEM = /^application\/problem\+json *(;|$)/i;

/** The texts of a problem. */
const TEXTS = {
	type: { pattern: new RegExp(`^${URI_REFERENCE}$`), what: "a URI reference" },
	title: { pattern: /./s, what: "a text that is not empty" },
	detail: { pattern: /./s, what: "a text that is not empty" },
};

export const differs = (
	where: string,
	expected: string,
	actual: string,
	message: string,
): Mismatch => ({ where, expected, actual, message });

/** A difference of the status; none where it is as expected. */
export function statusDiffers(
	{ status, body }: ProviderResponse,
	expected: number,
): Mismatch[] {
	if (status === expected) return [];
	const told = body.toString("utf8").slice(0, SHOWN);
	const message = `expected ${expected} but was ${status}: ${told}`;
	return [differs("status", `${expected}`, `${status}`, message)];
}

/** A difference of the media type, parameters aside. */
export function typeDiffers(
	{ headers }: ProviderResponse,
	pattern: RegExp,
	expected: string,
): Mismatch[] {
	const actual = headers["content-type"] ?? "none";
	if (pattern.test(actual)) return [];
	const message = `expected ${expected} but was ${actual}`;
	return [differs("header content-type", expected, actual, message)];
}

function parse(body: Buffer): Readonly<Record<string, unknown>> | undefined {
	try {
		const value: unknown = JSON.parse(body.toString("utf8"));
		return typeof value === "object" && value !== null && !Array.isArray(value)
			? { ...value }
			: undefined;
	} catch {
		return undefined;
	}
}

/** How an answer is no problem of RFC 9457 with this status. */
export function problemDiffers(
	answer: ProviderResponse,
	expected: number,
): Mismatch[] {
	const byStatus = statusDiffers(answer, expected);
	if (byStatus.length > 0) return byStatus;
	const byType = typeDiffers(answer, PROBLEM, "application/problem+json");
	if (byType.length > 0) return byType;
	const problem = parse(answer.body);
	const told = answer.body.toString("utf8").slice(0, SHOWN);
	if (!problem)
		return [differs("$", "a JSON object", told, `is no JSON object: ${told}`)];
	const texts = Object.entries(TEXTS)
		.filter(([member, { pattern }]) => {
			const value = problem[member];
			return typeof value !== "string" || !pattern.test(value);
		})
		.map(([member, { what }]) => {
			const actual = JSON.stringify(problem[member]) ?? "missing";
			return differs(
				`$.${member}`,
				what,
				actual,
				`${member} should be ${what} and is ${actual}`,
			);
		});
	if (problem.status === expected) return texts;
	const actual = JSON.stringify(problem.status) ?? "missing";
	return [
		...texts,
		differs(
			"$.status",
			`${expected}`,
			actual,
			`status should be ${expected} and is ${actual}`,
		),
	];
}
