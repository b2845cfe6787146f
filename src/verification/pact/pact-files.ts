import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorMessage } from "../../values/errors.ts";
import { isObject } from "../../values/json.ts";
import type { Check } from "../contract.ts";
import { VerificationError } from "../errors.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the value if it is an object, and otherwise an empty object. */
export const toObject = (value: unknown): JsonObject =>
	isObject(value) ? value : {};

/** Returns the objects of an array property, and none if the property is no array. */
export const objectsAt = (value: JsonObject, name: string): JsonObject[] => {
	const found = value[name];
	return Array.isArray(found) ? found.filter(isObject) : [];
};

/** Returns a string property, or the default if the property is no string. */
export const textAt = (
	value: JsonObject,
	name: string,
	defaultText = "",
): string => {
	const found = value[name];
	return typeof found === "string" ? found : defaultText;
};

/** The name of `Location` for Pact's verifier, both in a redirect and in the interaction that expects one. */
const NAME = "understudy-redirect-location";

/** Whether Pact's verifier would silently follow the `Location` of a response with this status. */
export const isRedirect = (status: number): boolean =>
	status >= 300 && status < 400;

/** Renames the keys that stand for the header: its name, and its path in the matching rules of Pact 2. */
const renameKeys = <T>(
	values: Readonly<Record<string, T>>,
): Record<string, T> =>
	Object.fromEntries(
		Object.entries(values).map(([key, value]) => [
			key.replace(/^(\$\.headers?\W+)?location\b/i, `$1${NAME}`),
			value,
		]),
	);

/** Renames the header in a redirect. */
export const hideLocation: (
	headers: Readonly<Record<string, string>>,
) => Record<string, string> = renameKeys;

/** Renames the header in the response that an interaction expects. */
function hideExpectedLocation(response: JsonObject): JsonObject {
	const { headers, matchingRules } = response;
	const rules = renameKeys(toObject(matchingRules));
	return {
		...response,
		...(headers !== undefined && { headers: renameKeys(toObject(headers)) }),
		...(matchingRules !== undefined && {
			matchingRules: {
				...rules,
				...(rules.header !== undefined && {
					header: renameKeys(toObject(rules.header)),
				}),
			},
		}),
	};
}

/** Returns what Pact reports, with the name of the header. */
export const showLocation = (text: string): string =>
	text.replaceAll(NAME, "location");

/** Identifies the interaction to the proxy, which removes the header. */
export const TAG_HEADER = "x-understudy-interaction";

export interface ProviderState {
	readonly name: string;
	readonly params: JsonObject;
}

export interface PactInteraction extends Check {
	/** Unique among all interactions of the run. */
	readonly tag: number;
	/** Unique too: Pact reports results by description, and a pact may repeat a description with another state. */
	readonly name: string;
	readonly states: readonly ProviderState[];
	/** The JSON of the interaction in its file, with the name as description, a header with the tag, and `Location` renamed. */
	readonly json: JsonObject;
}

export interface Pact {
	/** Whether the pact belongs to another consumer. */
	readonly external: boolean;
	readonly provider: string;
	/** The JSON of the file. */
	readonly raw: JsonObject;
	readonly interactions: readonly PactInteraction[];
}

const FETCH_TIMEOUT_MS = 10_000;

const isUrl = (source: string): boolean => /^https?:\/\//.test(source);

function readStates(raw: JsonObject): ProviderState[] {
	// Up to version 2 of Pact, an interaction has a single state, which is a string.
	if (typeof raw.providerState === "string")
		return [{ name: raw.providerState, params: {} }];
	return objectsAt(raw, "providerStates").map((state) => ({
		name: textAt(state, "name"),
		params: toObject(state.params),
	}));
}

function readInteraction(
	raw: JsonObject,
	tag: number,
	external: boolean,
): PactInteraction {
	const description = textAt(raw, "description");
	const name = `${description} #${tag}`;
	const assumptions = textAt(toObject(raw.comments), "assumptions");
	const request = toObject(raw.request);
	const headers = { ...toObject(request.headers), [TAG_HEADER]: `${tag}` };
	const response = toObject(raw.response);
	const status = Number(response.status ?? 200);
	return {
		tag,
		name,
		external,
		description,
		assumptions: assumptions.split(", ").filter(Boolean),
		status,
		states: readStates(raw),
		json: {
			...raw,
			description: name,
			request: { ...request, headers },
			response: isRedirect(status) ? hideExpectedLocation(response) : response,
		},
	};
}

async function readJson(source: string): Promise<unknown> {
	if (!isUrl(source)) return JSON.parse(await readFile(source, "utf8"));
	const response = await fetch(source, {
		headers: { accept: "application/json" },
		signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
	});
	if (!response.ok) throw new Error(`it responded with ${response.status}`);
	return response.json();
}

async function listFiles(source: string): Promise<string[]> {
	if (isUrl(source) || !(await stat(source)).isDirectory()) return [source];
	const names = await readdir(source);
	return names
		.filter((name) => name.endsWith(".json"))
		.sort()
		.map((name) => join(source, name));
}

const rejectUnreadable =
	(source: string) =>
	(error: unknown): never => {
		throw new VerificationError(
			`Cannot read the pact ${source}: ${errorMessage(error)}. Pass a file, a folder or a URL with --pact.`,
		);
	};

/**
 * Reads the pacts of files, folders and URLs.
 * @param consumer whose pacts are ours; pacts of other consumers are external
 * @throws VerificationError if a file cannot be read or is no pact, or if there is no interaction at all
 */
export async function readPacts(
	sources: readonly string[],
	consumer: string,
): Promise<Pact[]> {
	let tag = 0;
	const pacts: Pact[] = [];
	for (const given of sources)
		for (const source of await listFiles(given).catch(
			rejectUnreadable(given),
		)) {
			const raw = await readJson(source).catch(rejectUnreadable(source));
			if (!isObject(raw) || !Array.isArray(raw.interactions))
				throw new VerificationError(
					`${source} is no pact: it has no interactions. Pass a file that Pact wrote.`,
				);
			const external = textAt(toObject(raw.consumer), "name") !== consumer;
			const interactions = objectsAt(raw, "interactions").map((each) => {
				const type = textAt(each, "type", "Synchronous/HTTP");
				if (type !== "Synchronous/HTTP")
					throw new VerificationError(
						`${source} has an interaction of type ${type}, and only HTTP can be verified. Remove the interaction.`,
					);
				tag += 1;
				return readInteraction(each, tag, external);
			});
			const provider = textAt(toObject(raw.provider), "name", "provider");
			pacts.push({ external, provider, raw, interactions });
		}
	if (tag === 0)
		throw new VerificationError(
			`There is nothing to verify: no interaction in ${sources.join(", ")}. Pass another --pact.`,
		);
	return pacts;
}
