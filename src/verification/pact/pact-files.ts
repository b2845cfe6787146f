import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorMessage } from "../../values/errors.ts";
import { showUrl } from "../../values/http.ts";
import { isObject, type Values } from "../../values/json.ts";
import type { Check } from "../contract.ts";
import { VerificationError } from "../errors.ts";

export type JsonObject = Values;

/** Returns the value if it is an object, and otherwise an empty object. */
export const toObject = (value: unknown): JsonObject =>
	isObject(value) ? value : {};

/** Returns the objects of an array property, or an empty array if the property is not an array. */
export const objectsAt = (value: JsonObject, name: string): JsonObject[] => {
	const found = value[name];
	return Array.isArray(found) ? found.filter(isObject) : [];
};

/** Returns a string property, or the default if the property is not a string. */
export const textAt = (
	value: JsonObject,
	name: string,
	defaultText = "",
): string => {
	const found = value[name];
	return typeof found === "string" ? found : defaultText;
};

/** The name that replaces `Location` for Pact's verifier, in a redirect and in the expecting interaction. */
const NAME = "understudy-redirect-location";

/** Whether Pact's verifier would silently follow the `Location` of a response with this status. */
export const isRedirect = (status: number): boolean =>
	status >= 300 && status < 400;

/** Renames the header, and its path in the matching rules of Pact 2. */
export const hideLocation = (key: string): string =>
	key.replace(/^(\$\.headers?\W+)?location\b/i, `$1${NAME}`);

function renameKeys(value: unknown): unknown {
	if (!isObject(value)) return value;
	const entries = Object.entries(value);
	return Object.fromEntries(
		entries.map(([key, each]) => [hideLocation(key), renameKeys(each)]),
	);
}

/** Renames the header in the response that an interaction expects. */
const hideExpectedLocation = ({
	headers,
	matchingRules,
	...response
}: JsonObject): JsonObject => ({
	...response,
	...toObject(renameKeys({ headers, matchingRules })),
});

/** Returns the text of Pact with the original name of the header. */
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
	/**
	 * Also unique, because Pact reports results by description, and a pact may repeat a description with another state.
	 */
	readonly name: string;
	readonly states: readonly ProviderState[];
	/** The interaction as JSON, with the name as description, a header with the tag, and `Location` renamed. */
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

export const isUrl = (source: string): boolean => /^https?:/i.test(source);

/** A file, a folder or a URL of pacts, or the JSON of a pact. */
export type PactSource = string | JsonObject;

/** Returns a file, or a URL for messages. */
export const showSource = (source: PactSource): string =>
	typeof source !== "string"
		? "the contract"
		: isUrl(source)
			? showUrl(source)
			: source;

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

async function listFiles(source: PactSource): Promise<PactSource[]> {
	if (
		typeof source !== "string" ||
		isUrl(source) ||
		!(await stat(source)).isDirectory()
	)
		return [source];
	const names = await readdir(source);
	return names
		.filter((name) => name.endsWith(".json"))
		.sort()
		.map((name) => join(source, name));
}

const rejectUnreadable =
	(source: PactSource) =>
	(error: unknown): never => {
		const reason = errorMessage(error).replaceAll(
			String(source),
			showSource(source),
		);
		throw new VerificationError(
			`Cannot read the pact ${showSource(source)}: ${reason}. Pass a file, a folder or a URL with --pact.`,
		);
	};

/**
 * Reads the pacts of files, folders and URLs.
 * @param consumer the name of our consumer; pacts of other consumers are external
 * @throws VerificationError if a file cannot be read or is not a pact
 */
export async function readPacts(
	sources: readonly PactSource[],
	consumer: string,
): Promise<Pact[]> {
	let tag = 0;
	async function readPact(source: PactSource): Promise<Pact> {
		const raw =
			typeof source === "string"
				? await readJson(source).catch(rejectUnreadable(source))
				: source;
		if (!isObject(raw) || !Array.isArray(raw.interactions))
			throw new VerificationError(
				`${showSource(source)} is no pact: it has no interactions. Pass a file that Pact wrote.`,
			);
		const external = textAt(toObject(raw.consumer), "name") !== consumer;
		const interactions = objectsAt(raw, "interactions").map((each) => {
			const type = textAt(each, "type", "Synchronous/HTTP");
			if (type !== "Synchronous/HTTP")
				throw new VerificationError(
					`${showSource(source)} has an interaction of type ${type}, and only HTTP can be verified. Remove the interaction.`,
				);
			tag += 1;
			return readInteraction(each, tag, external);
		});
		const provider = textAt(toObject(raw.provider), "name", "provider");
		return { external, provider, raw, interactions };
	}
	const pacts: Pact[] = [];
	for (const source of sources) {
		const files = await listFiles(source).catch(rejectUnreadable(source));
		for (const file of files) pacts.push(await readPact(file));
	}
	return pacts;
}
