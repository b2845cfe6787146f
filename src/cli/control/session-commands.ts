import { Command } from "commander";
import pc from "picocolors";
import type { ClockInfo } from "../../control/clock-control.ts";
import type { SessionInfo, UsedAssumptions } from "../../control/control.ts";
import type { ForwardInfo } from "../../control/session-control.ts";
import type { ForwardSettings } from "../../engine/forwarding/forwarder.ts";
import type { LedgerEntry } from "../../engine/model/service.ts";
import { clockSchemas } from "../../schemas/generated/commands.ts";
import { forwardSchemas } from "../../schemas/generated/words.ts";
import {
	addOptions,
	collectHeaders,
	formatExamples,
} from "../options/add-options.ts";
import { UsageError } from "../options/usage-error.ts";
import { type Columns, formatRows, formatTable } from "../terminal/columns.ts";
import {
	addControlAction,
	addDefaultCommand,
	type CommandOutput,
} from "./control-command.ts";

const SCENARIO_EXAMPLES = formatExamples([
	"# list the scenarios and mark the active one",
	"understudy scenario",
	"# every response takes about a second",
	"understudy scenario slow",
	"# for one session only",
	"understudy scenario broken --session checkout",
]);

export function scenarioCommand(): Command {
	const command = new Command("scenario")
		.description("List the scenarios of a running mock, or switch to one.")
		.argument("[name]", "scenario to switch to")
		.addHelpText("after", SCENARIO_EXAMPLES);
	return addControlAction(command, async ({ control }, name?: string) => {
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
	});
}

const CLOCK_EXAMPLES = formatExamples([
	"understudy clock set 2030-01-01T00:00:00Z",
	"understudy clock advance 2h",
	"understudy clock freeze",
	"understudy clock set system",
]);

const printClock = (clock: ClockInfo): CommandOutput => ({
	json: clock,
	lines: [`${clock.time}${clock.frozen ? " (frozen)" : ""}`],
});

export function clockCommand(): Command {
	const group = new Command("clock")
		.description("Print the time of a running mock, or change it.")
		.addHelpText("after", CLOCK_EXAMPLES);

	const get = addDefaultCommand(group, "get");
	get.description("Print the time, and whether the clock is frozen.");
	addControlAction(get, async ({ control }) =>
		printClock(await control.clock()),
	);

	const set = group
		.command("set <time>")
		.description(`Set the clock to ${clockSchemas.time.description}.`);
	addControlAction(set, async ({ control }, time: string) =>
		printClock(await control.clock.set(time)),
	);

	const advance = group
		.command("advance <duration>")
		.description("Move the clock forward by a duration like 2h or 1d12h.");
	addControlAction(advance, async ({ control }, by: string) =>
		printClock(await control.clock.advance(by)),
	);

	const freeze = group
		.command("freeze [time]")
		.description("Stop the clock, except for 1 ms at each accepted write.");
	addControlAction(freeze, async ({ control }, time?: string) =>
		printClock(await control.clock.freeze(time)),
	);
	return group;
}

function formatForward({
	url,
	operations,
	headers,
	lostHeaders,
}: ForwardInfo): string[] {
	if (url === null) return ["The mock responds to all operations."];
	const names = Object.keys(headers);
	return [
		`Forwards ${operations.join(", ") || "no operation"} to ${url}.`,
		...(names.length > 0 ? [`Adds the headers ${names.join(", ")}.`] : []),
		...(lostHeaders.length > 0
			? [
					`The restart of the mock lost the values of ${lostHeaders.join(", ")}. Pass these headers again with --header.`,
				]
			: []),
	];
}

const FORWARD_EXAMPLES = `
Examples:
  understudy forward                                       show what is forwarded
  understudy forward http://localhost:8080 --only listZaps
  understudy forward --only listZaps createZap             one more, to the same service
  understudy forward http://localhost:8080 --header 'Authorization: Bearer abc'
  understudy forward off                                   the mock responds to everything`;

export function forwardCommand(): Command {
	const command = new Command("forward")
		.description(
			"Show or change the operations of a running mock that a real service responds to.",
		)
		.argument("[url]", 'base URL of the service, or "off" to stop')
		.addHelpText("after", FORWARD_EXAMPLES);
	const { url: _, ...options } = forwardSchemas;
	addOptions(command, options, { headers: collectHeaders });
	return addControlAction(
		command,
		async ({ control }, url: string | undefined, flags: ForwardSettings) => {
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
	);
}

const SESSION_COLUMNS: Columns<SessionInfo> = {
	SESSION: ({ id }) => id,
	OPENED: ({ openedAt }) => openedAt,
	IDLE: ({ idleMs }) => `${Math.round(idleMs / 1000)} s`,
	SCENARIO: ({ scenario }) => scenario,
	FAULTS: ({ faults }) => `${faults}`,
	REQUESTS: ({ requests }) => `${requests}`,
};

const SESSION_EXAMPLES = formatExamples([
	"understudy sessions",
	"understudy sessions delete checkout",
]);

export function sessionsCommand(): Command {
	const group = new Command("sessions")
		.description("List the sessions of a running mock, or delete one.")
		.addHelpText("after", SESSION_EXAMPLES);

	const list = addDefaultCommand(group, "list");
	list.description("List the sessions, oldest first.");
	addControlAction(list, async ({ control }) => {
		const sessions = await control.sessions();
		const lines = formatTable(SESSION_COLUMNS, sessions);
		return { json: { sessions }, lines };
	});

	const remove = group.command("delete <id>").description("Delete a session.");
	addControlAction(remove, async ({ control }, id: string) => {
		await control.deleteSession(id);
		return { lines: [`Deleted session ${id}.`] };
	});
	return group;
}

const ASSUMPTION_COLUMNS: Columns<LedgerEntry> = {
	ASSUMPTION: ({ id }) => id,
	STATUS: ({ status }) => status,
	ASSUMES: ({ assumes }) => assumes,
};

export function assumptionsCommand(): Command {
	const command = new Command("assumptions").description(
		"List everything that a running mock assumes about the service.",
	);
	return addControlAction(command, async ({ control }) => {
		const assumptions = await control.assumptions();
		const lines = formatTable(ASSUMPTION_COLUMNS, assumptions);
		return { json: { assumptions }, lines };
	});
}

export function usedAssumptionsCommand(): Command {
	const command = new Command("used-assumptions").description(
		"List the assumptions that the responses of a running mock have depended on so far.",
	);
	return addControlAction(command, async ({ control }) => {
		const used = await control.usedAssumptions();
		const columns: Columns<UsedAssumptions["assumptions"][number]> = {
			ASSUMPTION: ({ id }) => id,
			STATUS: ({ status }) => status,
			EXCHANGES: ({ exchanges }) => `${exchanges} of ${used.exchanges}`,
			ASSUMES: ({ assumes }) => assumes,
		};
		const lines =
			used.assumptions.length > 0
				? formatTable(columns, used.assumptions)
				: ["No response has depended on an assumption yet."];
		return { json: used, lines };
	});
}
