import { gzipSync } from "node:zlib";
import { createMismatch } from "../../src/document/judgment/blame.ts";
import { tryParseJson } from "../../src/values/json.ts";
import type {
	Call,
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
import { headProbes } from "./head-probes.ts";
import { createValidBody } from "./valid-request.ts";

const { createZap, submitCommand, submitPipeline, searchAudit } = operations;
const { getHealth, getMetrics, listZaps } = operations;
const { unknownPath, undefinedMethod } = unmatchedResponses;

type Operation = (typeof operations)[keyof typeof operations];
type Request = Partial<OutgoingRequest>;

/**
 * Returns the request of a probe. Method and path default to those of its operation.
 * @param valid the text of a body that the operation should accept
 */
type CreateRequest = (valid: string, call: Call) => Request | Promise<Request>;

/**
 * Creates probes that send one request each. The keys of `requests` complete their descriptions after the operation id.
 * @param find returns further mismatches of a response with the expected status
 */
const createProbes = (
	{ id, method, path }: Operation,
	status: number,
	assumptions: readonly string[],
	requests: Readonly<Record<string, CreateRequest>>,
	find: (response: ProviderResponse) => Mismatch[] = () => [],
): Probe[] =>
	Object.entries(requests).map(([what, createRequest]) => ({
		description: `${id}: ${what}`,
		assumptions,
		status,
		async run(send, call, compare) {
			const valid = JSON.stringify(createValidBody(id));
			const own = await createRequest(valid, call);
			const request = { method, path, ...own };
			const response = await send(request);
			const isAccepted = response.status === status && status < 400;
			return [
				...(isAccepted ? [] : compare(request, response)),
				...(response.status === status ? find(response) : []),
			];
		},
	}));

const headers = { "content-type": "application/json" };
const toJson = (body: string | Buffer): Request => ({ headers, body });

/** A receipt has the args as sent. Pact cannot express that a property is absent. */
const findArgs =
	(args: string) =>
	({ body }: ProviderResponse): Mismatch[] => {
		const value = Object(tryParseJson(`${body}`));
		const { steps } = names.pipelineReceipt;
		const [receipt, where] = Array.isArray(value[steps])
			? [Object(value[steps][0]), `$.${steps}[0].${args}`]
			: [value, `$.${args}`];
		return Object.hasOwn(receipt, args)
			? [createMismatch(where, "absent", JSON.stringify(receipt[args]))]
			: [];
	};

const oneStep = JSON.stringify({
	[names.pipelineRequest.steps]: [createValidBody("submitCommand")],
});

/** Probes for requests that the service must accept. */
const acceptanceProbes: readonly Probe[] = [
	...createProbes(
		submitCommand,
		submitCommand.success,
		["command.receipt"],
		{ "without args, which returns none": toJson },
		findArgs(names.commandReceipt.args),
	),
	...createProbes(
		submitPipeline,
		submitPipeline.success,
		["pipeline.receipt"],
		{ "without args, which returns none": () => toJson(oneStep) },
		findArgs(names.stepReceipt.args),
	),
	...createProbes(submitCommand, submitCommand.success, ["errors.size"], {
		// Blanks at the end, because a service may reject unknown properties.
		"with a body of the largest size": (valid) =>
			toJson(valid.padEnd(limits.maxBytes)),
	}),
	...createProbes(createZap, createZap.success, ["zap.request"], {
		async "with the name of another zap"(valid, call) {
			await call("createZap", { body: JSON.parse(valid) });
			return toJson(valid);
		},
	}),
];

/** The assumption about each kind of rejection. */
const REJECTIONS = {
	tooLarge: "errors.size",
	unsupportedMedia: "errors.media",
	invalid: "errors.invalid",
} as const;

const createRejections = (
	operation: Extract<Operation, { readonly problems: { tooLarge: number } }>,
	kind: keyof typeof REJECTIONS,
	requests: Readonly<Record<string, CreateRequest>>,
	assumption: string = REJECTIONS[kind],
	find?: Parameters<typeof createProbes>[4],
): Probe[] => {
	const assumptions = [assumption, "errors.problem"];
	const status = operation.problems[kind];
	return createProbes(operation, status, assumptions, requests, find);
};

/** Makes a valid body too large. Blanks after the body break no other rule. */
const PADDING = " ".repeat(limits.maxBytes);
const DEEP = `${"[".repeat(limits.maxDepth)}${"]".repeat(limits.maxDepth)}`;

/** Probes with request bodies that Pact cannot send, or only against the OpenAPI document. */
const rejectionProbes: readonly Probe[] = [
	...[submitCommand, submitPipeline, createZap, searchAudit].flatMap((each) => [
		...createRejections(each, "tooLarge", {
			"with a body over the limit and its Content-Length": (valid) =>
				toJson(valid + PADDING),
			"with a body over the limit, sent in chunks": (valid) => ({
				...toJson(valid + PADDING),
				chunked: true,
			}),
		}),
		...createRejections(each, "unsupportedMedia", {
			"with a body declared as plain text": (body) => ({
				headers: { "content-type": "text/plain" },
				body,
			}),
		}),
		...createRejections(each, "invalid", {
			"with a body that is not JSON": (valid) => toJson(valid.slice(0, -1)),
			"without a body": () => toJson(""),
		}),
	]),
	...createRejections(submitCommand, "unsupportedMedia", {
		"without a media type": (body) => ({ body }),
	}),
	...createRejections(
		submitCommand,
		"unsupportedMedia",
		{
			"with a compressed body": (valid) => ({
				headers: { ...headers, "content-encoding": "gzip" },
				body: gzipSync(valid),
			}),
		},
		"errors.encoding",
		({ headers: { "accept-encoding": actual = "missing" } }) =>
			actual.trim().toLowerCase() === "identity"
				? []
				: [createMismatch("header accept-encoding", "identity", actual)],
	),
	...createRejections(submitPipeline, "unsupportedMedia", {
		"with a body declared as a form": () => ({
			headers: { "content-type": "application/x-www-form-urlencoded" },
			body: `${names.pipelineRequest.steps}=understudy`,
		}),
	}),
	...createRejections(submitCommand, "invalid", {
		"with a body that is not UTF-8": (valid) =>
			toJson(Buffer.from(valid.replace("understudy", "\xff"), "latin1")),
		"with a body that nests too deeply": (valid) =>
			toJson(`${valid.slice(0, -1)},"${names.commandRequest.args}":${DEEP}}`),
	}),
];

const UNKNOWN = ["errors.unknown", "errors.problem"];

const unknownPathProbes: readonly Probe[] = [
	...createProbes(getHealth, unknownPath.status, UNKNOWN, {
		"at its path in capitals": () => ({ path: getHealth.path.toUpperCase() }),
	}),
	...createProbes(listZaps, unknownPath.status, UNKNOWN, {
		"at its path with a trailing slash": () => ({ path: `${listZaps.path}/` }),
		"at its path with a doubled slash": () => ({
			path: listZaps.path.replace(/\/(?=[^/]+$)/, "//"),
		}),
	}),
	...createProbes(getMetrics, unknownPath.status, UNKNOWN, {
		"at a longer path": () => ({ path: `${getMetrics.path}/all` }),
	}),
];

/** Returns the mismatch of an Allow header that lacks a method of the path. It may have others, in any order. */
const findAllowMismatches =
	(path: string) =>
	({ headers: { allow = "" } }: ProviderResponse): Mismatch[] => {
		const allowed = allow.split(",").map((each) => each.trim());
		const required = Object.values(operations)
			.filter((operation) => operation.path === path)
			.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
		const missing = required.filter((each) => !allowed.includes(each));
		const message = `Allow does not name ${missing.join(", ")}`;
		const expected = required.join(", ");
		return missing.length > 0
			? [createMismatch("header allow", expected, allow || "missing", message)]
			: [];
	};

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
).flatMap(([operation, method]) =>
	createProbes(
		operation,
		undefinedMethod.status,
		["errors.method", "errors.problem"],
		{ [`with method ${method}`]: () => ({ method }) },
		findAllowMismatches(operation.path),
	),
);

/** Probes of one request each. A pact with a request that matches no operation would contradict the OpenAPI document. */
export const requestProbes: readonly Probe[] = [
	...acceptanceProbes,
	...rejectionProbes,
	...unknownPathProbes,
	...undefinedMethodProbes,
	...headProbes,
];
