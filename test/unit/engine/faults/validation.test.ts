import { expect, test } from "vitest";
import { ControlError } from "../../../../src/control/control-error.ts";
import { createTestMock } from "../test-mock.ts";

const zaps = (fault: object) => ({ operation: "listZaps", ...fault });

const status = (properties: object) =>
	zaps({ kind: "status", status: 429, ...properties });
const KINDS = "delay, status, reset, empty, truncate, drip, timeout";
const DELAY = "must have either ms, or min and max, or median and p99";

/** Invalid first faults, each with its expected errors by place. */
const INVALID: readonly [fault: unknown, errors: Record<string, string>][] = [
	[null, { "/0": "must be an object" }],
	[[], { "/0": "must be an object" }],
	[{}, { "/0/kind": `must be one of ${KINDS}` }],
	[
		{ operation: "listZap", kind: "reset" },
		{ "/0/operation": 'is an unknown operation. Did you mean "listZaps"?' },
	],
	[{ operation: 1, kind: "reset" }, { "/0/operation": "must be a string" }],
	[{ kind: "reset" }, { "/0/operation": "is required" }],
	[
		zaps({ kind: "statsu" }),
		{
			"/0/kind": `is an unknown kind. Did you mean "status"? Available: ${KINDS}`,
		},
	],
	[zaps({ kind: "toString" }), { "/0/kind": "is an unknown kind" }],
	[zaps({ kind: ["reset"] }), { "/0/kind": "must be one of" }],

	[zaps({ kind: "delay" }), { "/0": DELAY }],
	[zaps({ kind: "delay", ms: -1 }), { "/0/ms": "must be at least 0" }],
	[zaps({ kind: "delay", ms: Number.NaN }), { "/0/ms": "must be a number" }],
	[zaps({ kind: "delay", ms: 1, min: 1, max: 2 }), { "/0": DELAY }],
	[
		zaps({ kind: "delay", ms: 1, min: 1 }),
		{ "/0/max": "is required with min" },
	],
	[
		zaps({ kind: "delay", max: 1, p99: 8 }),
		{
			"/0": DELAY,
			"/0/min": "is required with max",
			"/0/median": "is required with p99",
		},
	],
	[zaps({ kind: "delay", min: 2, max: 1 }), { "/0/max": "less than min" }],
	[zaps({ kind: "delay", median: 9, p99: 8 }), { "/0/p99": "than median" }],
	[
		zaps({ kind: "delay", min: 0, max: 4e6 }),
		{ "/0/max": "must be at most 3600000" },
	],

	[zaps({ kind: "status" }), { "/0/status": "is required" }],
	[
		status({ status: 199, force: true }),
		{ "/0/status": "must be at least 200" },
	],
	[status({ status: 600, force: true }), { "/0/status": "at most 599" }],
	[status({ status: 200.5, force: true }), { "/0/status": "a whole number" }],
	[
		status({ status: 503 }),
		{
			"/0/status":
				"is not listed in the OpenAPI document for listZaps; use one of 200, 400, 401, 429, or add force: true",
		},
	],
	[
		{ operation: "*", kind: "status", status: 418 },
		{ "/0/status": "for any operation; use one of 200, 201" },
	],
	[status({ force: "yes" }), { "/0/force": "must be true or false" }],
	[
		status({ headers: { "a b": "x" } }),
		{ "/0/headers/a b": "must have the name of a header" },
	],
	[
		status({ headers: { a: "x\r\nset-cookie: y", b: "é", c: 1 } }),
		{
			"/0/headers/a": "must have only ASCII characters, and no line breaks",
			"/0/headers/b": "must have only ASCII characters",
			"/0/headers/c": "must be a string",
		},
	],
	[status({ headers: ["a"] }), { "/0/headers": "must be an object" }],
	...["Content-Length", "transfer-encoding", "trailer"].map(
		(name): (typeof INVALID)[number] => [
			status({ headers: { [name]: "1" } }),
			{ [`/0/headers/${name}`]: "must be left out, because the mock sets it" },
		],
	),
	[
		status({ headers: { a: "x".repeat(16_384) } }),
		{ "/0/headers": "must not be longer than 16384 characters" },
	],
	[status({ body: () => 1 }), { "/0/body": "is a function" }],

	[
		zaps({ kind: "reset", "a/b~": 1, ms: 1 }),
		{
			"/0/a~1b~0": "is an unknown property",
			"/0/ms": "Available: kind, operation, times, probability",
		},
	],
	[zaps({ kind: "empty", status: 200 }), { "/0/status": "unknown property" }],
	[zaps({ kind: "truncate", bytes: -1 }), { "/0/bytes": "at least 0" }],
	[zaps({ kind: "truncate", bytes: 0.5 }), { "/0/bytes": "a whole number" }],
	[
		zaps({ kind: "truncate", byte: 1 }),
		{ "/0/byte": 'Did you mean "bytes"? Available: kind, bytes, operation' },
	],
	[zaps({ kind: "drip" }), { "/0/bytesPerSecond": "is required" }],
	[
		zaps({ kind: "drip", bytesPerSecond: 0 }),
		{ "/0/bytesPerSecond": "at least 1" },
	],
	[zaps({ kind: "timeout", ms: 3_600_001 }), { "/0/ms": "at most 3600000" }],
	[zaps({ kind: "timeout", ms: null }), { "/0/ms": "must be a number" }],
	[
		zaps({ kind: "reset", probability: 0, times: 0 }),
		{ "/0/probability": "must be above 0", "/0/times": "at least 1" },
	],
	[
		zaps({ kind: "drip", probability: 1.1, times: 1.5, x: 1 }),
		{
			"/0/bytesPerSecond": "is required",
			"/0/x": "is an unknown property",
			"/0/probability": "must be at most 1",
			"/0/times": "must be a whole number",
		},
	],
];

