import { isDeepStrictEqual } from "node:util";
import { createMismatch } from "../../document/judgment/blame.ts";
import { isObject, type Texts, tryParseJson } from "../../values/json.ts";
import type { Mismatch } from "../contract.ts";
import { NoResponseError, VerificationError } from "../errors.ts";
import { type CheckResult, isSelected, judge } from "../judge.ts";
import { createExchanges } from "../operations.ts";
import type { VerificationContext } from "../verify-options.ts";
import {
	type JsonObject,
	objectsAt,
	type Pact,
	type PactInteraction,
	showLocation,
	textAt,
	toObject,
} from "./pact-files.ts";
import { createStateHandler, startStateServer } from "./provider-states.ts";
import { startPactVerifier } from "./start-pact-verifier.ts";
import { listenOnLoopback, startProxy } from "./start-proxy.ts";

const toText = (value: unknown): string =>
	typeof value === "string" ? value : (JSON.stringify(value) ?? "");

function parseNames(value: unknown): string[] {
	const names = tryParseJson(toText(value));
	return Array.isArray(names) ? names.map(String) : [];
}

/** Compares an expected item with one of an array that does not contain it. */
function compareItem(
	where: string,
	expected: unknown,
	actual: unknown,
): Mismatch[] {
	if (isObject(expected))
		return Object.entries(expected).flatMap(([name, each]) =>
			compareItem(`${where}.${name}`, each, Object(actual)[name]),
		);
	const found = JSON.stringify(actual) ?? "missing";
	return [createMismatch(where, JSON.stringify(expected), found)];
}

function readMismatch(reported: JsonObject): Mismatch[] {
	const type = textAt(reported, "type");
	const message = textAt(reported, "mismatch", type);
	const path = textAt(reported, "path", "$");
	// Pact reports all missing properties of an object together, at the path of the object.
	if (message.startsWith("Actual map is missing")) {
		const present = parseNames(reported.actual);
		return parseNames(reported.expected)
			.filter((name) => !present.includes(name))
			.map((name) => ({
				where: `${path}.${name}`,
				expected: "to be present",
				actual: "missing",
				message: `${path}.${name} is missing`,
			}));
	}
	if (message.startsWith("Variant at index 0 ")) {
		const wanted = tryParseJson(toText(reported.expected));
		const [item] = [tryParseJson(toText(reported.actual))].flat();
		return compareItem(`${path}[0]`, wanted, tryParseJson(toText(item)));
	}
	const places: Texts = {
		StatusMismatch: "status",
		HeaderMismatch: `header ${textAt(reported, "key").toLowerCase()}`,
		BodyTypeMismatch: "header content-type",
	};
	const where = places[type] ?? path;
	// If only the class of the status matters, Pact reports an example of the class as the expected status.
	const [, rule] = (where === "status" && /to be a (.+)$/.exec(message)) || [];
	const expected = rule ? `a ${rule}` : toText(reported.expected);
	const isMissing =
		type === "HeaderMismatch" && / but was missing$/.test(message);
	const actual = isMissing ? "missing" : toText(reported.actual);
	return [{ where, expected, actual, message }];
}

function readFailure(failure: JsonObject): Mismatch[] {
	const reason = toObject(failure.mismatch);
	const message = textAt(reason, "message", "could not be run");
	if (!Array.isArray(reason.mismatches))
		return [
			{ where: "status", expected: "a response", actual: "none", message },
		];
	// Pact repeats a mismatch that several matching rules find.
	const unique = new Map(
		objectsAt(reason, "mismatches")
			.flatMap(readMismatch)
			.map((each) => [`${each.where}\n${each.message}`, each]),
	);
	return [...unique.values()];
}

/**
 * Returns the mismatches of each failed interaction, by description.
 * @param json the results of Pact's verifier
 * @param descriptions the interactions of the verified pact
 * @throws VerificationError if the results contain other interactions
 */
