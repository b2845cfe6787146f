import { gzipSync } from "node:zlib";
import type {
	Mismatch,
	OutgoingRequest,
	Probe,
	ProviderResponse,
} from "../../src/verification/contract.ts";
import { names } from "../generated/names.ts";
import { limits, operations } from "../generated/operations.ts";
import { createValidRequest } from "../requests/valid-request.ts";
import {
	createMismatch,
	findProblemMismatches,
} from "./response-mismatches.ts";

const { createZap, submitCommand, submitPipeline, searchAudit } = operations;
const operationsWithBody = [
	submitCommand,
	submitPipeline,
	createZap,
	searchAudit,
];

const ASSUMPTIONS = {
	tooLarge: "errors.size",
	unsupportedMedia: "errors.media",
	unsupportedEncoding: "errors.encoding",
	invalid: "errors.invalid",
};

const { commandRequest, pipelineRequest } = names;

const command = JSON.stringify({ [commandRequest.command]: "understudy" });
const notUtf8 = Buffer.from(command.replace("understudy", "\xff"), "latin1");
/** Blanks after a valid body break no other rule. */
const padding = " ".repeat(limits.maxBytes);
const tooDeep = `${command.slice(0, -1)},"${commandRequest.args}":${"[".repeat(limits.maxDepth)}${"]".repeat(limits.maxDepth)}}`;

/** Creates a request from a valid body, as text. */
type CreateRequest = (valid: string) => Partial<OutgoingRequest>;

/** Creates probes with these requests, by what each description says after the operation id. */
const createProbes = (
	{ id, method, path, problems }: (typeof operationsWithBody)[number],
	kind: keyof typeof ASSUMPTIONS,
	requests: Readonly<Record<string, CreateRequest>>,
): Probe[] => {
	const isEncoding = kind === "unsupportedEncoding";
	const status = problems[isEncoding ? "unsupportedMedia" : kind];
	return Object.entries(requests).map(([what, createRequest]) => ({
		description: `${id}: ${what}`,
		assumptions: [ASSUMPTIONS[kind], "errors.problem"],
		status,
		async run(send) {
			const headers = { "content-type": "application/json" };
			const valid = JSON.stringify(createValidRequest(id).body);
			const request = { method, path, headers, ...createRequest(valid) };
			const response = await send(request);
			const mismatches = findProblemMismatches(response, status);
			return isEncoding && response.status === status
				? [...mismatches, ...findEncodingMismatches(response)]
				: mismatches;
		},
	}));
};

function findEncodingMismatches({ headers }: ProviderResponse): Mismatch[] {
	const { "accept-encoding": actual = "missing" } = headers;
	return actual.trim().toLowerCase() === "identity"
		? []
		: [createMismatch("header accept-encoding", "identity", actual)];
}

/** Probes with request bodies that Pact cannot send, or only against the OpenAPI document. */
export const rejectionProbes: readonly Probe[] = [
	...operationsWithBody.flatMap((operation) => [
		...createProbes(operation, "tooLarge", {
			"with a body over the limit and its Content-Length": (valid) => ({
				body: valid + padding,
			}),
			"with a body over the limit, sent in chunks": (valid) => ({
				body: valid + padding,
				chunked: true,
			}),
		}),
		...createProbes(operation, "unsupportedMedia", {
			"with a body declared as plain text": (valid) => ({
				headers: { "content-type": "text/plain" },
				body: valid,
			}),
		}),
		...createProbes(operation, "invalid", {
			"with a body that is not JSON": (valid) => ({ body: valid.slice(0, -1) }),
			"without a body": () => ({ body: "" }),
		}),
	]),
	...createProbes(submitCommand, "unsupportedMedia", {
		"without a media type": (valid) => ({ headers: {}, body: valid }),
	}),
	...createProbes(submitCommand, "unsupportedEncoding", {
		"with a compressed body": (valid) => ({
			headers: {
				"content-type": "application/json",
				"content-encoding": "gzip",
			},
			body: gzipSync(valid),
		}),
	}),
	...createProbes(submitPipeline, "unsupportedMedia", {
		"with a body declared as a form": () => ({
			headers: { "content-type": "application/x-www-form-urlencoded" },
			body: `${pipelineRequest.steps}=understudy`,
		}),
	}),
	...createProbes(submitCommand, "invalid", {
		"with a body that is not UTF-8": () => ({ body: notUtf8 }),
		"with a body that nests too deeply": () => ({ body: tooDeep }),
	}),
];
