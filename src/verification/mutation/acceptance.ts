import type { Contract, OutgoingRequest } from "../contract.ts";
import {
	isSuccess,
	type MutationKind,
	type RecordedExchange,
} from "./mutation.ts";

/** A valid request to put in the place of one that was refused. */
function validInstead(
	{ target, request }: RecordedExchange,
	{ operations }: Contract,
): OutgoingRequest | undefined {
	const [path = ""] = request.path.split("?");
	const operation =
		operations.find(({ id }) => id === target) ??
		operations.find((each) =>
			path.toLowerCase().startsWith(each.path.toLowerCase()),
		);
	if (!operation) return undefined;
	const { method, path: at, example } = operation;
	return {
		method,
		path: `${at}${example.query ?? ""}`,
		...(example.body !== undefined && {
			headers: { "content-type": "application/json" },
			body: JSON.stringify(example.body),
		}),
	};
}

/** What should be refused is answered with success, and what it asked for is done. */
export const acceptInvalid: MutationKind = (exchange, contract) =>
	isSuccess(exchange.answer)
		? []
		: [
				{
					kind: "answer an error with success and store it",
					name: "answer an error with success and store it",
					where: "status",
					semantic: true,
					async mutate(refused, send) {
						const request = validInstead(refused, contract);
						return request && send(request);
					},
				},
			];
