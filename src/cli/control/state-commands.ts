import type { ResetOrigin, StateDump } from "../../control/state-control.ts";
import { commandLine } from "../../values/command-line.ts";
import { isObject } from "../../values/json.ts";
import type { CommandActions } from "../options/create-command.ts";
import { readJsonFile } from "../options/read-json.ts";
import { readText } from "../options/read-text.ts";
import { FLAGS } from "../options/serve-flags.ts";
import { UsageError } from "../options/usage-error.ts";
import { writeOutput } from "../options/write-output.ts";
import { type CommandOutput, changeMock, onMock } from "./control-command.ts";

const printState = (state: StateDump): CommandOutput => ({
	json: state,
	lines: [JSON.stringify(state, null, 2)],
});

const countRecords = (state: StateDump): string =>
	Object.entries(state)
		.map(([name, records]) => `${name} ${records.length}`)
		.join(", ");

export const STATE_COMMANDS: CommandActions = {
	"state get": onMock(async ({ control }) => printState(await control.state())),
	"state export": onMock(async ({ control }, file?: string) => {
		const state = await control.state();
		if (file === undefined) return printState(state);
		const text = `${JSON.stringify(state, null, 2)}\n`;
		const remedy = "Pass another file.";
		await writeOutput(file, text, { what: file, remedy });
		const done = `Wrote ${countRecords(state)} to ${file}.`;
		return { json: state, lines: [done] };
	}),
	"state set": onMock(async ({ control }, file = "") => {
		const given = await readJsonFile(file);
		if (!isObject(given))
			throw new UsageError(
				`The state must be an object of collections. Write it as \`${commandLine("state")}\` prints it.`,
			);
		await control.setState(given);
		const counts = countRecords(await control.state());
		return { lines: [`Replaced the state: ${counts}.`] };
	}),
	"snapshot take": onMock(async ({ control }) => {
		const id = await control.snapshot();
		return { json: { id }, lines: [id] };
	}),
	"snapshot list": onMock(async ({ control }) => {
		const snapshots = await control.snapshots();
		return { json: { snapshots }, lines: snapshots };
	}),
	"snapshot restore": changeMock(
		(control, id) => control.restore(id),
		(id) => `Restored the state from snapshot ${id}.`,
	),
	"snapshot delete": changeMock(
		(control, id) => control.deleteSnapshot(id),
		(id) => `Deleted snapshot ${id}.`,
	),
	reset: onMock<ResetOrigin>(
		async ({ control, flags: { dataset, seed, clock, all } }) => {
			await control.reset({ dataset, seed, clock, all });
			return { lines: [all ? "Everything is reset." : "The state is reset."] };
		},
		// The control API accepts larger seeds than a mock can start with.
		{ readers: { seed: (text) => readText(text, FLAGS.seed) } },
	),
};
