import { gzipSync } from "node:zlib";
import { createMismatch } from "../../src/document/judgment/blame.ts";
import { tryParseJson } from "../../src/values/json.ts";
import type {
	Mismatch,
	Probe,
	ProviderResponse,
} from "../../src/verification/contract.ts";
import { names } from "../generated/names.ts";
import { limits, operations } from "../generated/operations.ts";
import {
	type CreateRequest,
	createProbes,
	type Operation,
	type Request,
} from "./create-probes.ts";
import { routingProbes } from "./routing-probes.ts";
import { createValidBody } from "./valid-request.ts";

const { createZap, submitCommand, submitPipeline, searchAudit } = operations;

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

/** Probes of one request each. A pact with a request that matches no operation would contradict the OpenAPI document. */
export const requestProbes: readonly Probe[] = [
	...acceptanceProbes,
	...rejectionProbes,
	...routingProbes,
];
