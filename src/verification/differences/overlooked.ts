import type { BlamedDeviation } from "../../document/judgment/judge-response.ts";
import { ACCESS_STATUSES } from "../judge.ts";
import type { ComparedObservation } from "../observed.ts";
import type { Evidence } from "./difference-collection.ts";

const isOfSameClass = (one: number, other: number): boolean =>
	Math.floor(one / 100) === Math.floor(other / 100);

/**
 * Whether the service rejects valid requests of the operation with another status. Then this rejection has its own
 * reason.
 */
function isDistinct(
	{ target, response: { status } }: ComparedObservation,
	compared: readonly ComparedObservation[],
): boolean {
	const rejections = compared.filter(
		(each) =>
			each.isArrangement &&
			each.target === target &&
			each.status < 400 &&
			each.response.status >= 400,
	);
	return (
		rejections.length > 0 &&
		rejections.every(({ response }) => response.status !== status)
	);
}

/** Whether the service says the same of a valid request, so that what the check violates does not matter to it. */
const isUnaffected = (
	{ target, status, response }: ComparedObservation,
	compared: readonly ComparedObservation[],
): boolean =>
	status !== response.status &&
	compared.some(
		(each) =>
			each.isArrangement &&
			each.target === target &&
			each.status < 400 &&
			each.response.status === response.status &&
			each.response.body.length > 0 &&
			each.response.body.equals(response.body),
	);

/**
 * Returns the deviations that no check failed for, or whose check was not reached. Only deviations that do not depend
 * on the reason for the response are returned.
 * @param compared all responses
 */
export function selectOverlooked(
	{ contract: { documented }, reasons }: Evidence,
	example: ComparedObservation,
	compared: readonly ComparedObservation[],
): readonly BlamedDeviation[] {
	const { target, check, request, response, status, deviations } = example;
	if (!example.isVerified || !isOfSameClass(status, response.status)) return [];
	if (ACCESS_STATUSES.includes(response.status)) return [];
	const violation = documented.findResponseViolation(
		...([target, request.method, response] as const),
	);
	if (violation === undefined) return [];
	if (response.status < 300 || response.status === status) return deviations;
	if (!reasons.has(check)) return [];
	return isDistinct(example, compared) || isUnaffected(example, compared)
		? deviations
		: deviations.filter(({ where }) => where !== "status");
}

/**
 * Compares unexpected successes and rejections with the documented form of a success or a rejection. This form does
 * not depend on the request.
 */
export const compareUnexpected = (
	{ contract: { documented, operations }, observer }: Evidence,
	compared: readonly ComparedObservation[],
): ComparedObservation[] =>
	compared.flatMap((example) => {
		const { target, response } = example;
		const { status } = response;
		const isSuccess = status >= 200 && status < 300;
		if (isOfSameClass(example.status, status)) return [];
		if (!isSuccess && (status < 400 || status >= 500)) return [];
		const operation = operations.find(({ id }) => id === target);
		const isListed = documented.findResponse(target, status) !== undefined;
		const own = isListed ? status : isSuccess && operation?.success;
		if (!operation || !own) return [];
		const other = { ...example, status: own };
		const judgment = observer.compare(other);
		const deviations = judgment.deviations.filter(
			({ where, isFound }) =>
				where !== "status" &&
				// The values may come from the invalid request.
				(!isSuccess || isFound || where === "$" || where.startsWith("header ")),
		);
		return [{ ...other, ...judgment, deviations }];
	});
