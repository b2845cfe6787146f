import pc from "picocolors";
import type { ClockInfo } from "../../control/clock-control.ts";
import type { SessionInfo } from "../../control/control.ts";
import type { ForwardInfo } from "../../control/session-control.ts";
import type { ResetOrigin, StateDump } from "../../control/state-control.ts";
import type { ForwardSettings } from "../../engine/forwarding/forwarder.ts";
import type { LedgerEntry } from "../../engine/model/service.ts";
import { commandLine } from "../../values/command-line.ts";
import { isObject } from "../../values/json.ts";
import {
	type CommandActions,
	collectHeaders,
} from "../options/create-command.ts";
import { readJsonFile } from "../options/read-json.ts";
import { readText } from "../options/read-text.ts";
import { FLAGS } from "../options/serve-flags.ts";
import { UsageError } from "../options/usage-error.ts";
import { writeOutput } from "../options/write-output.ts";
import { type Columns, formatRows, formatTable } from "../terminal/columns.ts";
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

async function printClock(reading: Promise<ClockInfo>): Promise<CommandOutput> {
	const clock = await reading;
	const { time, frozen } = clock;
	return { json: clock, lines: [`${time}${frozen ? " (frozen)" : ""}`] };
}

function formatForward(info: ForwardInfo): string[] {
	const { url, operations, headers, lostHeaders } = info;
	if (url === null) return ["The mock responds to all operations."];
	const names = Object.keys(headers);
	const lines = [
		`Forwards ${operations.join(", ") || "no operation"} to ${url}.`,
	];
	if (names.length > 0) lines.push(`Adds the headers ${names.join(", ")}.`);
	if (lostHeaders.length > 0)
		lines.push(
			`The restart of the mock lost the values of ${lostHeaders.join(", ")}. Pass these headers again with --header.`,
		);
	return lines;
}

async function changeForward(
	{ control, flags }: ControlContext<ForwardSettings>,
	url?: string,
): Promise<CommandOutput> {
	const { only, except, headers, timeoutMs, strict } = flags;
	const settings = { only, except, headers, timeoutMs, strict };
	const hasSettings = Object.values(settings).some(
		(each) => each !== undefined,
	);
	if (url === "off") {
		if (hasSettings)
			throw new UsageError(
				"`understudy forward off` takes none of these options. Omit them, or pass the URL of a service.",
			);
		await control.clearForward();
	} else if (url !== undefined || hasSettings)
		await control.setForward({ url, ...settings });
	const info = await control.forward();
	return { json: info, lines: formatForward(info) };
}

const SESSION_COLUMNS: Columns<SessionInfo> = {
	SESSION: ({ id }) => id,
	OPENED: ({ openedAt }) => openedAt,
	IDLE: ({ idleMs }) => `${Math.round(idleMs / 1000)} s`,
	SCENARIO: ({ scenario }) => scenario,
	FAULTS: ({ faults }) => `${faults}`,
	REQUESTS: ({ requests }) => `${requests}`,
};

type Assumption = Pick<LedgerEntry, "id" | "status" | "assumes">;

/** Returns a table with a sentence for each assumption, after the other columns. */
const formatAssumptions = <Item extends Assumption>(
	assumptions: readonly Item[],
	others: Columns<Item> = {},
): string[] =>
	formatTable(
		{
			ASSUMPTION: ({ id }) => id,
			STATUS: ({ status }) => status,
			...others,
			ASSUMES: ({ assumes }) => assumes,
		},
		assumptions,
	);

export const SESSION_COMMANDS: CommandActions = {
	scenario: onMock(async ({ control }, name?: string) => {
		if (name !== undefined) await control.setScenario(name);
		const scenarios = await control.scenarios();
		const { active, available } = scenarios;
		const rows = available.map((each) =>
			each.name === active
				? ["*", { text: each.name, paint: pc.bold }, each.description]
				: [" ", each.name, each.description],
		);
		const lines =
			name === undefined
				? formatRows(rows)
				: [`Switched to scenario ${pc.bold(active)}.`];
		return { json: scenarios, lines };
	}),
	forward: onMock(changeForward, { readers: { headers: collectHeaders } }),
	"clock get": onMock(({ control }) => printClock(control.clock())),
	"clock set": onMock(({ control }, time = "") =>
		printClock(control.clock.set(time)),
	),
	"clock advance": onMock(({ control }, by = "") =>
		printClock(control.clock.advance(by)),
	),
	"clock freeze": onMock(({ control }, time?: string) =>
		printClock(control.clock.freeze(time)),
	),
	"sessions list": onMock(async ({ control }) => {
		const sessions = await control.sessions();
		const lines = formatTable(SESSION_COLUMNS, sessions);
		return { json: { sessions }, lines };
	}),
	"sessions delete": changeMock(
		(control, id) => control.deleteSession(id),
		(id) => `Deleted session ${id}.`,
	),
	assumptions: onMock(async ({ control }) => {
		const assumptions = await control.assumptions();
		return { json: { assumptions }, lines: formatAssumptions(assumptions) };
	}),
	"used-assumptions": onMock(async ({ control }) => {
		const used = await control.usedAssumptions();
		const { assumptions, exchanges: all } = used;
		const lines =
			assumptions.length > 0
				? formatAssumptions(assumptions, {
						EXCHANGES: ({ exchanges }) => `${exchanges} of ${all}`,
					})
				: ["No response has depended on an assumption yet."];
		return { json: used, lines };
	}),
};
