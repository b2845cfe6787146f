import { describe, expect, test } from "vitest";
import { ControlError } from "../../../src/control/control-error.ts";
import type { Fault } from "../../../src/faults/fault.ts";
import {
	describeFault,
	FAULT_KINDS,
} from "../../../src/inspector/behavior/faults.ts";
import { requiresForce } from "../../../src/inspector/model/connection.ts";
import {
	findFieldErrors,
	readForm,
	withoutError,
} from "../../../src/inspector/ui/form-state.ts";
import { formatAgo } from "../../../src/inspector/ui/time.tsx";
import { faultSchemas } from "../../../src/schemas/generated/words.ts";
import { zapsFault } from "../../support/zaps-fault.ts";

const onZaps = { operation: "listZaps", kind: "status", status: 503 } as const;
const onAll = { operation: "*", kind: "status" } as const;

test.each<[Fault, string]>([
	[{ ...onZaps, times: 2 }, "The next 2 requests to listZaps get 503"],
	[
		{ ...onZaps, times: 1, body: null },
		"The next request to listZaps gets 503 with a body of its own",
	],
	[
		{ ...onAll, status: 500, force: true },
		"All requests to any operation get 500",
	],
	[
		{ ...onAll, status: 429 },
		"All requests to operations that document 429 get 429",
	],
	[{ ...onZaps, probability: 0.07 }, "7% of the requests to listZaps get 503"],
	[
		{ ...onZaps, times: 1, probability: 0.5 },
		"50% of the requests to listZaps get 503, at most once",
	],
])("describes %j as a sentence", (fault, sentence) => {
	expect(describeFault(fault)).toBe(sentence);
});

test.each([
	[{ kind: "delay", ms: 1500 }, "the response after 1.5 s"],
	[
		{ kind: "delay", min: 200, max: 900 },
		"the response after 200 ms to 900 ms",
	],
	[{ kind: "delay", min: 200, max: 4000 }, "the response after 200 ms to 4 s"],
	[
		{ kind: "delay", median: 200, p99: 4000 },
		"the response after 200 ms (median), 4 s or more in one of 100",
	],
	[{ kind: "reset" }, "a connection reset"],
	[{ kind: "empty" }, "a closed connection and no response"],
	[{ kind: "truncate" }, "half of the body, then a closed connection"],
	[
		{ kind: "truncate", bytes: 5 },
		"only the first 5 bytes of the body, then a closed connection",
	],
	[{ kind: "drip", bytesPerSecond: 50 }, "the body at 50 bytes a second"],
	[{ kind: "timeout" }, "no response, and a closed connection after 60 s"],
])("describes the effect of %j: %s", (fault, effect) => {
	expect(describeFault(zapsFault(fault))).toBe(
		`All requests to listZaps get ${effect}`,
	);
});

test("has a field for each property of each kind of fault", () => {
	expect(
		FAULT_KINDS.map(({ kind, alternatives, main, more }) => [
			kind,
			[...alternatives.flat(), ...main, ...more].map(({ name }) => name).sort(),
		]).sort(),
	).toEqual(
		Object.entries(faultSchemas)
			.map(([kind, { properties }]) => [kind, Object.keys(properties).sort()])
			.sort(),
	);
});

describe("the form of a fault", () => {
	const { main = [], more = [] } =
		FAULT_KINDS.find(({ kind }) => kind === "status") ?? {};
	const MISSING = { status: "Enter the status." };
	test.each([
		[
			{ status: " 503 ", times: "", force: true, probability: "0.5" },
			{ status: 503, force: true, probability: 0.5 },
			{},
		],
		[{ status: "50x", force: false }, { status: Number.NaN }, {}],
		[{ status: " ", body: "Down" }, { body: "Down" }, MISSING],
		[
			{ body: '{"a":1}', headers: "Retry-After: 5\n\nX-A: b:c " },
			{ body: { a: 1 }, headers: { "Retry-After": "5", "X-A": "b:c" } },
			MISSING,
		],
		[
			{ status: "503", body: '{"a":', headers: "Retry-After" },
			{ status: 503 },
			{
				body: 'Must be valid JSON, like {"title":"Down"}, or plain text.',
				headers: '"Retry-After" is not a header. Write one as "name: value".',
			},
		],
	])("reads %j", (values, properties, errors) => {
		expect(readForm([...main, ...more], values)).toEqual({
			properties,
			errors,
		});
	});

	test("shows errors of the mock at their fields", () => {
		const error = new ControlError(400, "Invalid faults.", [
			{ pointer: "/0/status", detail: "must be at most 599" },
			{ pointer: "/0/headers/a~1b", detail: "must have the name of a header" },
			{ pointer: "/0", detail: "must have either ms, or min and max" },
			{ pointer: "/0/kind", detail: "is unknown" },
			{ pointer: "/0/ms", detail: "must be at most 3600000" },
		]);
		const names = ["status", "headers", "ms"];
		const errors = findFieldErrors(error, names, "/0");
		expect(errors).toEqual({
			fields: {
				ms: "Must be at most 3600000.",
				status: "Must be at most 599.",
				headers: "a/b must have the name of a header.",
			},
			rest: "Must have either ms, or min and max.\nKind is unknown.",
		});
		const { status: _, ...fields } = errors.fields;
		expect(withoutError(errors, "status")).toEqual({ fields, rest: "" });
		expect(findFieldErrors(new Error("No response"), [])).toEqual({
			fields: {},
			rest: "No response",
		});
	});
});

test.each([
	["listZaps", 400, false],
	["listZaps", 503, true],
	["*", 429, false],
	["*", 503, true],
	["*", 418, true],
])("%s with %i requires force: %s", (operation, status, isForced) => {
	const common = { method: "GET", path: "/", summary: "", isOwn: false };
	const operations = [
		{ ...common, id: "getHealth", statuses: [200, 503] },
		{ ...common, id: "listZaps", statuses: [200, 400, 401, 429] },
	];
	expect(requiresForce(operation, status, operations)).toBe(isForced);
});

test.each([
	[999, "now"],
	[59_999, "59 s ago"],
	[60_000, "1 min ago"],
	[7_200_000, "2 h ago"],
	[200_000_000, "2 d ago"],
])("%i ms are %s", (ms, words) => {
	expect(formatAgo(ms)).toBe(words);
});
