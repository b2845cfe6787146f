import { expect, test } from "vitest";
import { catchControlError } from "../../../support/catch-control-error.ts";
import { createTestMock } from "../test-mock.ts";

const zaps = (fault: object) => ({ operation: "listZaps", ...fault });
const reset = (properties: object) => zaps({ kind: "reset", ...properties });
const delay = (properties: object) => zaps({ kind: "delay", ...properties });
const status = (properties: object) =>
	zaps({ kind: "status", status: 429, ...properties });
const headers = (given: unknown) => status({ headers: given });
const KINDS = "delay, status, reset, empty, truncate, drip, timeout";
const UNLISTED = "is not listed in the OpenAPI document for";
const FORMS = " must have either ms, or min and max, or median and p99";

/** Invalid faults, each with the place and the start of the reason of each error. */
const INVALID: readonly [fault: unknown, ...errors: string[]][] = [
	[null, " must be an object"],
	[[], " must be an object"],
	[{}, `/kind must be one of ${KINDS}`],
	[{ kind: "reset" }, "/operation is required"],
	[reset({ operation: 1 }), "/operation must be a string"],
	[
		reset({ operation: "x" }),
		"/operation is an unknown operation. Available: *",
	],
	[zaps({ kind: ["reset"] }), `/kind must be one of ${KINDS}`],
	[zaps({ kind: "toString" }), `/kind is an unknown kind. Available: ${KINDS}`],
	[zaps({ kind: "statsu" }), '/kind is an unknown kind. Did you mean "status"'],

	[delay({}), FORMS],
	[delay({ ms: -1 }), "/ms must be at least 0"],
	[delay({ ms: 3_600_001 }), "/ms must be at most 3600000"],
	[delay({ ms: Number.NaN }), "/ms must be a number"],
	[delay({ ms: 1, min: 1, max: 2 }), FORMS],
	[delay({ ms: 1, min: 1 }), "/max is required with min"],
	[
		delay({ max: 1, p99: 8 }),
		FORMS,
		"/min is required with max",
		"/median is required with p99",
	],
	[delay({ min: 2, max: 1 }), "/max must not be less than min"],
	[delay({ median: 9, p99: 8 }), "/p99 must not be less than median"],

	[zaps({ kind: "status" }), "/status is required"],
	[status({ status: 199, force: true }), "/status must be at least 200"],
	[status({ status: 600, force: true }), "/status must be at most 599"],
	[status({ status: 200.5, force: true }), "/status must be a whole number"],
	[
		status({ status: 503 }),
		`/status ${UNLISTED} listZaps; use one of 200, 400, 401, 429, or add force: true`,
	],
	[
		status({ operation: "*", status: 418 }),
		`/status ${UNLISTED} any operation`,
	],
	[status({ force: "yes" }), "/force must be true or false"],
	[headers(["a"]), "/headers must be an object"],
	[headers({ "a b": "x" }), "/headers/a b must have the name of a header"],
	[headers({ a: "é" }), "/headers/a must have only ASCII characters"],
	[headers({ a: "x\r\nb: y" }), "/headers/a must have only ASCII characters"],
	[headers({ a: 1 }), "/headers/a must be a string"],
	[headers({ "Content-Length": "1" }), "/headers/Content-Length must be left"],
	[headers({ trailer: "x" }), "/headers/trailer must be left out, because the"],
	[headers({ "transfer-encoding": "" }), "/headers/transfer-encoding must be"],
	[headers({ a: "x".repeat(16_384) }), "/headers must not be longer than 163"],
	[status({ body: () => 1 }), "/body is a function"],

	[
		reset({ "a/b~": 1, ms: 1 }),
		"/a~1b~0 is an unknown property. Available: kind, operation, id, times, prob",
		"/ms is an unknown property",
	],
	[zaps({ kind: "empty", status: 200 }), "/status is an unknown property"],
	[zaps({ kind: "truncate", bytes: -1 }), "/bytes must be at least 0"],
	[zaps({ kind: "truncate", bytes: 0.5 }), "/bytes must be a whole number"],
	[
		zaps({ kind: "truncate", byte: 1 }),
		'/byte is an unknown property. Did you mean "bytes"? Available: kind, bytes,',
	],
	[zaps({ kind: "drip" }), "/bytesPerSecond is required"],
	[zaps({ kind: "drip", bytesPerSecond: 0 }), "/bytesPerSecond must be at le"],
	[zaps({ kind: "timeout", ms: null }), "/ms must be a number"],
	[reset({ probability: 0 }), "/probability must be above 0"],
	[reset({ probability: 1.1 }), "/probability must be at most 1"],
	[reset({ times: 0 }), "/times must be at least 1"],
	[reset({ times: 1.5 }), "/times must be a whole number"],
];

test.each(INVALID)(
	"rejects %j with the place and the reason of each error",
	async (fault, ...errors) => {
		await using mock = createTestMock();
		const kept = { operation: "*", kind: "delay", ms: 0 } as const;
		await mock.setFaults([kept]);
		const setting = mock.setFaults([kept, fault] as never);
		const rejected = await catchControlError(setting);
		expect(rejected.status).toBe(400);
		expect(rejected.errors).toHaveLength(errors.length);
		for (const error of errors)
			expect(rejected.message).toContain(`\n  /1${error}`);
		expect(await mock.faults()).toEqual([{ id: "1", ...kept }]);
	},
);

const CIRCLE: Record<string, unknown> = {};
CIRCLE.again = CIRCLE;
const RESETS = Array(1_001).fill(reset({}));
const BIGINT = "/0/body/0 is a bigint, which JSON does not have";

test.each([
	[new Array(1), "/0 must be an object"],
	[RESETS, " must have at most 1000 items"],
	[[status({ body: CIRCLE })], "/again is nested too deeply"],
	[[status({ body: [1n] })], BIGINT],
	[undefined, " must be an array"],
	[null, " must be an array"],
	[{}, " must be an array"],
])("rejects an invalid list (%#): %s", async (faults, expected) => {
	await using mock = createTestMock();
	const setting = mock.setFaults(faults as never);
	const { errors, message } = await catchControlError(setting);
	expect(errors).toHaveLength(1);
	expect(message.endsWith(expected)).toBe(true);
});

test("rejects adding more faults than the limit", async () => {
	await using mock = createTestMock();
	await mock.setFaults(RESETS.slice(1));
	await expect(mock.addFaults(RESETS.slice(0, 1))).rejects.toThrow(
		"The session has 1000 faults, and may have 1000. Clear some first.",
	);
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
	await mock.setFaults(faults as never);
	expect(await mock.faults()).toHaveLength(faults.length);
});

test("is not affected by later changes to the faults that were set or returned", async () => {
	await using mock = createTestMock();
	const fault = { ...zaps({ kind: "status" }), status: 429, body: { a: 1 } };
	await mock.setFaults([fault] as never);
	fault.status = 99;
	fault.body.a = 2;
	const [returned] = await mock.faults();
	Object.assign(returned ?? {}, { status: 98 });
	expect(await mock.get("/v1/zaps")).toMatchObject({
		status: 429,
		body: { a: 1 },
	});
});
