import { readFile, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { Command } from "commander";
import type { ResetOrigin, StateDump } from "../../control/state-control.ts";
import { resetSchemas } from "../../schemas/generated/words.ts";
import { commandLine } from "../../values/command-line.ts";
import { errorMessage } from "../../values/errors.ts";
import { isObject } from "../../values/json.ts";
import { addOptions, formatExamples } from "../options/add-options.ts";
import { readText } from "../options/read-text.ts";
import { FLAGS } from "../options/serve-flags.ts";
import { UsageError } from "../options/usage-error.ts";
import {
	addControlAction,
	addDefaultCommand,
	type CommandOutput,
} from "./control-command.ts";

/**
 * @param source the origin of the JSON, for the error message
 * @throws UsageError if the text is not JSON
 */
export function parseJson(json: string, source: string): unknown {
	try {
		return JSON.parse(json);
	} catch (error) {
		throw new UsageError(
			`Invalid JSON in ${source}: ${errorMessage(error)}. Fix it, and try again.`,
		);
	}
}

/**
 * Reads JSON from a file, or from standard input if the file is `-`.
 * @throws UsageError if the file cannot be read, or is not JSON
 */
export async function readJsonFile(file: string): Promise<unknown> {
	const isStdin = file === "-";
	const json = await (isStdin
		? text(process.stdin)
		: readFile(file, "utf8")
	).catch((error) => {
		throw new UsageError(
			`Cannot read ${file}: ${errorMessage(error)}. Pass another file, or - for standard input.`,
		);
	});
	return parseJson(json, isStdin ? "standard input" : file);
}

const STATE_EXAMPLES = formatExamples([
	"understudy state export state.json",
	"understudy state import state.json",
	"understudy serve --dataset state.json",
	"echo '{\"zaps\":[]}' | understudy state set -",
]);

const printState = (state: StateDump): CommandOutput => ({
	json: state,
	lines: [JSON.stringify(state, null, 2)],
});

const countRecords = (state: StateDump): string =>
	Object.entries(state)
		.map(([name, records]) => `${name} ${records.length}`)
		.join(", ");

export function stateCommand(): Command {
	const group = new Command("state")
		.description(
			"Print all records of a running mock as JSON, or replace them.",
		)
		.addHelpText("after", STATE_EXAMPLES);

	const get = addDefaultCommand(group, "get");
	get.description("Print all records by collection, newest first.");
	addControlAction(get, async ({ control }) =>
		printState(await control.state()),
	);

	const exported = group
		.command("export")
		.description("Write all records to a file, or print them.")
		.argument("[file]", "where to write them");
	addControlAction(exported, async ({ control }, file?: string) => {
		const state = await control.state();
		if (file === undefined) return printState(state);
		const text = `${JSON.stringify(state, null, 2)}\n`;
		await writeFile(file, text).catch((error) => {
			throw new UsageError(
				`Cannot write ${file}: ${errorMessage(error)}. Pass another file.`,
			);
		});
		return { json: state, lines: [`Wrote ${countRecords(state)} to ${file}.`] };
	});

	const format = `as \`${commandLine("state")}\` prints it`;
	const set = group
		.command("set")
		.alias("import")
		.description("Replace all records. Missing collections become empty.")
		.argument("<file>", `JSON ${format}; - for standard input`);
	addControlAction(set, async ({ control }, file: string) => {
		const given = await readJsonFile(file);
		if (!isObject(given))
			throw new UsageError(
				`The state must be an object of collections. Write it ${format}.`,
			);
		await control.setState(given);
		const counts = countRecords(await control.state());
		return { lines: [`Replaced the state: ${counts}.`] };
	});
	return group;
}

const SNAPSHOT_EXAMPLES = formatExamples([
	"id=$(understudy snapshot)",
	'understudy snapshot restore "$id"',
]);

export function snapshotCommand(): Command {
	const group = new Command("snapshot")
		.description("Save the state of a running mock, and restore it later.")
		.addHelpText("after", SNAPSHOT_EXAMPLES);

	const take = addDefaultCommand(group, "take");
	take.description("Save the state and print the id of the snapshot.");
	addControlAction(take, async ({ control }) => {
		const id = await control.snapshot();
		return { json: { id }, lines: [id] };
	});

	const list = group.command("list");
	list.description("List the snapshots, oldest first.");
	addControlAction(list, async ({ control }) => {
		const snapshots = await control.snapshots();
		return { json: { snapshots }, lines: snapshots };
	});

	const restore = group.command("restore <id>");
	restore.description("Restore a saved state.");
	addControlAction(restore, async ({ control }, id: string) => {
		await control.restore(id);
		return { lines: [`Restored the state from snapshot ${id}.`] };
	});

	const remove = group.command("delete <id>").description("Delete a snapshot.");
	addControlAction(remove, async ({ control }, id: string) => {
		await control.deleteSnapshot(id);
		return { lines: [`Deleted snapshot ${id}.`] };
	});
	return group;
}

export function resetCommand(): Command {
	const command = new Command("reset").description(
		"Reset the state of a running mock to its dataset, seed and start time.",
	);
	// The control API accepts larger seeds than a mock can start with.
	const seed = (text: string): unknown => readText(text, FLAGS.seed);
	addOptions(command, resetSchemas, { seed });
	return addControlAction(command, async ({ control }, flags: ResetOrigin) => {
		const { dataset, seed, clock, all } = flags;
		await control.reset({ dataset, seed, clock, all });
		return { lines: [all ? "Everything is reset." : "The state is reset."] };
	});
}
