import type {
	OutgoingRequest,
	Probe,
} from "../../src/verification/contract.ts";
import { limits, operations } from "../generated/operations.ts";
import { findProblemMismatches } from "./response-mismatches.ts";

const json = { "content-type": "application/json" };
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
	invalid: "errors.invalid",
};

const createProbe = (
	{ id, method, path, problems }: (typeof operationsWithBody)[number],
	what: string,
	problem: keyof typeof ASSUMPTIONS,
	request: Omit<OutgoingRequest, "method" | "path">,
): Probe => ({
	description: `${id}: ${what}`,
	assumptions: [ASSUMPTIONS[problem], "errors.problem"],
	status: problems[problem],
	run: async (send) =>
		findProblemMismatches(
			await send({ ...request, method, path }),
			problems[problem],
		),
});

const tooLarge = JSON.stringify({
	name: "Understudy",
	command: "understudy",
	filler: "x".repeat(limits.maxBytes),
});
const tooDeep = `{"command":"understudy","args":${"[".repeat(limits.maxDepth)}${"]".repeat(limits.maxDepth)}}`;

/** Probes with request bodies that Pact cannot send, or only against the OpenAPI document. */
export const rejectionProbes: readonly Probe[] = [
	...operationsWithBody.flatMap((operation) => [
		createProbe(
			operation,
			"with a body over the limit and its Content-Length",
			"tooLarge",
			{ headers: json, body: tooLarge },
		),
		createProbe(
			operation,
			"with a body over the limit, sent in chunks",
			"tooLarge",
			{ headers: json, body: tooLarge, chunked: true },
		),
		createProbe(
			operation,
			"with a body declared as plain text",
			"unsupportedMedia",
			{
				headers: { "content-type": "text/plain" },
				body: JSON.stringify(operation.example.body),
			},
		),
		createProbe(operation, "with a body that is not JSON", "invalid", {
			headers: json,
			body: '{"command":',
		}),
	]),
	createProbe(submitCommand, "without a media type", "unsupportedMedia", {
		body: '{"command":"understudy"}',
	}),
	createProbe(
		submitPipeline,
		"with a body declared as a form",
		"unsupportedMedia",
		{
			headers: { "content-type": "application/x-www-form-urlencoded" },
			body: "steps=understudy",
		},
	),
	createProbe(submitCommand, "with a body that is not UTF-8", "invalid", {
		headers: json,
		body: Buffer.from([0x22, 0xff, 0x22]),
	}),
	createProbe(submitCommand, "with a body that nests too deeply", "invalid", {
		headers: json,
		body: tooDeep,
	}),
];
