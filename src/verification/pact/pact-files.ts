import {
	mkdtemp,
	readdir,
	readFile,
	rm,
	stat,
	writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isObject } from "../../values/is-object.ts";
import { VerificationError } from "../verification-error.ts";

/** Names the interaction to the proxy, which takes it off again. */
export const TAG_HEADER = "x-understudy-interaction";

export interface PactInteraction {
	/** Where it stands among all interactions of the run. */
	readonly tag: number;
	readonly description: string;
	readonly pending: boolean;
	/** Ids of the ledger that it says it rests on; none for a pact that is not ours. */
	readonly assumptions: readonly string[];
	readonly method: string;
	readonly path: string;
	/** The status it expects. */
	readonly status: number;
	readonly states: readonly {
		readonly name: string;
		readonly params: Readonly<Record<string, unknown>>;
	}[];
	/** As it stands in the file. */
	readonly raw: Readonly<Record<string, unknown>>;
}

export interface Pact {
	readonly source: string;
	readonly external: boolean;
	readonly raw: Readonly<Record<string, unknown>>;
	readonly interactions: readonly PactInteraction[];
}

const FETCH_TIMEOUT_MS = 10_000;

type Json = Readonly<Record<string, unknown>>;

const objectAt = (value: Json, member: string): Json => {
	const found = value[member];
	return isObject(found) ? found : {};
};
const textAt = (value: Json, member: string): string =>
	typeof value[member] === "string" ? value[member] : "";

function readStates(raw: Json): PactInteraction["states"] {
	// Before version 3 an interaction has one state, as a text.
	if (typeof raw.providerState === "string")
		return [{ name: raw.providerState, params: {} }];
	const states = Array.isArray(raw.providerStates)
		? raw.providerStates.filter(isObject)
		: [];
	return states.map((state) => ({
		name: textAt(state, "name"),
		params: objectAt(state, "params"),
	}));
}

function readInteraction(
	raw: Json,
	source: string,
	tag: number,
): PactInteraction {
	const type = textAt(raw, "type");
	if (type !== "" && type !== "Synchronous/HTTP")
		throw new VerificationError(
			`${source} has an interaction of the type ${type}, and only HTTP can be verified. Leave it out.`,
		);
	const { method = "GET", path = "/" } = objectAt(raw, "request");
	const assumptions = textAt(objectAt(raw, "comments"), "assumptions");
	return {
		tag,
		description: textAt(raw, "description"),
		pending: raw.pending === true,
		assumptions: assumptions === "" ? [] : assumptions.split(", "),
		method: String(method).toUpperCase(),
		path: String(path),
		status: Number(objectAt(raw, "response").status ?? 200),
		states: readStates(raw),
		raw,
	};
}

async function readText(source: string): Promise<string> {
	if (/^https?:\/\//.test(source)) {
		const response = await fetch(source, {
			headers: { accept: "application/json" },
			signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
		});
		if (!response.ok) throw new Error(`it answered ${response.status}`);
		return response.text();
	}
	return readFile(source, "utf8");
}

async function filesOf(source: string): Promise<string[]> {
	if (/^https?:\/\//.test(source) || !(await stat(source)).isDirectory())
		return [source];
	const names = (await readdir(source))
		.filter((name) => name.endsWith(".json"))
		.sort();
	return names.map((name) => join(source, name));
}

/**
 * Reads the pacts of files, folders and addresses.
 * @param consumer whose pacts are ours; those of others are external
 * @throws VerificationError where one cannot be read, is no pact, or has no interaction
 */
export async function readPacts(
	sources: readonly string[],
	consumer: string,
): Promise<Pact[]> {
	let tag = 0;
	const pacts: Pact[] = [];
	for (const given of sources)
		for (const source of await filesOf(given).catch((error: Error) =>
			Promise.reject(cannotRead(given, error)),
		)) {
			const raw: unknown = await readText(source)
				.then((text) => JSON.parse(text))
				.catch((error: Error) => Promise.reject(cannotRead(source, error)));
			const list = isObject(raw) ? raw.interactions : undefined;
			if (!isObject(raw) || !Array.isArray(list))
				throw new VerificationError(
					`${source} is no pact: it has no interactions. Pass a file that Pact wrote.`,
				);
			const interactions = list.filter(isObject).map((each) => {
				tag += 1;
				return readInteraction(each, source, tag);
			});
			const external = textAt(objectAt(raw, "consumer"), "name") !== consumer;
			pacts.push({ source, external, raw, interactions });
		}
	if (tag === 0)
		throw new VerificationError(
			`There is nothing to verify: no interaction in ${sources.join(", ")}.`,
		);
	return pacts;
}

const cannotRead = (source: string, { message }: Error): VerificationError =>
	new VerificationError(
		`The pact ${source} cannot be read: ${message}. Pass a file, a folder or an address with --pact.`,
	);

/** Pact tells results by description alone, which a pact may use again with another state. */
export const taggedDescription = ({
	description,
	tag,
}: PactInteraction): string => `${description} #${tag}`;

function tagged(interaction: PactInteraction): Json {
	const { raw, tag } = interaction;
	const request = objectAt(raw, "request");
	const headers = { ...objectAt(request, "headers"), [TAG_HEADER]: `${tag}` };
	const description = taggedDescription(interaction);
	return { ...raw, description, request: { ...request, headers } };
}

/** The interactions as a pact of their own, in a file that is gone when disposed of. */
export async function writeTagged(
	pact: Pact,
	interactions: readonly PactInteraction[],
): Promise<AsyncDisposable & { readonly file: string }> {
	const folder = await mkdtemp(join(tmpdir(), "understudy-verify-"));
	const file = join(folder, "pact.json");
	await writeFile(
		file,
		JSON.stringify({ ...pact.raw, interactions: interactions.map(tagged) }),
	);
	return {
		file,
		[Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
	};
}
