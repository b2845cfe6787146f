import { operations } from "../generated/operations.ts";
import { createRejection } from "./create-rejection.ts";
import type { Interaction } from "./interaction.ts";
import { idOf, jsonHeaders, timestamp } from "./matchers.ts";

const { success, problems } = operations.submitCommand;

/** 200 code points and 400 UTF-16 units. */
const LONGEST = "😀".repeat(200);

const accepted: readonly Interaction[] = (
	[
		[
			"with args, which come back as sent",
			{
				command: "understudy.contract",
				args: { list: [1, 2.5, null, true], nested: { text: "é" } },
			},
		],
		["without args", { command: "understudy.contract" }],
	] as const
).map(([what, command]) => ({
	description: `submitCommand: ${what}`,
	assumptions: ["command.receipt"],
	request: { json: command },
	response: {
		status: success,
		headers: jsonHeaders,
		json: {
			id: idOf("command"),
			status: "accepted",
			acceptedAt: timestamp,
			...command,
		},
	},
}));

const rejected: readonly Interaction[] = (
	[
		["of 201 code points", { command: `${LONGEST}a` }],
		["with an empty command", { command: "" }],
		["without the command", { args: {} }],
	] as const
).map(([what, json]) => ({
	description: `submitCommand: ${what}`,
	assumptions: ["command.request"],
	request: { json },
	response: { status: "clientError" },
	bypassesClient: true,
}));

export const commandInteractions: readonly Interaction[] = [
	...accepted,
	{
		description: "submitCommand: of 200 code points, with an unknown property",
		assumptions: ["command.request"],
		request: { json: { command: LONGEST, args: null, priority: 5 } },
		response: { status: success, json: { command: LONGEST } },
		bypassesClient: true,
	},
	...rejected,
	createRejection(
		"submitCommand: whose command is a number",
		problems.invalid,
		{ json: { command: 5 } },
		{ pointer: "/command" },
	),
];
