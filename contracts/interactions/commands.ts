import { operations } from "../generated/operations.ts";
import type { Interaction } from "./interaction.ts";
import { idOf, json, problemAt, problemJson, timestamp } from "./matchers.ts";

const { success, problems } = operations.submitCommand;

const receipt = {
	id: idOf("command"),
	status: "accepted",
	acceptedAt: timestamp,
};

/** 200 code points and 400 UTF-16 units. */
const LONGEST = "😀".repeat(200);

const refused = (
	what: string,
	body: unknown,
	pointer: string,
): Interaction => ({
	description: `submitCommand: ${what}`,
	assumptions: ["errors.invalid", "errors.problem"],
	request: { json: body },
	response: {
		status: problems.invalid,
		headers: problemJson,
		json: problemAt(problems.invalid, { pointer }),
	},
	forbiddenByTypes: true,
});

export const commands: readonly Interaction[] = [
	{
		description: "submitCommand: with args, which come back as sent",
		assumptions: ["command.receipt"],
		request: {
			json: {
				command: "understudy.contract",
				args: { list: [1, 2.5, null, true], nested: { text: "é" } },
			},
		},
		response: {
			status: success,
			headers: json,
			json: {
				...receipt,
				command: "understudy.contract",
				args: { list: [1, 2.5, null, true], nested: { text: "é" } },
			},
		},
	},
	{
		description: "submitCommand: without args",
		assumptions: ["command.receipt"],
		request: { json: { command: "understudy.contract" } },
		response: {
			status: success,
			headers: json,
			json: { ...receipt, command: "understudy.contract" },
		},
	},
	{
		description:
			"submitCommand: of 200 code points, with a member that is not known",
		assumptions: ["command.request"],
		request: { json: { command: LONGEST, args: null, priority: 5 } },
		response: { status: success, json: { command: LONGEST } },
		forbiddenByTypes: true,
	},
	{
		description: "submitCommand: of 201 code points",
		assumptions: ["command.request"],
		request: { json: { command: `${LONGEST}a` } },
		response: { status: "clientError" },
	},
	{
		description: "submitCommand: of no code point",
		assumptions: ["command.request"],
		request: { json: { command: "" } },
		response: { status: "clientError" },
	},
	{
		description: "submitCommand: without the command",
		assumptions: ["command.request"],
		request: { json: { args: {} } },
		response: { status: "clientError" },
		forbiddenByTypes: true,
	},
	refused("whose command is a number", { command: 5 }, "/command"),
];
