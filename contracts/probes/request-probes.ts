import { gzipSync } from "node:zlib";
import { tryParseJson } from "../../src/values/json.ts";
import type {
	Mismatch,
	OutgoingRequest,
	Probe,
	ProviderResponse,
} from "../../src/verification/contract.ts";
import { names } from "../generated/names.ts";
import {
	limits,
	operations,
	unmatchedResponses,
} from "../generated/operations.ts";
import {
	createMismatch,
	findMediaTypeMismatch,
	findProblemMismatches,
	findStatusMismatch,
} from "./response-mismatches.ts";
import { createValidBody } from "./valid-request.ts";

const { createZap, submitCommand, submitPipeline, searchAudit } = operations;
const { getHealth, getMetrics, listZaps } = operations;
const { commandRequest, pipelineReceipt, pipelineRequest } = names;
const { unknownPath, undefinedMethod } = unmatchedResponses;

/** A probe that sends one request. */
interface RequestProbe extends Pick<Probe, "assumptions" | "status"> {
	/** The request is sent to its method and path by default. */
	readonly operation: Pick<OutgoingRequest, "method" | "path"> & {
		readonly id: string;
	};
	/** Follows the operation id in the description. */
	readonly what: string;
	request(): Partial<OutgoingRequest>;
	/** Returns how a response with the expected status differs besides. */
	readonly find?: (response: ProviderResponse) => Mismatch[];
}

const createProbe = ({
	operation: { id, method, path },
	what,
	request,
	find = () => [],
	...check
}: RequestProbe): Probe => ({
	description: `${id}: ${what}`,
	...check,
	async run(send) {
		const { status } = check;
		const response = await send({ method, path, ...request() });
		if (status >= 400) {
			const mismatches = findProblemMismatches(response, status);
			return response.status === status
				? [...mismatches, ...find(response)]
				: mismatches;
		}
		const mismatch = findStatusMismatch(response, status);
		return mismatch ? [mismatch] : find(response);
	},
});

const headers = { "content-type": "application/json" };
const command = JSON.stringify(createValidBody("submitCommand"));

/** A receipt has the args as sent. Pact cannot express that a property is absent. */
const findArgs =
	(args: string) =>
	({ body }: ProviderResponse): Mismatch[] => {
		const value = Object(tryParseJson(`${body}`));
		const { steps } = pipelineReceipt;
		const [receipt, where] = Array.isArray(value[steps])
			? [Object(value[steps][0]), `$.${steps}[0].${args}`]
			: [value, `$.${args}`];
		return Object.hasOwn(receipt, args)
			? [createMismatch(where, "absent", JSON.stringify(receipt[args]))]
			: [];
	};

const repeatedNameProbe: Probe = {
	description: "createZap: with the name of another zap",
	assumptions: ["zap.request"],
	status: createZap.success,
	async run(send, call) {
		const { id, method, path, success } = createZap;
		const zap = createValidBody(id);
		await call(id, { body: zap });
		const body = JSON.stringify(zap);
		const response = await send({ method, path, headers, body });
		const mismatch = findStatusMismatch(response, success);
		return mismatch ? [mismatch] : [];
	},
};

/** Probes for requests that the service must accept. */
const acceptanceProbes: readonly Probe[] = [
	createProbe({
		operation: submitCommand,
		what: "without args, which returns none",
		assumptions: ["command.receipt"],
		status: submitCommand.success,
		request: () => ({ headers, body: command }),
		find: findArgs(names.commandReceipt.args),
	}),
	createProbe({
		operation: submitPipeline,
		what: "without args, which returns none",
		assumptions: ["pipeline.receipt"],
		status: submitPipeline.success,
		request: () => ({
			headers,
			body: `{"${pipelineRequest.steps}":[${command}]}`,
		}),
		find: findArgs(names.stepReceipt.args),
	}),
	createProbe({
		operation: submitCommand,
		what: "with a body of the largest size",
		assumptions: ["errors.size"],
		status: submitCommand.success,
		// Blanks at the end, because a service may reject unknown properties.
		request: () => ({ headers, body: command.padEnd(limits.maxBytes) }),
	}),
	repeatedNameProbe,
];

const operationsWithBody = [
	submitCommand,
	submitPipeline,
	createZap,
	searchAudit,
];

const ASSUMPTIONS = {
	tooLarge: "errors.size",
	unsupportedMedia: "errors.media",
	invalid: "errors.invalid",
};

/** Creates probes with these requests, made from a valid body, by what each description says after the operation id. */
const createRejections = (
	operation: (typeof operationsWithBody)[number],
	kind: keyof typeof ASSUMPTIONS,
	requests: Readonly<
		Record<string, (valid: string) => Partial<OutgoingRequest>>
	>,
): Probe[] =>
	Object.entries(requests).map(([what, createRequest]) =>
		createProbe({
			operation,
			what,
			assumptions: [ASSUMPTIONS[kind], "errors.problem"],
			status: operation.problems[kind],
			request: () => ({
				headers,
				...createRequest(JSON.stringify(createValidBody(operation.id))),
			}),
		}),
	);

