import { isDeepStrictEqual } from "node:util";
import { tryParseJson } from "../../values/json.ts";
import type { Mismatch } from "../contract.ts";
import { VerificationError } from "../errors.ts";
import { type JsonObject, objectsAt, textAt, toObject } from "./pact-json.ts";

const toText = (value: unknown): string =>
	typeof value === "string" ? value : (JSON.stringify(value) ?? "");

function parseNames(value: unknown): string[] {
	const names = tryParseJson(toText(value));
	return Array.isArray(names) ? names.map(String) : [];
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
	const places: Readonly<Record<string, string>> = {
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
 * Returns the mismatches of each interaction, by its description.
 * @param json the results of Pact's verifier
 * @param descriptions the interactions of the verified pact
 * @throws VerificationError if the results are of other interactions
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
	const results = new Map<string, readonly Mismatch[]>(
		descriptions.map((description) => [description, []]),
	);
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
