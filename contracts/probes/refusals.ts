import type {
	OutgoingRequest,
	Probe,
} from "../../src/verification/contract.ts";
import { limits, operations } from "../generated/operations.ts";
import { problemDiffers } from "./differences.ts";

const json = { "content-type": "application/json" };
const { createZap, submitCommand } = operations;

const refused = (
	description: string,
	restsOn: readonly string[],
	status: number,
	request: OutgoingRequest,
): Probe => ({
	description,
	restsOn,
	status,
	run: async (send) => problemDiffers(await send(request), status),
});

const tooLarge = JSON.stringify({
	name: "Understudy",
	filler: "x".repeat(limits.maxBytes),
});
const tooDeep = `{"command":"understudy","args":${"[".repeat(limits.maxDepth)}${"]".repeat(limits.maxDepth)}}`;

/** What Pact cannot send: too much, too deep, and no JSON at all. */
export const refusals: readonly Probe[] = [
	...[false, true].map((chunked) =>
		refused(
			`createZap: with a body over the limit, its length ${chunked ? "not announced" : "announced"}`,
			["errors.size", "errors.problem"],
			createZap.problems.tooLarge,
			{
				method: createZap.method,
				path: createZap.path,
				headers: json,
				body: tooLarge,
				chunked,
			},
		),
	),
	...(
		[
			["that is no JSON", '{"command":'],
			["that is no UTF-8", Buffer.from([0x22, 0xff, 0x22])],
			["that nests too deeply", tooDeep],
		] as const
	).map(([what, body]) =>
		refused(
			`submitCommand: ${what}`,
			["errors.invalid", "errors.problem"],
			submitCommand.problems.invalid,
			{
				method: submitCommand.method,
				path: submitCommand.path,
				headers: json,
				body,
			},
		),
	),
	refused(
		"submitCommand: without a media type",
		["errors.media", "errors.problem"],
		submitCommand.problems.unsupportedMedia,
		{
			method: submitCommand.method,
			path: submitCommand.path,
			body: '{"command":"understudy"}',
		},
	),
];
