import { gzipSync } from "node:zlib";
import type {
	Mismatch,
	OutgoingRequest,
	Probe,
	ProviderResponse,
} from "../../src/verification/contract.ts";
import { names } from "../generated/names.ts";
import { limits, operations } from "../generated/operations.ts";
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

const { zapRequest, commandRequest, pipelineRequest } = names;

const command = JSON.stringify({ [commandRequest.command]: "understudy" });
const tooLarge = JSON.stringify({
	[zapRequest.name]: "Understudy",
	[commandRequest.command]: "understudy",
	filler: "x".repeat(limits.maxBytes),
});
const tooDeep = `${command.slice(0, -1)},"${commandRequest.args}":${"[".repeat(limits.maxDepth)}${"]".repeat(limits.maxDepth)}}`;

/** Creates probes with these requests, by what each description says after the operation id. */
const createProbes = (
	{ id, method, path, problems }: (typeof operationsWithBody)[number],
	kind: keyof typeof ASSUMPTIONS,
	requests: Readonly<Record<string, Partial<OutgoingRequest>>>,
): Probe[] => {
	const isEncoding = kind === "unsupportedEncoding";
	const status = problems[isEncoding ? "unsupportedMedia" : kind];
	return Object.entries(requests).map(([what, request]) => ({
		description: `${id}: ${what}`,
		assumptions: [ASSUMPTIONS[kind], "errors.problem"],
		status,
		async run(send) {
			const headers = { "content-type": "application/json" };
			const response = await send({ method, path, headers, ...request });
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
			"with a body over the limit and its Content-Length": { body: tooLarge },
			"with a body over the limit, sent in chunks": {
				body: tooLarge,
				chunked: true,
			},
		}),
		...createProbes(operation, "unsupportedMedia", {
			"with a body declared as plain text": {
				headers: { "content-type": "text/plain" },
				body: JSON.stringify(operation.example.body),
			},
		}),
		...createProbes(operation, "invalid", {
			"with a body that is not JSON": { body: command.slice(0, -1) },
			"without a body": { body: "" },
		}),
	]),
	...createProbes(submitCommand, "unsupportedMedia", {
		"without a media type": { headers: {}, body: command },
	}),
	...createProbes(submitCommand, "unsupportedEncoding", {
		"with a compressed body": {
			headers: {
				"content-type": "application/json",
				"content-encoding": "gzip",
			},
			body: gzipSync(command),
		},
	}),
	...createProbes(submitPipeline, "unsupportedMedia", {
		"with a body declared as a form": {
			headers: { "content-type": "application/x-www-form-urlencoded" },
			body: `${pipelineRequest.steps}=understudy`,
		},
	}),
	...createProbes(submitCommand, "invalid", {
		"with a body that is not UTF-8": { body: Buffer.from([0x22, 0xff, 0x22]) },
		"with a body that nests too deeply": { body: tooDeep },
	}),
];
