import type { OutgoingRequest, PageNames } from "../verification/contract.ts";
import {
	type Container,
	changeResponse,
	isContainer,
	isSuccess,
	type Mutation,
	type Mutator,
	readContentType,
	readJson,
	readSentJson,
	withJson,
} from "./mutation.ts";

/** Returns a query parameter or body property of the request, undefined if it has none, and the request without it. */
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
	return {
		value,
		others: { ...request, headers, body: JSON.stringify(rest) },
	};
}

/** Creates a mutation with which the provider ignores an input of a request for a page. */
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

/** Creates a mutation of one property of a page. The function returns undefined if the mutation does not apply. */
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
	/** Changes pages with several items: with fewer, a client could not tell the difference. */
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
	// Only the mutations that apply to this exchange. Trying them must not call the provider.
	const send = () => Promise.resolve(exchange.response);
	return mutations.filter(({ mutate }) => mutate(exchange, send));
};

type TextChange = (text: string) => string | undefined;

/** Creates mutations of a body that is not empty. */
const changeText = (
	where: string,
	changes: Readonly<Record<string, TextChange>>,
): Mutation[] =>
	Object.entries(changes).flatMap(([name, change]) =>
		changeResponse(where, {
			[name]: (response) => {
				const text = response.body.toString("utf8");
				const changed = text === "" ? undefined : change(text);
				return changed === undefined
					? undefined
					: { ...response, body: Buffer.from(changed) };
			},
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

/** A series with its labels, its value, and an optional time. */
const SAMPLE = /^([^\s{]+[ \t]*(?:\{.*\})?[ \t]*)([^\s{}]+)(.*)$/;

const setValue = (sample: string, value: string, time?: string): string =>
	sample.replace(
		SAMPLE,
		(_, series, __, rest) => `${series}${value}${time ?? rest}`,
	);

function mutateFamily(family: string): Mutation[] {
	const sample = `^${family}(?:_bucket|_sum|_count)?[ \\t{].*`;
	const type = `^#[ \\t]*TYPE[ \\t]+${family}[ \\t].*`;
	/** Replaces the first matching line, or each one if the flags are global. */
	const rewrite =
		(
			lines: string,
			change: (line: string) => string,
			flags = "m",
		): TextChange =>
		(text) => {
			const pattern = new RegExp(lines, flags);
			return text.search(pattern) < 0
				? undefined
				: text.replace(pattern, change);
		};
	const kind = "break one line of the metrics";
	const changes = changeText(family, {
		[`${kind}: a value in words`]: rewrite(sample, (line) =>
			setValue(line, "many"),
		),
		[`${kind}: no value`]: rewrite(sample, (line) => setValue(line, "", "")),
		[`${kind}: a name with a hyphen`]: rewrite(sample, (line) =>
			line.replace(/^[a-z]+/i, "$&-"),
		),
		[`${kind}: the same series again`]: rewrite(
			sample,
			(line) => `${line}\n${line}`,
		),
		"change the type of a metric family": rewrite(type, (line) =>
			line.replace(/\S+\s*$/, /gauge\s*$/.test(line) ? "counter" : "gauge"),
		),
		"change the type of a metric family: to none": rewrite(
			`${type}\n`,
			() => "",
		),
		"remove a metric family": rewrite(
			`(?:${sample}|${type})\n`,
			() => "",
			"gm",
		),
	});
	const semantic = changeText(family, {
		"set a metric family to 0": (text) =>
			text.replace(new RegExp(sample, "gm"), (line) => setValue(line, "0")),
	});
	return [
		...changes,
		...semantic.map((each) => ({ ...each, isSemantic: true })),
	];
}

export const mutateMetrics: Mutator = ({ response }, { documented }) =>
	readContentType(response).startsWith("text/plain") &&
	/^# TYPE\s/m.test(response.body.toString("utf8"))
		? documented.metricFamilies.flatMap(mutateFamily)
		: [];
