import type { ResetOrigin, StateDump } from "../../control/state-control.ts";
import { resetSchemas } from "../../schemas/generated/words.ts";
import { commandLine } from "../../values/command-line.ts";
import { isObject } from "../../values/json.ts";
import type { CommandSpec } from "../options/create-command.ts";
import { readJsonFile } from "../options/read-json.ts";
import { readText } from "../options/read-text.ts";
import { FLAGS } from "../options/serve-flags.ts";
import { UsageError } from "../options/usage-error.ts";
import { writeOutput } from "../options/write-output.ts";
import {
	type CommandOutput,
	type ControlContext,
	changeMock,
	onMock,
} from "./control-command.ts";

const printState = (state: StateDump): CommandOutput => ({
	json: state,
	lines: [JSON.stringify(state, null, 2)],
});

const countRecords = (state: StateDump): string =>
	Object.entries(state)
		.map(([name, records]) => `${name} ${records.length}`)
		.join(", ");

const FORMAT = `as \`${commandLine("state")}\` prints it`;

export const STATE: CommandSpec = {
	usage: "state",
	description: "Print all records of a running mock as JSON, or replace them.",
	examples: [
		"understudy state export state.json",
		"understudy state import state.json",
		"understudy serve --dataset state.json",
		"echo '{\"zaps\":[]}' | understudy state set -",
	],
	commands: [
		onMock({
			usage: "get",
			isDefault: true,
			description: "Print all records by collection, newest first.",
			act: async ({ control }) => printState(await control.state()),
		}),
		onMock({
			usage: "export [file]",
			arguments: ["where to write them"],
			description: "Write all records to a file, or print them.",
			async act({ control }, file?: string) {
				const state = await control.state();
				if (file === undefined) return printState(state);
				const text = `${JSON.stringify(state, null, 2)}\n`;
				const remedy = "Pass another file.";
				await writeOutput(file, text, { what: file, remedy });
				const done = `Wrote ${countRecords(state)} to ${file}.`;
				return { json: state, lines: [done] };
			},
		}),
		onMock({
			usage: "set <file>",
			alias: "import",
			arguments: [`JSON ${FORMAT}; - for standard input`],
			description: "Replace all records. Missing collections become empty.",
			async act({ control }, file = "") {
				const given = await readJsonFile(file);
				if (!isObject(given))
					throw new UsageError(
						`The state must be an object of collections. Write it ${FORMAT}.`,
					);
				await control.setState(given);
				const counts = countRecords(await control.state());
				return { lines: [`Replaced the state: ${counts}.`] };
			},
		}),
	],
};

export const SNAPSHOT: CommandSpec = {
	usage: "snapshot",
	description: "Save the state of a running mock, and restore it later.",
	examples: ["id=$(understudy snapshot)", 'understudy snapshot restore "$id"'],
	commands: [
		onMock({
			usage: "take",
			isDefault: true,
			description: "Save the state and print the id of the snapshot.",
			async act({ control }) {
				const id = await control.snapshot();
				return { json: { id }, lines: [id] };
			},
		}),
		onMock({
			usage: "list",
			description: "List the snapshots, oldest first.",
			async act({ control }) {
				const snapshots = await control.snapshots();
				return { json: { snapshots }, lines: snapshots };
			},
		}),
		changeMock(
			"restore <id>",
			"Restore a saved state.",
			(control, id) => control.restore(id),
			(id) => `Restored the state from snapshot ${id}.`,
		),
		changeMock(
			"delete <id>",
			"Delete a snapshot.",
			(control, id) => control.deleteSnapshot(id),
			(id) => `Deleted snapshot ${id}.`,
		),
	],
};

export const RESET: CommandSpec = onMock({
	usage: "reset",
	description:
		"Reset the state of a running mock to its dataset, seed and start time.",
	options: resetSchemas,
	// The control API accepts larger seeds than a mock can start with.
	readers: { seed: (text) => readText(text, FLAGS.seed) },
	async act({
		control,
		flags: { dataset, seed, clock, all },
	}: ControlContext<ResetOrigin>) {
		await control.reset({ dataset, seed, clock, all });
		return { lines: [all ? "Everything is reset." : "The state is reset."] };
	},
});
