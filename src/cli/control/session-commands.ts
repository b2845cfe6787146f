import pc from "picocolors";
import type { ClockInfo } from "../../control/clock-control.ts";
import type { SessionInfo } from "../../control/control.ts";
import type { ForwardInfo } from "../../control/session-control.ts";
import type { ForwardSettings } from "../../engine/forwarding/forwarder.ts";
import type { LedgerEntry } from "../../engine/model/service.ts";
import { clockSchemas } from "../../schemas/generated/commands.ts";
import { forwardSchemas } from "../../schemas/generated/words.ts";
import { collectHeaders } from "../options/add-options.ts";
import type { CommandSpec } from "../options/create-command.ts";
import { UsageError } from "../options/usage-error.ts";
import { type Columns, formatRows, formatTable } from "../terminal/columns.ts";
import {
	type CommandOutput,
	type ControlContext,
	changeMock,
	onMock,
} from "./control-command.ts";

export const SCENARIO: CommandSpec = onMock({
	usage: "scenario [name]",
	arguments: ["scenario to switch to"],
	description: "List the scenarios of a running mock, or switch to one.",
	examples: [
		"# list the scenarios and mark the active one",
		"understudy scenario",
		"# every response takes about a second",
		"understudy scenario slow",
		"# for one session only",
		"understudy scenario broken --session checkout",
	],
	async act({ control }, name?: string) {
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
	},
});

async function printClock(reading: Promise<ClockInfo>): Promise<CommandOutput> {
	const clock = await reading;
	const { time, frozen } = clock;
	return { json: clock, lines: [`${time}${frozen ? " (frozen)" : ""}`] };
}

export const CLOCK: CommandSpec = {
	usage: "clock",
	description: "Print the time of a running mock, or change it.",
	examples: [
		"understudy clock set 2030-01-01T00:00:00Z",
		"understudy clock advance 2h",
		"understudy clock freeze",
		"understudy clock set system",
	],
	commands: [
		onMock({
			usage: "get",
			isDefault: true,
			description: "Print the time, and whether the clock is frozen.",
			act: ({ control }) => printClock(control.clock()),
		}),
		onMock({
			usage: "set <time>",
			description: `Set the clock to ${clockSchemas.time.description}.`,
			act: ({ control }, time = "") => printClock(control.clock.set(time)),
		}),
		onMock({
			usage: "advance <duration>",
			description: "Move the clock forward by a duration like 2h or 1d12h.",
			act: ({ control }, by = "") => printClock(control.clock.advance(by)),
		}),
		onMock({
			usage: "freeze [time]",
			description: "Stop the clock, except for 1 ms at each accepted write.",
			act: ({ control }, time?: string) =>
				printClock(control.clock.freeze(time)),
		}),
	],
};

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

const { url: _, ...FORWARD_OPTIONS } = forwardSchemas;

export const FORWARD: CommandSpec = onMock({
	usage: "forward [url]",
	arguments: ['base URL of the service, or "off" to stop'],
	description:
		"Show or change the operations of a running mock that a real service responds to.",
	options: FORWARD_OPTIONS,
	readers: { headers: collectHeaders },
	help: `Examples:
  understudy forward                                       show what is forwarded
  understudy forward http://localhost:8080 --only listZaps
  understudy forward --only listZaps createZap             one more, to the same service
  understudy forward http://localhost:8080 --header 'Authorization: Bearer abc'
  understudy forward off                                   the mock responds to everything`,
	async act({ control, flags }: ControlContext<ForwardSettings>, url?: string) {
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
	},
});

const SESSION_COLUMNS: Columns<SessionInfo> = {
	SESSION: ({ id }) => id,
	OPENED: ({ openedAt }) => openedAt,
	IDLE: ({ idleMs }) => `${Math.round(idleMs / 1000)} s`,
	SCENARIO: ({ scenario }) => scenario,
	FAULTS: ({ faults }) => `${faults}`,
	REQUESTS: ({ requests }) => `${requests}`,
};

export const SESSIONS: CommandSpec = {
	usage: "sessions",
	description: "List the sessions of a running mock, or delete one.",
	examples: ["understudy sessions", "understudy sessions delete checkout"],
	commands: [
		onMock({
			usage: "list",
			isDefault: true,
			description: "List the sessions, oldest first.",
			async act({ control }) {
				const sessions = await control.sessions();
				const lines = formatTable(SESSION_COLUMNS, sessions);
				return { json: { sessions }, lines };
			},
		}),
		changeMock(
			"delete <id>",
			"Delete a session.",
			(control, id) => control.deleteSession(id),
			(id) => `Deleted session ${id}.`,
		),
	],
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

export const ASSUMPTIONS: CommandSpec = onMock({
	usage: "assumptions",
	description: "List everything that a running mock assumes about the service.",
	async act({ control }) {
		const assumptions = await control.assumptions();
		return { json: { assumptions }, lines: formatAssumptions(assumptions) };
	},
});

export const USED_ASSUMPTIONS: CommandSpec = onMock({
	usage: "used-assumptions",
	description:
		"List the assumptions that the responses of a running mock have depended on so far.",
	async act({ control }) {
		const used = await control.usedAssumptions();
		const { assumptions, exchanges: all } = used;
		const lines =
			assumptions.length > 0
				? formatAssumptions(assumptions, {
						EXCHANGES: ({ exchanges }) => `${exchanges} of ${all}`,
					})
				: ["No response has depended on an assumption yet."];
		return { json: used, lines };
	},
});
