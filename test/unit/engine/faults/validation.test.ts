import { expect, test } from "vitest";
import { createTestMock } from "../test-mock.ts";

const zaps = (fault: object) => ({ operation: "listZaps", ...fault });

type ExpectedError = readonly [pointer: string, detail: string];

/** Invalid first faults, each with its expected errors. */
const INVALID: readonly [fault: unknown, ...errors: ExpectedError[]][] = [
	["reset", ["/0", "must be an object"]],
	[null, ["/0", "must be an object"]],
	[[], ["/0", "must be an object"]],
	[
		{},
		["/0/operation", "must be * or one of getHealth, submitCommand"],
		["/0/kind", "must be one of delay, status, reset, empty, truncate"],
	],
	[{ operation: "listZap", kind: "reset" }, ["/0/operation", "listZaps"]],
	[{ operation: 1, kind: "reset" }, ["/0/operation", "must be * or one of"]],
	[zaps({ kind: "explode" }), ["/0/kind", "must be one of"]],
	[zaps({ kind: "toString" }), ["/0/kind", "must be one of"]],
	[zaps({ kind: ["reset"] }), ["/0/kind", "must be one of"]],

	[zaps({ kind: "delay" }), ["/0", "either ms, or min and max, or"]],
	[zaps({ kind: "delay", ms: -1 }), ["/0/ms", "from 0 to 3600000"]],
	[zaps({ kind: "delay", ms: "5" }), ["/0/ms", "must be a number"]],
	[zaps({ kind: "delay", ms: Number.NaN }), ["/0/ms", "must be a number"]],
	[
		zaps({ kind: "delay", ms: 1, min: 1, max: 2 }),
		["/0", "either ms, or min and max"],
	],
	[zaps({ kind: "delay", min: 1 }), ["/0", "either ms, or min and max"]],
	[zaps({ kind: "delay", min: 2, max: 1 }), ["/0/max", "not be less than min"]],
	[zaps({ kind: "delay", median: 9, p99: 8 }), ["/0/p99", "than median"]],
	[
		zaps({ kind: "delay", max: 1, p99: 8 }),
		["/0", "either ms, or min and max"],
	],
	[zaps({ kind: "delay", min: 0, max: 4e6 }), ["/0/max", "to 3600000"]],

	[zaps({ kind: "status" }), ["/0/status", "is required"]],
	[zaps({ kind: "status", status: 199 }), ["/0/status", "from 200 to 599"]],
	[
		zaps({ kind: "status", status: 199, force: true }),
		["/0/status", "from 200 to 599"],
	],
	[
		zaps({ kind: "status", status: 200.5, force: true }),
		["/0/status", "whole number"],
	],
	[zaps({ kind: "status", status: "500" }), ["/0/status", "whole number"]],
	[
		zaps({ kind: "status", status: 503 }),
		[
			"/0/status",
			"is not listed in the OpenAPI document for listZaps; use one of 200, 400, 401, 429",
		],
	],
	[
		{ operation: "*", kind: "status", status: 418 },
		["/0/status", "or add force: true"],
	],
	[
		zaps({ kind: "status", status: 429, force: "yes" }),
		["/0/force", "true or false"],
	],
	[
		zaps({ kind: "status", status: 429, headers: { "a b": "x" } }),
		["/0/headers", "header names"],
	],
	[
		zaps({ kind: "status", status: 429, headers: { a: "x\r\nset-cookie: y" } }),
		["/0/headers", "header names"],
	],
	[
		zaps({ kind: "status", status: 429, headers: { a: "é" } }),
		["/0/headers", "header names"],
	],
	[
		zaps({ kind: "status", status: 429, headers: { a: 1 } }),
		["/0/headers", "header names"],
	],
	[
		zaps({ kind: "status", status: 429, headers: ["a"] }),
		["/0/headers", "header names"],
	],
	[
		zaps({ kind: "status", status: 429, headers: { "Content-Length": "1" } }),
		["/0/headers", "Content-Length"],
	],
	[
		zaps({
			kind: "status",
			status: 429,
			headers: { "transfer-encoding": "x" },
		}),
		["/0/headers", "transfer-encoding"],
	],
	[
		zaps({ kind: "status", status: 429, headers: { trailer: "x" } }),
		["/0/headers", "trailer, which the mock sets"],
	],
	[
		zaps({ kind: "status", status: 429, headers: { a: "x".repeat(16_384) } }),
		["/0/headers", "longer than 16384"],
	],
	[zaps({ kind: "status", status: 429, body: () => 1 }), ["/0/body", "JSON"]],

	[
		zaps({ kind: "reset", ms: 1 }),
		["/0/ms", "is an unknown property of a fault of"],
	],
	[zaps({ kind: "reset", "a/b~": 1 }), ["/0/a~1b~0", "is an unknown property"]],
	[
		zaps({ kind: "empty", status: 200 }),
		["/0/status", "is an unknown property"],
	],
	[zaps({ kind: "truncate", bytes: -1 }), ["/0/bytes", "whole number from 0"]],
	[zaps({ kind: "truncate", bytes: 0.5 }), ["/0/bytes", "whole number"]],
	[zaps({ kind: "truncate", ms: 1 }), ["/0/ms", "use bytes, probability"]],
	[zaps({ kind: "drip" }), ["/0/bytesPerSecond", "is required"]],
	[zaps({ kind: "drip", bytesPerSecond: 0 }), ["/0/bytesPerSecond", "from 1"]],
	[zaps({ kind: "timeout", ms: 3_600_001 }), ["/0/ms", "to 3600000"]],
	[zaps({ kind: "timeout", ms: null }), ["/0/ms", "must be a number"]],

	[zaps({ kind: "reset", probability: 0 }), ["/0/probability", "above 0"]],
	[zaps({ kind: "reset", probability: 1.1 }), ["/0/probability", "at most 1"]],
	[zaps({ kind: "reset", times: 0 }), ["/0/times", "whole number from 1"]],
	[zaps({ kind: "reset", times: 1.5 }), ["/0/times", "whole number"]],
	[
		zaps({ kind: "drip", times: -1, probability: "1", x: 1 }),
		["/0/x", "is an unknown property"],
		["/0/bytesPerSecond", "is required"],
		["/0/probability", "must be a number"],
		["/0/times", "must be a whole number"],
	],
];

