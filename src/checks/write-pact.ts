import {
	chooseMediaType,
	isForm,
	writeBody,
} from "../document/write-request.ts";
import { filterEntries, isObject, type Values } from "../values/json.ts";
import type { Interaction } from "./interaction.ts";
import { EachLike, Matcher, matchMediaType, pathFromState } from "./matcher.ts";

/** The rules and generators of a part of a message, by JSONPath. */
interface Written {
	readonly rules: Record<string, object>;
	readonly generators: Record<string, object>;
}

/** Returns the example of a value. Matchers are replaced by their examples. */
export const toExample = (value: unknown): unknown =>
	writeValue(value, "$", { rules: {}, generators: {} });

const step = (name: string): string =>
	/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name}']`;

/** Returns the example of a value, and adds its rules to `written`. */
function writeValue(value: unknown, path: string, written: Written): unknown {
	if (value instanceof Matcher) {
		const { example, rules, generator } = value;
		written.rules[path] = { combine: "AND", matchers: rules };
		if (generator) written.generators[path] = generator;
		return example;
	}
	if (value instanceof EachLike) {
		const { template, count } = value;
		written.rules[path] = {
			combine: "AND",
			matchers: [{ match: "type", ...count }],
		};
		const item = writeValue(template, `${path}[*]`, written);
		return Array(count.min).fill(item);
	}
	if (Array.isArray(value))
		return value.map((each, index) =>
			writeValue(each, `${path}[${index}]`, written),
		);
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([, each]) => each !== undefined)
			.map(([name, each]) => [
				name,
				writeValue(each, `${path}${step(name)}`, written),
			]),
	);
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** Returns the entries that are not empty. */
const present = (parts: Values): Values =>
	filterEntries(
		parts,
		(_, each) => each !== undefined && !(isObject(each) && isEmpty(each)),
	);

const JSON_TYPE = "application/json";

function writeRequest({ operation, query, body, path }: Interaction): Values {
	const { method } = operation;
	const isTemplate = path !== operation.path;
	const mediaType = chooseMediaType(operation.bodies, body);
	const inBody: Written = { rules: {}, generators: {} };
	const inQuery: Written = { rules: {}, generators: {} };
	const values = Object.entries(query ?? {}).map(([name, value]) => [
		name,
		[value].flat().map((each) => String(writeValue(each, name, inQuery))),
	]);
	const content = writeValue(body, "$", inBody);
	return {
		method,
		path,
		...present({ query: Object.fromEntries(values) }),
		...(body !== undefined && {
			headers: { "Content-Type": [mediaType] },
			body: {
				content: isForm(mediaType)
					? writeBody(mediaType, content).body
					: content,
				contentType: mediaType,
				encoded: false,
			},
		}),
		...present({
			matchingRules: present({ body: inBody.rules, query: inQuery.rules }),
			generators: present({
				...(isTemplate && { path: pathFromState(operation.path) }),
				body: inBody.generators,
				query: inQuery.generators,
			}),
		}),
	};
}

function writeResponseBody({ json, text, mediaType = JSON_TYPE }: Interaction) {
	const written: Written = { rules: {}, generators: {} };
	if (json !== undefined) {
		const content = writeValue(json, "$", written);
		return {
			body: { content, contentType: JSON_TYPE, encoded: false },
			rules: written.rules,
		};
	}
	if (text === undefined) return { body: undefined, rules: {} };
	// If the parameters of the media type were included, no response would match.
	const [contentType = ""] = mediaType.split(/ *;/);
	const matchers = [
		{ match: "contentType", value: contentType },
		...text.includes.map((value) => ({ match: "include", value })),
	];
	return {
		body: { content: text.example, contentType, encoded: false },
		rules: { $: { combine: "AND", matchers } },
	};
}

function writeResponse(interaction: Interaction): Values {
	const { operation, status = operation.success, mediaType } = interaction;
	const { body, rules } = writeResponseBody(interaction);
	const header =
		mediaType === undefined ? undefined : matchMediaType(mediaType);
	const isAnyError = status === "clientError";
	const isAnySuccess =
		status === operation.success &&
		Object.keys(operation.responses).some(
			(each) => each.startsWith("2") && each !== `${status}`,
		);
	const anyOf = isAnyError
		? "clientError"
		: isAnySuccess
			? "success"
			: undefined;
	return {
		status: isAnyError ? (operation.problems.invalid ?? 400) : status,
		...(header && { headers: { "Content-Type": [header.example] } }),
		...(body && { body }),
		...present({
			matchingRules: present({
				body: rules,
				...(header && {
					header: {
						"Content-Type": { combine: "AND", matchers: header.rules },
					},
				}),
				...(anyOf && {
					status: {
						$: {
							combine: "AND",
							matchers: [{ match: "statusCode", status: anyOf }],
						},
					},
				}),
			}),
		}),
	};
}

function writeInteraction(
	interaction: Interaction,
	confirmed: ReadonlySet<string>,
): Values {
	const { description, operation, assumptions, given } = interaction;
	const { section } = interaction;
	return {
		type: "Synchronous/HTTP",
		description,
		pending: !assumptions.every((id) => confirmed.has(id)),
		...present({
			comments: present({
				assumptions: assumptions.join(", ") || undefined,
				...(section !== undefined && {
					references: {
						specification: {
							[`section ${section}`]: `${operation.method} ${operation.path}`,
						},
					},
				}),
			}),
		}),
		...(given && {
			providerStates: [
				{ name: given.state, ...present({ params: given.params }) },
			],
		}),
		request: writeRequest(interaction),
		response: writeResponse(interaction),
	};
}

/**
 * Writes the pact of a consumer, version 4. Equal interactions produce an equal pact.
 * @param confirmed the assumptions that a service was seen to meet. An interaction that depends on another assumption
 * is pending.
 * @throws Error if two interactions have the same description, because Pact would silently keep only the later one
 */
export function writePact(
	interactions: readonly Interaction[],
	confirmed: ReadonlySet<string>,
	{ consumer, provider }: { consumer: string; provider: string },
): Values {
	const descriptions = interactions.map(({ description }) => description);
	const repeated = descriptions.find(
		(each, index) => descriptions.indexOf(each) !== index,
	);
	if (repeated)
		throw new Error(
			`Two interactions have the description "${repeated}". Change one of them.`,
		);
	return {
		consumer: { name: consumer },
		provider: { name: provider },
		interactions: interactions.map((each) => writeInteraction(each, confirmed)),
		metadata: { pactSpecification: { version: "4.0" } },
	};
}
