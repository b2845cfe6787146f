import { isContainer, mapValues } from "../values/json.ts";
import type {
	OutgoingRequest,
	PageNames,
	ProviderResponse,
} from "../verification/contract.ts";
import {
	type Container,
	createMutations,
	isSuccess,
	type Mutation,
	type Mutator,
	readContentType,
	readJson,
	readSentJson,
	withJson,
} from "./mutation.ts";

/**
 * Returns a query parameter or body property of the request, and the request without it. The value is undefined if
 * the request lacks it.
 */
function takeInput(
	request: OutgoingRequest,
	names: PageNames,
	name: string,
): { readonly value: unknown; readonly others: OutgoingRequest } {
	if (names.in === "query") {
		const [path = "", search] = request.path.split("?");
		const query = new URLSearchParams(search);
		const value = query.get(name) ?? undefined;
		query.delete(name);
		const rest = query.size > 0 ? `${path}?${query}` : path;
		return { value, others: { ...request, path: rest } };
	}
	const sent = readSentJson(request);
	const { [name]: value, ...rest } = isContainer(sent) ? sent : {};
	const { "content-length": _, ...headers } = request.headers ?? {};
	return { value, others: { ...request, headers, body: JSON.stringify(rest) } };
}

/** Creates a mutation that ignores one input of a request for a page. */
const ignoreInput = (
	kind: string,
	names: PageNames,
	name: string,
): Mutation => ({
	name: `${kind}: ${name}`,
	where: `request.${name}`,
	isSemantic: true,
	mutate({ request }, send) {
		const { value, others } = takeInput(request, names, name);
		return value === undefined ? undefined : send(others);
	},
});

/** Creates a mutation of one property of a page. Returns undefined if the mutation does not apply. */
const changePage = (
	name: string,
	property: string,
	change: (page: Container, request: OutgoingRequest) => unknown,
): Mutation => ({
	name,
	where: `$.${property}`,
	isSemantic: true,
	mutate({ request, response }) {
		const page = readJson(response);
		if (!isContainer(page)) return undefined;
		const value = change(page, request);
		return value === undefined
			? undefined
			: withJson(response, { ...page, [property]: value });
	},
});

export const mutatePage: Mutator = (exchange, { documented }) => {
	const names = documented.pages[exchange.target];
	if (!names || !isSuccess(exchange.response)) return [];
	const { items, nextCursor, cursor, limit, filters } = names;
	/** Changes pages with several items. With fewer items, a client could not tell the difference. */
	const changeItems = (
		name: string,
		change: (several: readonly unknown[]) => unknown[],
	): Mutation =>
		changePage(name, items, ({ [items]: several }) =>
			Array.isArray(several) && several.length > 1
				? change(several)
				: undefined,
		);
	const mutations = [
		ignoreInput("repeat the first page", names, cursor),
		...filters.map((name) => ignoreInput("ignore a filter", names, name)),
		ignoreInput("ignore the limit", names, limit),
		changeItems("reverse a page", (several) => several.toReversed()),
		changeItems("repeat an item of a page", ([first, ...rest]) => [
			first,
			...rest.with(-1, first),
		]),
		changeItems("remove the last item of a page", (several) =>
			several.slice(0, -1),
		),
		changePage("end after the first page", nextCursor, (page) =>
			page[nextCursor] ? null : undefined,
		),
		// A client that follows the cursor never reaches the end.
		changePage(
			"return the same cursor again",
			nextCursor,
			(_, request) => takeInput(request, names, cursor).value,
		),
	];
	// Only the mutations that apply to this exchange. Testing whether they apply must not call the provider.
	const send = () => Promise.resolve(exchange.response);
	return mutations.filter(({ mutate }) => mutate(exchange, send));
};

/** Creates mutations of a text that is not empty, by name. A change returns undefined if it does not apply. */
const changeText = (
	where: string,
	changes: Readonly<Record<string, (text: string) => string | undefined>>,
): Mutation[] =>
	createMutations(
		where,
		mapValues(changes, (change) => (response: ProviderResponse) => {
			const text = response.body.toString("utf8");
			const changed = text === "" ? undefined : change(text);
			return changed === undefined
				? undefined
				: { ...response, body: Buffer.from(changed) };
		}),
	);

export const truncateBody: Mutator = ({ response }) =>
	response.body.length === 0
		? []
		: changeText("$", {
				"truncate the body": (text) => text.slice(0, text.length / 2),
				"truncate the body: to nothing": () => "",
				"truncate the body: by its last character": (text) =>
					text.trimEnd().slice(0, -1),
			});

/** Creates mutations of the first matching line, or of every one if the pattern is global. */
const changeLines = (
	family: string,
	pattern: RegExp,
	changes: Readonly<Record<string, (line: string) => string>>,
): Mutation[] =>
	changeText(
		family,
		mapValues(changes, (change) => (text: string) => {
			const isFound = text.search(pattern) >= 0;
			return isFound ? text.replace(pattern, change) : undefined;
		}),
	);

/** A series with its labels, its value, and an optional time. */
const SAMPLE = /^([^\s{]+[ \t]*(?:\{.*\})?[ \t]*)([^\s{}]+)(.*)$/;

const setValue = (sample: string, value: string, time?: string): string =>
	sample.replace(
		SAMPLE,
		(_, series, __, rest) => `${series}${value}${time ?? rest}`,
	);

const swapType = (line: string): string =>
	line.replace(/\S+\s*$/, /gauge\s*$/.test(line) ? "counter" : "gauge");

function mutateFamily(family: string): Mutation[] {
	const sample = `^${family}(?:_bucket|_sum|_count)?[ \\t{].*`;
	const type = `^#[ \\t]*TYPE[ \\t]+${family}[ \\t].*`;
	const every = new RegExp(sample, "gm");
	const broken = "break one line of the metrics";
	const changed = "change the type of a metric family";
	return [
		...changeLines(family, new RegExp(sample, "m"), {
			[`${broken}: a value in words`]: (line) => setValue(line, "many"),
			[`${broken}: no value`]: (line) => setValue(line, "", ""),
			[`${broken}: a name with a hyphen`]: (line) =>
				line.replace(/^[a-z]+/i, "$&-"),
			[`${broken}: the same series again`]: (line) => `${line}\n${line}`,
		}),
		...changeLines(family, new RegExp(type, "m"), { [changed]: swapType }),
		...changeLines(family, new RegExp(`${type}\n`, "m"), {
			[`${changed}: to none`]: () => "",
		}),
		...changeLines(family, new RegExp(`(?:${sample}|${type})\n`, "gm"), {
			"remove a metric family": () => "",
		}),
		...changeText(family, {
			"set a metric family to 0": (text) =>
				text.replace(every, (line) => setValue(line, "0")),
		}).map((mutation) => ({ ...mutation, isSemantic: true })),
	];
}

export const mutateMetrics: Mutator = ({ response }, { documented }) =>
	readContentType(response).startsWith("text/plain") &&
	/^# TYPE\s/m.test(response.body.toString("utf8"))
		? documented.metricFamilies.flatMap(mutateFamily)
		: [];
