import type { Mismatch } from "../contract.ts";

/** A mismatch as Pact's verifier tells it. */
interface PactMismatch {
	readonly type: string;
	readonly mismatch?: string;
	readonly path?: string;
	readonly key?: string;
	readonly expected?: unknown;
	readonly actual?: unknown;
}

const asText = (value: unknown): string =>
	typeof value === "string" ? value : (JSON.stringify(value) ?? "");

function keysOf(value: unknown): string[] {
	try {
		const keys: unknown = JSON.parse(asText(value));
		return Array.isArray(keys) ? keys.map(String) : [];
	} catch {
		return [];
	}
}

function readOne({
	type,
	mismatch = type,
	path = "$",
	key = "",
	expected,
	actual,
}: PactMismatch): Mismatch[] {
	const told = {
		expected: asText(expected),
		actual: asText(actual),
		message: mismatch,
	};
	if (type === "StatusMismatch") {
		// Where only the class of the status matters, Pact gives an example of it as what it expected.
		const [, rule] = /to be a (.+)$/.exec(mismatch) ?? [];
		return [
			{ where: "status", ...told, ...(rule && { expected: `a ${rule}` }) },
		];
	}
	if (type === "HeaderMismatch")
		return [{ where: `header ${key.toLowerCase()}`, ...told }];
	if (type === "BodyTypeMismatch")
		return [{ where: "header content-type", ...told }];
	// Pact tells of missing members at the object that lacks them, all at once.
	if (mismatch.startsWith("Actual map is missing")) {
		const present = new Set(keysOf(actual));
		const missing = keysOf(expected).filter((member) => !present.has(member));
		return missing.map((member) => ({
			where: `${path}.${member}`,
			expected: "to be there",
			actual: "missing",
			message: `${path}.${member} is missing`,
		}));
	}
	return [{ where: path, ...told }];
}

/** Each once: Pact repeats itself where several rules meet. */
export function readMismatches(told: readonly PactMismatch[]): Mismatch[] {
	const read = told.flatMap(readOne);
	return [
		...new Map(
			read.map((each) => [`${each.where}\n${each.message}`, each]),
		).values(),
	];
}