export function readPactResults(
	json: string,
	descriptions: readonly string[],
): ReadonlyMap<string, readonly Mismatch[]> {
	const report = toObject(tryParseJson(json));
	const verified = new Set(
		objectsAt(report, "interactionResults").map((each) =>
			textAt(each, "description"),
		),
	);
	if (!isDeepStrictEqual(verified, new Set(descriptions)))
		throw new VerificationError(
			`Pact's verifier reported ${verified.size} interactions instead of ${descriptions.length}. See --log debug.`,
		);
	const results = new Map<string, readonly Mismatch[]>();
	for (const failure of [
		...objectsAt(report, "errors"),
		...objectsAt(report, "pendingErrors"),
	]) {
		// Pact puts the names of the parties and states before the description. All of them may contain " - ".
		const interaction = textAt(failure, "interaction");
		const [description] = descriptions
			.filter((each) => interaction.endsWith(` - ${each}`))
			.sort((a, b) => b.length - a.length);
		if (description === undefined)
			throw new VerificationError(
				`Pact's verifier reported an unknown interaction: ${interaction}. See --log debug.`,
			);
		results.set(description, readFailure(failure));
	}
	return results;
}

const MAX_TIMEOUT_MS = 86_400_000;

/** Used for unknown tags. Pact sends no request without the tag of an interaction. */
const UNKNOWN = { description: "", status: 200 };

/** Starts a server that serves the pact with only these interactions. */
const servePact = ({ raw }: Pact, interactions: readonly PactInteraction[]) =>
	listenOnLoopback((_, response) => {
		const selected = interactions.map(({ json }) => json);
		response
			.writeHead(200, { "content-type": "application/json" })
			.end(JSON.stringify({ ...raw, interactions: selected }));
	});

/** Runs the selected interactions of a pact with Pact's verifier. */
export async function verifyPact(
	context: VerificationContext,
	pact: Pact,
): Promise<CheckResult[]> {
	const { contract, observer, timeoutMs } = context;
	const interactions = pact.interactions.filter((each) =>
		isSelected(context, each),
	);
	if (interactions.length === 0) return [];

	const startTimes: number[] = [];
	const countStarted = () => Math.min(startTimes.length, interactions.length);
	const current = (): string =>
		interactions[countStarted() - 1]?.description ?? "";
	const onSetup = (): void => {
		// Pact runs the interactions in the order of the file, and sets up a state before each.
		startTimes.push(performance.now());
		context.onCheck?.(current());
		context.onProgress?.(
			`interaction ${countStarted()} of ${interactions.length}`,
		);
	};
	const handler = await createStateHandler(
		context.states,
		contract.states,
		() => createExchanges(contract, observer.arrangeFor(current())).call,
		timeoutMs,
	);
	await using proxy = await startProxy((request, tag) => {
		const interaction = interactions.find((each) => each.tag === tag);
		return observer.sendFor(interaction ?? UNKNOWN)(request);
	});
	await using states = await startStateServer(handler, onSetup);
	await using server = await servePact(pact, interactions);
	const verifier = context.verifier ?? startPactVerifier(context.onPactOutput);
	await using _own = context.verifier ? null : verifier;
	const json = await verifier.verify(
		{
			providerBaseUrl: proxy.url,
			providerStatesSetupUrl: states.url,
			providerStatesSetupBody: true,
			providerStatesSetupTeardown: true,
			provider: pact.provider,
			pactUrls: [server.url],
			// The proxy limits and repeats each exchange. The deadline of the run limits the verifier.
			timeout: MAX_TIMEOUT_MS,
			logLevel: context.onPactOutput ? "debug" : "error",
		},
		context.signal,
	);
	startTimes.push(performance.now());
	const names = interactions.map(({ name }) => name);
	const results = readPactResults(showLocation(json), names);

	return interactions.map((interaction, index) => {
		const { tag, name } = interaction;
		const failure = interaction.states.map(states.findFailure).find(Boolean);
		const exchange = proxy.exchanges.get(tag);
		const outcome =
			exchange instanceof NoResponseError
				? exchange
				: { mismatches: results.get(name) ?? [], status: exchange?.status };
		const [start = 0, end = start] = startTimes.slice(index);
		return judge(context, interaction, failure ?? outcome, end - start);
	});
}
