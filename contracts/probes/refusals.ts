import type {
	OutgoingRequest,
	Probe,
} from "../../src/verification/contract.ts";
import { limits, operations } from "../generated/operations.ts";
import { problemDiffers } from "./differences.ts";

const json = { "content-type": "application/json" };
const { createZap, submitCommand, submitPipeline, searchAudit } = operations;
const writing = [submitCommand, submitPipeline, createZap, searchAudit];

type Posting = (typeof writing)[number];

const refused = (
	{ id, method, path, problems }: Posting,
	what: string,
	kind: "tooLarge" | "unsupportedMedia" | "invalid",
	request: Omit<OutgoingRequest, "method" | "path">,
): Probe => {
	const rest = {
		tooLarge: "size",
		unsupportedMedia: "media",
		invalid: "invalid",
	};
	return {
		description: `${id}: ${what}`,
		assumptions: [`errors.${rest[kind]}`, "errors.problem"],
		status: problems[kind],
		run: async (send) =>
			problemDiffers(await send({ ...request, method, path }), problems[kind]),
	};
};

const tooLarge = JSON.stringify({
	name: "Understudy",
	command: "understudy",
	filler: "x".repeat(limits.maxBytes),
});
const tooDeep = `{"command":"understudy","args":${"[".repeat(limits.maxDepth)}${"]".repeat(limits.maxDepth)}}`;

/** What Pact cannot send, or could only against the document: too much, too deep, no JSON, and of another type. */
export const refusals: readonly Probe[] = [
	...writing.flatMap((operation) => [
		refused(
			operation,
			"with a body over the limit, its length announced",
			"tooLarge",
			{ headers: json, body: tooLarge },
		),
		refused(
			operation,
			"with a body over the limit, its length not announced",
			"tooLarge",
			{ headers: json, body: tooLarge, chunked: true },
		),
		refused(operation, "declared as plain text", "unsupportedMedia", {
			headers: { "content-type": "text/plain" },
			body: JSON.stringify(operation.example.body),
		}),
		refused(operation, "that is no JSON", "invalid", {
			headers: json,
			body: '{"command":',
		}),
	]),
	refused(submitCommand, "without a media type", "unsupportedMedia", {
		body: '{"command":"understudy"}',
	}),
	refused(submitPipeline, "declared as a form", "unsupportedMedia", {
		headers: { "content-type": "application/x-www-form-urlencoded" },
		body: "steps=understudy",
	}),
	refused(submitCommand, "that is no UTF-8", "invalid", {
		headers: json,
		body: Buffer.from([0x22, 0xff, 0x22]),
	}),
	refused(submitCommand, "that nests too deeply", "invalid", {
		headers: json,
		body: tooDeep,
	}),
];
