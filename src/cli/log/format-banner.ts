import { networkInterfaces } from "node:os";
import { relative, resolve } from "node:path";
import pc from "picocolors";
import { findConfig } from "../../config/project-files.ts";
import { forwardsOperation } from "../../engine/forwarding/forwarder.ts";
import { operationSpecs, title } from "../../service/shipped-service.ts";
import { commandLine } from "../../values/command-line.ts";
import { valueAt } from "../../values/json.ts";
import { DEFAULT_FLAGS, isShared, storePath } from "../options/serve-flags.ts";
import { wrap } from "../terminal/layout.ts";
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
export function urlOption({
	url,
	flags,
	config,
}: Pick<ServerInfo, "url" | "flags" | "config">): string {
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

type Row = readonly [name: string, value: string];

const LABEL_WIDTH = 15;

/** The maximum width of a value, so that a row fits into 80 columns. */
const MAX_VALUE_WIDTH = 61;

/** Returns the names in as few rows as possible. */
function listNames(label: string, names: readonly string[]): Row[] {
	const words = names.map((name) => `${name},`);
	const lines = wrap(words, MAX_VALUE_WIDTH + 1);
	return lines.map((line, index) => [
		index === 0 ? label : "",
		index === lines.length - 1 ? line.slice(0, -1) : line,
	]);
}

function listConfigRows({ config, ledgerFile }: ServerInfo): Row[] {
	const ledger: Row[] =
		ledgerFile === undefined ? [] : [["ledger", ledgerFile]];
	if (!config) return ledger;
	const kinds = ["datasets", "scenarios", "handlers"] as const;
	return [
		["configuration", relative("", config.file)],
		...kinds.flatMap((kind) => listNames(`  ${kind}`, config.names[kind])),
		...ledger,
	];
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

function listStoreRows({
	flags,
	ignoredFlags,
	lostHeaders,
	unknownOperations,
}: ServerInfo): Row[] {
	// An address is shown without its user and password.
	const path = isShared(flags.store)
		? flags.store.replace(/\/\/.*@/, "//")
		: storePath(flags.store);
	if (path === undefined) return [];
	const notes = Object.entries(lostHeaders).map(
		([session, names]) =>
			`session ${session} forwards without ${names.join(", ")}: stores keep no values.`,
	);
	notes.push(...describeUnknownOperations(unknownOperations));
	if (ignoredFlags.length > 0)
		notes.unshift(
			`${ignoredFlags.join(" and ")} ignored: the store already has its sessions.`,
		);
	return [["store", path], ...notes.map((note): Row => ["", pc.yellow(note)])];
}

function listForwardRows({ flags, operations }: ServerInfo): Row[] {
	const { forward, forwardOnly: only, forwardExcept: except } = flags;
	if (forward === undefined) return [];
	const ids = operations
		.map(({ id }) => id)
		.filter((id) => forwardsOperation({ only, except }, id));
	return [
		["forwards", `to ${pc.cyan(forward)}, and checks each exchange`],
		...listNames("", ids.length > 0 ? ids : ["nothing"]),
		["", pc.dim("Service and mock do not share data.")],
	];
}

function listRows(server: ServerInfo, networkUrls: readonly string[]): Row[] {
	const { url, flags, document } = server;
	const isPrivate = networkUrls.length > 0 && flags.controlToken === undefined;
	const note = "Other machines can open the page only with --control-token.";
	return [
		["page", pc.cyan(`${url}/__mock/`)],
		["OpenAPI", pc.cyan(`${url}/__mock/openapi.json`)],
		...networkUrls.map((each): Row => ["network", pc.cyan(each)]),
		...(isPrivate ? [["", pc.dim(note)] as const] : []),
		...listConfigRows(server),
		...(document ? [["document", relative("", document.file)] as const] : []),
		["start", formatState(server)],
		...listStoreRows(server),
		...listForwardRows(server),
	];
}

/** The maximum number of listed operations, so that the URL stays on the screen. */
const MAX_OPERATIONS = 40;

function formatOperations({ operations, document }: ServerInfo): string[] {
	const shown = operations
		.slice(0, MAX_OPERATIONS)
		// Without an operationId, the id consists of method and path.
		.map(({ id, ...each }) => ({
			...each,
			id: id === `${each.method} ${each.path}` ? "" : id,
		}));
	const widthOf = (name: "method" | "path" | "id"): number =>
		Math.max(...shown.map((each) => each[name].length));
	const [methods, paths, ids] = [
		widthOf("method"),
		widthOf("path"),
		widthOf("id"),
	];
	const lines = shown.map(
		({ id, method, path, summary }) =>
			`  ${pc.bold(method.padEnd(methods))}  ${path.padEnd(paths)}  ${id.padEnd(ids)}  ${pc.dim(summary)}`,
	);
	const more = operations.length - shown.length;
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
	const command = commandLine(`assumptions${urlOption(server)}`);
	const refusals = (document?.refused ?? []).map((each) =>
		pc.yellow(`  Not served: ${each}`),
	);
	if (document && ledger.length === 0)
		return [
			"  The document specifies everything: no response depends on an assumption.",
			...refusals,
		];
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

const titleOf = ({ document }: ServerInfo): string =>
	document
		? String(valueAt(document.document, "info", "title") ?? "a service")
		: `the ${title}`;

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
	return [
		"",
		`  ${pc.bold("Understudy")} mocks ${titleOf(server)} at ${pc.cyan(server.url)}`,
		"",
		...listRows(server, networkUrls).map(
			([name, value]) => `  ${pc.dim(name.padEnd(LABEL_WIDTH))}${value}`,
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