test.each(INVALID)(
	"rejects %j with the place and the reason of each error",
	async (fault, errors) => {
		await using mock = createTestMock();
		const kept = [{ operation: "*", kind: "delay", ms: 0 }] as const;
		await mock.control.setFaults(kept);
		const error: unknown = await mock.control
			.setFaults([fault] as never)
			.catch((reason) => reason);
		if (!(error instanceof ControlError)) throw error;
		expect(error).toMatchObject({
			status: 400,
			detail: "Invalid faults. The current faults are unchanged.",
		});
		const details = error.errors.map((at) => [
			"pointer" in at && at.pointer,
			at.detail,
		]);
		expect(Object.fromEntries(details)).toEqual(
			Object.fromEntries(
				Object.entries(errors).map(([pointer, detail]) => [
					pointer,
					expect.stringContaining(detail),
				]),
			),
		);
		expect(await mock.control.faults()).toEqual(kept);
	},
);

const CIRCLE: Record<string, unknown> = {};
CIRCLE.again = CIRCLE;
const RESETS = Array(1_001).fill(zaps({ kind: "reset" }));

const LISTS: readonly [faults: unknown, pointer: string, detail: string][] = [
	[new Array(1), "/0", "must be an object"],
	[RESETS, "", "must have at most 1000 items"],
	[[status({ body: CIRCLE })], "/0/body/again", "is nested too deeply"],
	[
		[status({ body: [1n] })],
		"/0/body/0",
		"is a bigint, which JSON does not have",
	],
	[undefined, "", "must be an array"],
	[null, "", "must be an array"],
	[{}, "", "must be an array"],
];

test.each(LISTS)(
	"rejects an invalid list (%#)",
	async (faults, pointer, detail) => {
		await using mock = createTestMock();
		await expect(mock.control.setFaults(faults as never)).rejects.toMatchObject(
			{
				errors: [{ pointer: expect.stringContaining(pointer), detail }],
			},
		);
	},
);

test("rejects adding more faults than the limit", async () => {
	await using mock = createTestMock();
	await mock.control.setFaults(RESETS.slice(1));
	await expect(mock.control.addFaults(RESETS.slice(0, 1))).rejects.toThrow(
		"Too many faults: the session has 1000, and at most 1000 are allowed. Clear them first.",
	);
});

test("sets no fault if one of several is invalid, and points to that one", async () => {
	await using mock = createTestMock();
	const faults = [zaps({ kind: "reset" }), zaps({ kind: "drip" })];
	await expect(mock.control.setFaults(faults as never)).rejects.toMatchObject({
		errors: [{ pointer: "/1/bytesPerSecond" }],
	});
	expect(await mock.control.faults()).toEqual([]);
});

test("accepts the lowest and highest value of every property", async () => {
	await using mock = createTestMock();
	const faults = [
		zaps({ kind: "delay", ms: 0, probability: 1, times: 1 }),
		zaps({ kind: "delay", min: 0, max: 0 }),
		zaps({ kind: "delay", median: 0, p99: 3_600_000 }),
		zaps({ kind: "status", status: 599, force: true, body: null }),
		zaps({ kind: "status", status: 200, headers: { "x-a": "" } }),
		zaps({ kind: "truncate", bytes: 0, probability: 1e-9 }),
		zaps({ kind: "drip", bytesPerSecond: 1 }),
		zaps({ kind: "timeout", ms: 0 }),
		zaps({ kind: "timeout", times: undefined }),
		{ operation: "*", kind: "status", status: 503 },
	];
	await mock.control.setFaults(faults as never);
	expect(await mock.control.faults()).toHaveLength(faults.length);
});

test("is not affected by later changes to the faults that were set or returned", async () => {
	await using mock = createTestMock();
	const fault = { ...zaps({ kind: "status" }), status: 429, body: { a: 1 } };
	await mock.control.setFaults([fault] as never);
	fault.status = 99;
	fault.body.a = 2;
	const [returned] = await mock.control.faults();
	Object.assign(returned ?? {}, { status: 98 });
	expect(await mock.get("/v1/zaps")).toMatchObject({
		status: 429,
		body: { a: 1 },
	});
});