test.each(INVALID)(
	"rejects %j with the pointer and the reason of each error",
	async (fault, ...errors) => {
		await using mock = createTestMock();
		const kept = [{ operation: "*", kind: "delay", ms: 0 }] as const;
		await mock.control.setFaults(kept);
		const setting = mock.control.setFaults([fault] as never);
		await expect(setting).rejects.toMatchObject({
			status: 400,
			message: expect.stringContaining("The current faults are unchanged."),
			errors: errors.map(([pointer, detail]) => ({
				pointer,
				detail: expect.stringContaining(detail),
			})),
		});
		expect(await mock.control.faults()).toEqual(kept);
	},
);

test("rejects a sparse list, and one that is too long", async () => {
	await using mock = createTestMock();
	const { control } = mock;
	await expect(control.setFaults(new Array(1))).rejects.toMatchObject({
		errors: [{ pointer: "/0", detail: expect.stringContaining("an object") }],
	});
	const reset = { operation: "listZaps", kind: "reset" } as const;
	await control.setFaults(Array.from({ length: 999 }, () => reset));
	await control.addFaults([reset]);
	await expect(control.addFaults([reset])).rejects.toThrow(
		"Too many faults: the session has 1000, and at most 1000 are allowed. Clear them first.",
	);
	await expect(
		control.setFaults(Array.from({ length: 1_001 }, () => reset)),
	).rejects.toMatchObject({
		errors: [{ pointer: "", detail: expect.stringContaining("1000 faults") }],
	});
});

test.each([
	["a bigint", 1n],
	[
		"a circular object",
		(() => {
			const circle: Record<string, unknown> = {};
			circle.again = circle;
			return circle;
		})(),
	],
])("rejects %s as a body", async (_, body) => {
	await using mock = createTestMock();
	const fault = { ...zaps({ kind: "status", status: 429 }), body };
	await expect(mock.control.setFaults([fault] as never)).rejects.toMatchObject({
		errors: [{ pointer: "/0/body", detail: "must be JSON" }],
	});
});

test("rejects anything but an array of faults", async () => {
	await using mock = createTestMock();
	for (const value of [undefined, null, {}, "reset"])
		await expect(mock.control.setFaults(value as never)).rejects.toMatchObject({
			errors: [{ pointer: "", detail: "must be an array of faults" }],
		});
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
