import { ACCESS_ADVICE } from "../access-advice.ts";
import { buildRequest } from "../build-request.ts";
import type { Contract, OutgoingRequest } from "../contract.ts";
import {
	createMutation,
	isSuccess,
	type Mutation,
	type Mutator,
	type ProviderExchange,
} from "./mutation.ts";

/** The statuses that services commonly use for any status of a class. */
const COMMON_STATUSES = new Map([
	[2, [200, 201, 202]],
	[4, [400, 404, 409, 422]],
	[5, [500, 503]],
]);

const classOf = (status: number): number => Math.floor(status / 100);

const swapStatus = (
	kind: string,
	from: number,
	others: readonly number[],
): Mutation[] =>
	[...new Set(others)]
		// The verification takes these statuses for missing access of the caller, not for a failure of the service.
		.filter((other) => other !== from && !ACCESS_ADVICE.has(other))
		.map((other) =>
			createMutation(kind, `${from} to ${other}`, "status", ({ response }) => ({
				...response,
				status: other,
			})),
		);

const mutateStatus: Mutator = (
	{ target, response: { status } },
	{ documented, operations },
) => {
	const isInClass = (other: number): boolean =>
		classOf(other) === classOf(status);
	const listed = documented.listStatuses(target);
	const success = operations.find(({ id }) => id === target)?.success ?? 200;
	const common = COMMON_STATUSES.get(classOf(status)) ?? [];
	return [
		...swapStatus(
			"swap the status within its class",
			status,
			[...listed, ...common].filter(isInClass),
		),
		...swapStatus(
			"swap the status across classes",
			status,
			[success, 400, 500, ...listed].filter((other) => !isInClass(other)),
		),
	];
};

/** Returns a valid request to the operation, or to the one whose path the rejected request resembles. */
function findValidRequest(
	{ target, request }: ProviderExchange,
	{ operations }: Contract,
): OutgoingRequest | undefined {
	const operation =
		operations.find(({ id }) => id === target) ??
		operations.find(({ path }) =>
			request.path.toLowerCase().startsWith(path.toLowerCase()),
		);
	return operation && buildRequest(operation, operation.example);
}

const acceptInvalid: Mutator = ({ response }, contract) =>
	isSuccess(response)
		? []
		: [
				createMutation(
					"accept an invalid request and store it",
					"",
					"status",
					async (rejected, send) => {
						const request = findValidRequest(rejected, contract);
						return request && send(request);
					},
					true,
				),
			];

export const statusMutators: readonly Mutator[] = [mutateStatus, acceptInvalid];
