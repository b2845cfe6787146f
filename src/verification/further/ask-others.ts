import { gzipSync } from "node:zlib";
import type {
	Exchange,
	OutgoingRequest,
	ProviderResponse,
} from "../contract.ts";
import type { Observation } from "../observer.ts";
import { buildRequest, findTarget } from "../operations.ts";
import { type Asking, withHeader } from "./asking.ts";

type Change = (request: OutgoingRequest) => OutgoingRequest;

const changePath =
	(change: (path: string) => string): Change =>
	(request) => {
		const [path = "", ...query] = request.path.split("?");
		return { ...request, path: [change(path), ...query].join("?") };
	};

const withoutMediaType: Change = (request) => {
	const { "content-type": _, ...headers } = request.headers ?? {};
	return { ...request, headers };
};

const compress: Change = (request) => ({
	...{ ...request, body: gzipSync(`${request.body ?? ""}`) },
	headers: { ...request.headers, "content-encoding": "gzip" },
});

/** Requests that checks send to one operation only. */
const CHANGES: readonly (readonly [isOfBody: boolean, change: Change])[] = [
	[true, (request) => withHeader(request, "content-type", "text/plain")],
	[true, withoutMediaType],
	[true, compress],
	[false, changePath((path) => `${path}/`)],
	[false, changePath((path) => path.toUpperCase())],
	[false, changePath((path) => path.replace(/\/(?=[^/]+$)/, "//"))],
];

const UNKNOWN = "unknownPath";
const ACCEPTED = "accept-encoding";

type Status = Pick<ProviderResponse, "status">;

const isTaken = ({ status }: Status): boolean => status < 300;

/** Whether both statuses are the same, or both are successes. */
const isAlike = (one: Status, other: Status): boolean =>
	one.status === other.status || (isTaken(one) && isTaken(other));

/** Whether a check has sent the changed request to the operation. Bodies differ. */
function isSent(
	{ request: { method, path, headers = {} } }: Observation,
	{ request }: Pick<Exchange, "request">,
): boolean {
	const hasSame = (name: string): boolean =>
		headers[name] === request.headers?.[name];
	return (
		method === request.method &&
		path === request.path &&
		["content-type", "content-encoding"].every(hasSame)
	);
}

/** Finds whether a deviation that a check has found in one operation is in the others, too. */
export async function askOthers(asking: Asking): Promise<void> {
	const { ask, tell, contract, operations, observations } = asking;
	const { expectStatus, findResponseAssumptions } = contract.documented;
	const own = observations.filter(({ isArrangement }) => !isArrangement);
	for (const [isOfBody, change] of CHANGES) {
		const changed = operations
			.filter(({ bodies }) => !isOfBody || bodies.length > 0)
			.map((operation) => {
				const valid = contract.createValidRequest(operation.id, []);
				const request = change(buildRequest(operation, valid));
				const seen = own.find((each) => isSent(each, { request }));
				return { operation, request, seen };
			});
		const deviating = changed.flatMap(({ seen }) =>
			seen && seen.response.status !== seen.status ? seen.response : [],
		);
		// Others may have been rejected only because of their form.
		const deviation = deviating.find(isTaken) ?? deviating[0];
		if (!deviation) continue;
		const failed = new Set<string>();
		for (const { operation, request, ...other } of changed) {
			const { method } = operation;
			if (failed.has(method)) continue;
			if (other.seen && isAlike(other.seen.response, deviation)) continue;
			const target = findTarget(request, contract.operations);
			const { status, because, violation } = expectStatus(target, request);
			if (!because || target !== (isOfBody ? operation.id : UNKNOWN)) continue;
			const found = await ask(change(asking.createRequest(operation)));
			if (!found || !isAlike(found.response, deviation)) {
				failed.add(method);
				continue;
			}
			const reason =
				violation?.kind === "unsupportedMedia"
					? ` with ${violation.sent}`
					: `, since ${because}`;
			const told = {
				expected: `${status}${reason}`,
				actual: `${found.response.status}`,
			};
			tell(operation.id, found, { where: "status", ...told });
			if (violation?.kind !== "unsupportedEncoding") continue;
			const { headers = {} } = findResponseAssumptions(target, status) ?? {};
			if (ACCEPTED in headers && !(ACCEPTED in found.response.headers))
				tell(operation.id, found, {
					...{ where: `header ${ACCEPTED}`, expected: "identity" },
					actual: "missing",
				});
		}
	}
}
