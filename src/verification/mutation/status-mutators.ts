import { ACCESS_STATUSES } from "../access-advice.ts";
import { buildRequest } from "../build-request.ts";
import { isSuccess, type Mutator } from "./mutation.ts";

/** The statuses that services commonly use for any status of a class. */
const COMMON_STATUSES = new Map([
	[2, [200, 201, 202]],
	[4, [400, 404, 409, 422]],
	[5, [500, 503]],
]);

const classOf = (status: number): number => Math.floor(status / 100);

const swapStatus: Mutator = (
	{ target, response: { status } },
	{ documented, operations },
) => {
	const others = new Set([
		...(COMMON_STATUSES.get(classOf(status)) ?? []),
		operations.find(({ id }) => id === target)?.success ?? 200,
		400,
		500,
		...documented.listStatuses(target),
	]);
	return (
		[...others]
			// The verification takes these statuses for missing access of the caller, not for a failure of the service.
			.filter((other) => other !== status && !ACCESS_STATUSES.includes(other))
			.map((other) => ({
				name: `swap the status ${classOf(other) === classOf(status) ? "within its class" : "across classes"}: ${status} to ${other}`,
				where: "status",
				mutate: ({ response }) => ({ ...response, status: other }),
			}))
	);
};

/** Sends a valid request to the operation, or to the one whose path the rejected request resembles. */
const acceptInvalid: Mutator = ({ response }, { operations }) =>
	isSuccess(response)
		? []
		: [
				{
					name: "accept an invalid request and store it",
					where: "status",
					isSemantic: true,
					mutate({ target, request }, send) {
						const sent = request.path.toLowerCase();
						const operation =
							operations.find(({ id }) => id === target) ??
							operations.find(({ path }) =>
								sent.startsWith(path.toLowerCase()),
							);
						return (
							operation && send(buildRequest(operation, operation.example))
						);
					},
				},
			];

export const statusMutators: readonly Mutator[] = [swapStatus, acceptInvalid];
