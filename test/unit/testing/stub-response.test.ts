import { describe, expect, test } from "vitest";
import { operationSpecs } from "../../../src/service/shipped-service.ts";
import { type AnyStub, toFaults } from "../../../src/testing/stub-response.ts";

const force = true;
const status = (code: number) => ({ kind: "status", status: code });
const CREATED = { body: { id: "zap_1" }, headers: { "X-Cache": "hit" } };

const UNLISTED = "The OpenAPI document does not list the status 404 for";
const ANY = "a status of at least 500, or force: true.";
const EMPTY = "The response of listZaps is empty.";

describe("toFaults", () => {
	test.each<[string, AnyStub, object[]]>([
		["listZaps", 401, [status(401)]],
		["getHealth", 503, [status(503)]],
		["listZaps", 503, [{ ...status(503), force }]],
		["*", 503, [{ ...status(503), force }]],
		["createZap", CREATED, [{ ...status(201), ...CREATED }]],
		[
			"listZaps",
			{ status: 404, force, body: "gone" },
			[{ ...status(404), force, body: "gone" }],
		],
		[
			"listZaps",
			{ status: 200, force, body: "gone" },
			[{ ...status(200), force, body: "gone" }],
		],
		["*", { delayMs: 60, times: 2 }, [{ kind: "delay", ms: 60, times: 2 }]],
		[
			"listZaps",
			{ delayMs: 60, status: 429, times: 1 },
			[
				{ kind: "delay", ms: 60, times: 1 },
				{ ...status(429), times: 1 },
			],
		],
	])("for %s, turns %j into faults", (operation, stub, faults) => {
		expect(toFaults(operationSpecs, operation, stub)).toEqual(
			faults.map((fault) => ({ operation, ...fault })),
		);
	});

	test.each<[string, unknown, string]>([
		[
			"deleteZap",
			500,
			'Unknown operation "deleteZap". Available: getHealth, submitCommand, submitPipeline, listZaps, createZap, searchAudit, getMetrics, *.',
		],
		["listZaps", 404, `${UNLISTED} listZaps. Use 200, 400, 401, 429, ${ANY}`],
		["*", 404, `${UNLISTED} every operation. Use ${ANY}`],
		[
			"*",
			{ delayMs: 1, body: "" },
			"A body or headers for all operations require a status, because the success status differs between operations. Add a status.",
		],
		[
			"listZaps",
			{ staus: 503, body: {} },
			'Unknown response property "staus". Did you mean "status"? Available: status, body, headers,',
		],
		["/v1/zaps", 503, 'Unknown operation "/v1/zaps". Available: getHealth'],
		["listZaps", undefined, "Invalid response undefined of listZaps. Pass"],
		["listZaps", "503", 'Invalid response "503" of listZaps. Pass a status'],
		["listZaps", {}, `${EMPTY} Pass a status, body, headers or delayMs.`],
	])("for %s, rejects %j with a reason", (operation, stub, reason) => {
		expect(() => toFaults(operationSpecs, operation, stub as AnyStub)).toThrow(
			reason,
		);
	});
});
