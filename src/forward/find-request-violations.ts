import { readText, type SentRequest } from "../document/expect-status.ts";
import type { Reply } from "../engine/model/service.ts";
import type { Violation } from "../journal/entry.ts";
import { isObject, parsePointer, tryParseJson } from "../values/json.ts";

const MAX_LENGTH = 100;

/** Returns `$.steps[0].command` for the JSON pointer `/steps/0/command`. */
const toPath = (steps: readonly string[]): string =>
	steps.reduce(
		(path, step) => path + (/^[0-9]+$/.test(step) ? `[${step}]` : `.${step}`),
		"$",
	);

function describeValue(value: unknown): string {
	if (value === undefined) return "missing";
	// Each value has at least one character, and JSON.stringify overflows the stack if they are nested too deeply.
	let visited = 0;
	const text = JSON.stringify(value, (_, each) => {
		visited += 1;
		return visited > MAX_LENGTH + 1 ? null : each;
	});
	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function toViolation(
	{ headers, path }: SentRequest,
	body: unknown,
	place: Readonly<Record<string, unknown>>,
): Omit<Violation, "assumptions"> {
	const expected = String(place.detail);
	const at = (where: string, value: unknown) => ({
		where: `request ${where}`,
		expected,
		actual: describeValue(value),
		message: `request ${where} ${expected}`,
	});
	if (typeof place.parameter === "string") {
		const sent = new URLSearchParams(path.split("?")[1]);
		return at(`query ${place.parameter}`, sent.getAll(place.parameter).join());
	}
	const steps = parsePointer(String(place.pointer));
	let value = body;
	for (const step of steps)
		value =
			typeof value === "object" && value !== null && Object.hasOwn(value, step)
				? Reflect.get(value, step)
				: undefined;
	// What is not JSON has no value, but is not missing.
	if (steps.length === 0 && value === undefined)
		return at("$", headers?.["content-type"] ?? "text");
	return at(toPath(steps), value);
}

/** Returns what is wrong with a request, by how the mock would reject it. */
export function findRequestViolations(
	request: SentRequest,
	{ status, body }: Reply,
): readonly Omit<Violation, "assumptions">[] {
	const { errors, detail } = isObject(body) ? body : {};
	if (Array.isArray(errors)) {
		const sent = tryParseJson(readText(request.body));
		return errors
			.filter(isObject)
			.map((place) => toViolation(request, sent, place));
	}
	const where = status === 413 ? "request body" : "request header content-type";
	const actual =
		status === 413
			? "a longer body"
			: (request.headers?.["content-type"] ?? "none");
	return [{ where, expected: `no ${status}`, actual, message: String(detail) }];
}
