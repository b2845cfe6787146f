import type { Answer, Mismatch } from "../../src/verification/contract.ts";

const SHOWN = 200;

/** A difference of the status; none where it is as expected. */
export function statusDiffers(
	{ status, body }: Answer,
	expected: number,
): Mismatch[] {
	if (status === expected) return [];
	const told = body.toString("utf8").slice(0, SHOWN);
	return [
		{
			where: "status",
			expected: `${expected}`,
			actual: `${status}`,
			message: `expected ${expected} but was ${status}: ${told}`,
		},
	];
}

export const differs = (
	where: string,
	expected: string,
	actual: string,
	message: string,
): Mismatch => ({ where, expected, actual, message });

const PROBLEM = /^application\/problem\+json *(;|$)/i;

/** How an answer is no problem with this status. */
export function problemDiffers(answer: Answer, expected: number): Mismatch[] {
	const byStatus = statusDiffers(answer, expected);
	if (byStatus.length > 0) return byStatus;
	const type = answer.headers["content-type"] ?? "none";
	if (PROBLEM.test(type)) return [];
	return [
		differs(
			"header content-type",
			"application/problem+json",
			type,
			`expected application/problem+json but was ${type}`,
		),
	];
}
