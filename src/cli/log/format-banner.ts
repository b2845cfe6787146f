import { networkInterfaces } from "node:os";
import { relative, resolve } from "node:path";
import pc from "picocolors";
import { findConfig } from "../../config/project-files.ts";
import { forwardsOperation } from "../../engine/forwarding/forwarder.ts";
import { operationSpecs, title } from "../../service/shipped-service.ts";
import { commandLine } from "../../values/command-line.ts";
import { valueAt } from "../../values/json.ts";
import { DEFAULT_FLAGS, isShared, storePath } from "../options/serve-flags.ts";
import { describeUnknownOperations, type ServerInfo } from "./log.ts";

/** Returns the URLs for other machines if a server listens on all addresses; an empty array for other hosts. */
export function listNetworkUrls(
	host: string,
	url: string,
	interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string[] {
	const isAny = host === "0.0.0.0" || host === "::";
	const addresses = Object.values(isAny ? interfaces : {})
		.flatMap((each) => each ?? [])
		// An address that begins with fe80 works only with the name of an interface of the client.
		.filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
		.filter(({ family }) => family === "IPv4" || host === "::");
	return addresses.map(({ address, family }) => {
		const shown = new URL(url);
		shown.hostname = family === "IPv6" ? `[${address}]` : address;
		return shown.href.replace(/\/$/, "");
	});
}

/** Returns the option with which commands in this folder find the server; empty if they find it without one. */
function urlOption({ url, flags, config }: ServerInfo): string {
	const file = findConfig();
	const isFound = file !== undefined && resolve(file) === config?.file;
	const found = { ...DEFAULT_FLAGS, ...(isFound && config.flags) };
	const isSame = (["port", "host", "basePath"] as const).every(
		(name) => flags[name] === found[name],
	);
	const given = process.env.UNDERSTUDY_URL;
	return (given ? given === url : isSame && flags.port !== 0)
		? ""
		: ` --url ${url}`;
}

/** Returns the cells of the rows, with those of each column but the last padded to the same width. */
function align(rows: readonly (readonly string[])[]): string[][] {
	const widthOf = (index: number): number =>
		Math.max(...rows.map((cells) => cells[index]?.length ?? 0));
	return rows.map((cells) =>
		cells.map((cell, index) =>
			index < cells.length - 1 ? cell.padEnd(widthOf(index)) : cell,
		),
	);
}

function formatState({ flags, start }: ServerInfo): string {
	const { scenario, clock, auth, rateLimit } = flags;
	return [
		`dataset ${start.dataset}`,
		`scenario ${scenario}`,
		`seed ${start.seed}`,
		`clock ${clock}`,
		...(auth === "none" ? [] : [`auth ${auth}`]),
		...(rateLimit === undefined ? [] : [`rate limit ${rateLimit}/s`]),
	].join(", ");
}

/** Returns the notes about a store that has sessions. */
function listStoreNotes(server: ServerInfo): string[] {
	const { ignoredFlags, lostHeaders, unknownOperations } = server;
	const ignored = ignoredFlags.join(" and ");
	return [
		...(ignored ? [`${ignored} ignored: the store has its sessions.`] : []),
		...Object.entries(lostHeaders).map(
			([session, names]) =>
				`session ${session} forwards without ${names.join(", ")}: stores keep no values.`,
		),
		...describeUnknownOperations(unknownOperations),
	];
}

function describeForwarding({ flags, operations }: ServerInfo): string {
	const { forward, forwardOnly: only, forwardExcept: except } = flags;
	if (forward === undefined) return "";
	const forwarded = operations.filter(({ id }) =>
		forwardsOperation({ only, except }, id),
	);
	return `${forwarded.length} of ${operations.length} operations to ${pc.cyan(forward)}`;
}

/** Returns the rows below the title, each with a name and a value. Those without a value are left out. */
function listRows(server: ServerInfo, networkUrls: readonly string[]) {
	const { url, flags, document, config, ledgerFile } = server;
	const isPrivate = networkUrls.length > 0 && flags.controlToken === undefined;
	// An address is shown without its user and password.
	const store = isShared(flags.store)
		? flags.store.replace(/\/\/.*@/, "//")
		: storePath(flags.store);
	const rows: readonly (readonly [name: string, value: string | undefined])[] =
		[
			["page", pc.cyan(`${url}/__mock/`)],
			["OpenAPI", pc.cyan(`${url}/__mock/openapi.json`)],
			...networkUrls.map((each) => ["network", pc.cyan(each)] as const),
			[
				"",
				isPrivate
					? "Other machines can open the page only with --control-token."
					: "",
			],
			["configuration", config && relative("", config.file)],
			["ledger", ledgerFile],
			["document", document && relative("", document.file)],
			["start", formatState(server)],
			["store", store],
			...listStoreNotes(server).map((note) => ["", pc.yellow(note)] as const),
			["forwards", describeForwarding(server)],
		];
	return rows.flatMap(([name, value]) => (value ? [[name, value]] : []));
}

/** The maximum number of listed operations, so that the URL stays on the screen. */
const MAX_OPERATIONS = 40;

function formatOperations({ operations, document }: ServerInfo): string[] {
	const rows = operations
		.slice(0, MAX_OPERATIONS)
		// Without an operationId, the id consists of method and path.
		.map(({ id, method, path, summary }) => [
			...[method, path],
			id === `${method} ${path}` ? "" : id,
			summary,
		]);
	const lines = align(rows).map(
		([method = "", path, id, summary = ""]) =>
			`  ${pc.bold(method)}  ${path}  ${id}  ${pc.dim(summary)}`,
	);
	const more = operations.length - rows.length;
	if (more === 0 || !document) return lines;
	const command = commandLine(
		`document ${relative("", document.file)} --only /`,
	);
	return [
		...lines,
		`  ${pc.dim(`and ${more} more, which \`${command}\` lists`)}`,
	];
}

function formatAssumptions(server: ServerInfo): string[] {
	const { ledger, document } = server;
	const count = (status: string): number =>
		ledger.filter((entry) => entry.status === status).length;
	const refuted = ledger.filter(({ status }) => status === "refuted");
	const refusals = (document?.refused ?? []).map((each) =>
		pc.yellow(`  Not served: ${each}`),
	);
	if (document && ledger.length === 0)
		return [
			"  The document specifies everything: no response depends on an assumption.",
			...refusals,
		];
	const command = commandLine(`assumptions${urlOption(server)}`);
	return [
		...refusals,
		document
			? `  The document defines ${document.plans.length} methods and paths. What it does not specify depends`
			: `  The specification defines ${operationSpecs.length} methods and paths. Everything else depends`,
		`  on ${ledger.length} assumptions: ${pc.yellow(`${count("assumed")} unconfirmed`)}, ${pc.green(`${count("confirmed")} confirmed`)}, ${refuted.length > 0 ? pc.bold(pc.red(`${refuted.length} REFUTED`)) : "0 refuted"}.`,
		...refuted.map(({ id, assumes }) => pc.red(`  REFUTED ${id}: ${assumes}`)),
		`  ${pc.dim("The Mock-Assumptions header of each response lists the ones it depends on.")}`,
		`  ${pc.dim(`To see what they say, run \`${command}\`.`)}`,
	];
}

/**
 * Returns the text that the server prints when it is ready.
 * @param networkUrls the URLs for other machines
 */
export function formatBanner(
	server: ServerInfo,
	networkUrls: readonly string[] = listNetworkUrls(
		server.flags.host,
		server.url,
	),
): string {
	const { url, document } = server;
	const name = document
		? (valueAt(document.document, "info", "title") ?? "a service")
		: `the ${title}`;
	return [
		"",
		`  ${pc.bold("Understudy")} mocks ${name} at ${pc.cyan(url)}`,
		"",
		...align(listRows(server, networkUrls)).map(
			([label = "", value]) => `  ${pc.dim(label)}  ${value}`,
		),
		"",
		...formatOperations(server),
		"",
		...formatAssumptions(server),
		"",
		`  ${pc.dim("Press Ctrl+C to stop.")}`,
		"",
	].join("\n");
}
