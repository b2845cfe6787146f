import { once } from "node:events";
import { request } from "node:http";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { testStage } from "../../support/test-stage.ts";

const KIB = 1024;
const stage = await testStage();

/** Sends a request like `PUT /scenario {}` to the control API; the body is the rest of the line. */
function sendLine(line: string, type = "application/json") {
	const [method = "", path, ...body] = line.split(" ");
	return stage.send(`/__mock${path}`, {
		method,
		headers: type === "" ? {} : { "content-type": type },
		body: new TextEncoder().encode(body.join(" ")),
	});
}

const UNKNOWN = "is an unknown property. Available:";
const FILTER =
	"operation, method, path, status, query, headers, body, violations";
const AN_OBJECT = " must be an object";
const NO_STATE = `${AN_OBJECT} with zaps, commands, pipelines, audit`;

test.each([
	["POST /reset {", " is not valid JSON at position 1"],
	[
		"PUT /faults [1e999]",
		"/0 is outside the range of a double; send it as a string",
	],
	["PUT /scenario", "/name is required"],
	["PUT /scenario {}", "/name is required"],
	["PUT /scenario []", AN_OBJECT],
	['PUT /scenario {"name":7}', "/name must be a string"],
	['PUT /scenario {"name":"slow","a/b":1}', `/a~1b ${UNKNOWN} name`],
	['POST /reset {"data":1}', `/data ${UNKNOWN} dataset, seed, clock, all`],
	['POST /reset {"seed":"7"}', "/seed must be a whole number"],
	["POST /reset null", AN_OBJECT],
	['POST /snapshots {"id":1}', "/id is an unknown property. None is available"],
	['POST /requests/count {"limit":1}', `/limit ${UNKNOWN} ${FILTER}`],
	['POST /requests/find {"status":"200"}', "/status must be a whole number"],
	["PUT /faults {}", " must be an array"],
	["POST /faults 1", " must be an array"],
	[
		'POST /faults {"operation":"*","kind":"reset","ms":1}',
		`/ms ${UNKNOWN} kind, operation, id, times, probability`,
	],
	["PUT /state []", NO_STATE],
	["PUT /state", NO_STATE],
])("rejects %s and names the place", async (line, expected) => {
	const response = await sendLine(line);
	expect(response.status).toBe(400);
	expect(response.headers.get("content-type")).toBe("application/problem+json");
	const { errors } = await response.json();
	expect(errors).toHaveLength(1);
	expect(`${errors[0].pointer} ${errors[0].detail}`).toBe(expected);
});

const CUT = "The first 20 invalid places are listed.";
const UNKNOWN_OPERATIONS = Array.from({ length: 1_000 }, (_, n) => `o${n}`);

test.each([
	["PUT /forward", { url: "http://localhost", only: UNKNOWN_OPERATIONS }],
	["PUT /forward", { url: "http://localhost", only: Array(21).fill(1) }],
	["PUT /state", Object.fromEntries(UNKNOWN_OPERATIONS.map((o) => [o, []]))],
	["PUT /state", { zaps: Array(21).fill({}) }],
	[
		"PUT /faults",
		UNKNOWN_OPERATIONS.map((operation) => ({ operation, kind: "reset" })),
	],
	["PUT /faults", Array(21).fill({})],
	[`POST /reset?${"a=1&".repeat(21)}`, undefined],
	["POST /reset", Object.fromEntries(UNKNOWN_OPERATIONS.map((o) => [o, 1]))],
])("lists at most 20 mistakes of %s, and says so", async (line, body) => {
	const sent = body === undefined ? "" : ` ${JSON.stringify(body)}`;
	const response = await sendLine(line + sent);
	const { errors, detail } = await response.json();
	expect(errors).toHaveLength(20);
	expect(detail).toContain(CUT);
});

test("adds one fault without an array", async () => {
	const fault = { operation: "*", kind: "empty", id: "one" } as const;
	const added = await sendLine(`POST /faults ${JSON.stringify(fault)}`);
	expect(await added.json()).toEqual([fault]);
	await stage.control.removeFault("one");
});

test.each([
	["text/plain", "text/plain"],
	["application/json5", "application/json5"],
	["", "missing"],
])("rejects a body of the type %j", async (type, found) => {
	const response = await sendLine('PUT /scenario {"name":"empty"}', type);
	expect(response.status).toBe(415);
	expect((await response.json()).detail).toBe(
		`The Content-Type of the body is ${found}. Send JSON, with Content-Type: application/json.`,
	);
	expect((await stage.control.scenarios()).active).not.toBe("empty");
});

test("accepts JSON types with parameters, in any case", async () => {
	const type = "Application/JSON; charset=utf-8";
	const response = await sendLine('PUT /scenario {"name":"slow"}', type);
	expect(await response.json()).toMatchObject({ active: "slow" });
});

test.each([
	["PUT /faults", 1024 * KIB],
	["POST /snapshots", 1024 * KIB],
	["PUT /state", 64 * 1024 * KIB],
])(
	"rejects a body of %s over the size limit before it is sent, and accepts one of the limit",
	async (route, most) => {
		const [method = "", path = ""] = route.split(" ");
		const sent = request(`${stage.url}/__mock${path}`, {
			method,
			headers: {
				"content-type": "application/json",
				"content-length": `${most + 1}`,
			},
		});
		sent.flushHeaders();
		const [tooLong] = await once(sent, "response");
		expect(tooLong.statusCode).toBe(413);
		expect(await json(tooLong)).toMatchObject({
			detail: `The body is larger than ${most} bytes. Send a smaller one.`,
		});
		sent.destroy();
		const whole = await sendLine(`${route} "${"x".repeat(most - 2)}"`);
		expect(whole.status).toBe(400);
	},
);