const notUtf8 = Buffer.from(command.replace("understudy", "\xff"), "latin1");
/** Blanks after a valid body break no other rule. */
const padding = " ".repeat(limits.maxBytes);
const tooDeep = `${command.slice(0, -1)},"${commandRequest.args}":${"[".repeat(limits.maxDepth)}${"]".repeat(limits.maxDepth)}}`;

/** Probes with request bodies that Pact cannot send, or only against the OpenAPI document. */
const rejectionProbes: readonly Probe[] = [
	...operationsWithBody.flatMap((operation) => [
		...createRejections(operation, "tooLarge", {
			"with a body over the limit and its Content-Length": (valid) => ({
				body: valid + padding,
			}),
			"with a body over the limit, sent in chunks": (valid) => ({
				body: valid + padding,
				chunked: true,
			}),
		}),
		...createRejections(operation, "unsupportedMedia", {
			"with a body declared as plain text": (body) => ({
				headers: { "content-type": "text/plain" },
				body,
			}),
		}),
		...createRejections(operation, "invalid", {
			"with a body that is not JSON": (valid) => ({ body: valid.slice(0, -1) }),
			"without a body": () => ({ body: "" }),
		}),
	]),
	...createRejections(submitCommand, "unsupportedMedia", {
		"without a media type": (body) => ({ headers: {}, body }),
	}),
	createProbe({
		operation: submitCommand,
		what: "with a compressed body",
		assumptions: ["errors.encoding", "errors.problem"],
		status: submitCommand.problems.unsupportedMedia,
		request: () => ({
			headers: { ...headers, "content-encoding": "gzip" },
			body: gzipSync(command),
		}),
		find({ headers: { "accept-encoding": actual = "missing" } }) {
			return actual.trim().toLowerCase() === "identity"
				? []
				: [createMismatch("header accept-encoding", "identity", actual)];
		},
	}),
	...createRejections(submitPipeline, "unsupportedMedia", {
		"with a body declared as a form": () => ({
			headers: { "content-type": "application/x-www-form-urlencoded" },
			body: `${pipelineRequest.steps}=understudy`,
		}),
	}),
	...createRejections(submitCommand, "invalid", {
		"with a body that is not UTF-8": () => ({ body: notUtf8 }),
		"with a body that nests too deeply": () => ({ body: tooDeep }),
	}),
];

const unknownPathProbes = (
	[
		[getHealth, "at its path in capitals", getHealth.path.toUpperCase()],
		[listZaps, "at its path with a trailing slash", `${listZaps.path}/`],
		[
			listZaps,
			"at its path with a doubled slash",
			listZaps.path.replace(/\/(?=[^/]+$)/, "//"),
		],
		[getMetrics, "at a longer path", `${getMetrics.path}/all`],
	] as const
).map(([operation, what, path]) =>
	createProbe({
		...{ operation, what, status: unknownPath.status },
		assumptions: ["errors.unknown", "errors.problem"],
		request: () => ({ path }),
	}),
);

/** Returns the mismatch of an Allow header that lacks a method of the path. It may have others, in any order. */
function findAllowMismatches(
	path: string,
	{ headers: { allow = "" } }: ProviderResponse,
): Mismatch[] {
	const allowed = allow.split(",").map((each) => each.trim());
	const required = Object.values(operations)
		.filter((operation) => operation.path === path)
		.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
	const missing = required.filter((each) => !allowed.includes(each));
	if (missing.length === 0) return [];
	const message = `Allow does not name ${missing.join(", ")}`;
	const expected = required.join(", ");
	const actual = allow || "missing";
	return [createMismatch("header allow", expected, actual, message)];
}

const undefinedMethodProbes = (
	[
		[getHealth, "DELETE"],
		[submitCommand, "GET"],
		[submitPipeline, "PUT"],
		[listZaps, "DELETE"],
		[createZap, "PUT"],
		[searchAudit, "GET"],
		[getMetrics, "POST"],
	] as const
).map(([operation, method]) =>
	createProbe({
		...{ operation, what: `with method ${method}` },
		assumptions: ["errors.method", "errors.problem"],
		status: undefinedMethod.status,
		request: () => ({ method }),
		find: (response) => findAllowMismatches(operation.path, response),
	}),
);

const headProbes: readonly Probe[] = [getHealth, listZaps, getMetrics].map(
	({ id, path, success }) => ({
		description: `${id}: with method HEAD`,
		assumptions: ["methods.head"],
		status: success,
		async run(send) {
			// Other checks look at GET. HEAD need only be the same.
			const { status, headers } = await send({ method: "GET", path });
			const response = await send({ method: "HEAD", path });
			const mismatch =
				findStatusMismatch(response, status) ??
				findMediaTypeMismatch(response, headers["content-type"] ?? "none");
			return mismatch ? [mismatch] : [];
		},
	}),
);

/** Probes of one request. A pact with a request that matches no operation would contradict the OpenAPI document. */
export const requestProbes: readonly Probe[] = [
	...acceptanceProbes,
	...rejectionProbes,
	...unknownPathProbes,
	...undefinedMethodProbes,
	...headProbes,
];
