import { expect, test } from "vitest";
import { type ServedStage, serveStage } from "../../support/serve-stage.ts";

const JSON_TYPE = "application/json";
const KIB = 1024;

/** Sends a request like `PUT /scenario {}` to the control API; the body is the rest of the line. */
function sendLine({ send }: ServedStage, line: string, type = JSON_TYPE) {
	const [method = "", path, ...body] = line.split(" ");
	return send(`/__mock${path}`, {
		method,
		headers: type === "" ? {} : { "content-type": type },
		body: new TextEncoder().encode(body.join(" ")),
	});
}

const UNKNOWN = "is an unknown property. Available:";
const TOO_LARGE = "is outside the range of a double";
const COLLECTIONS = "zaps, commands, pipelines, audit";

test.each([
	["POST /reset {", " is not valid JSON at position 1"],
	["PUT /faults [1e999]", `/0 ${TOO_LARGE}; send it as a string`],
	["PUT /scenario", "/name is required"],
	["PUT /scenario {}", "/name is required"],
	["PUT /scenario []", " must be an object"],
	['PUT /scenario {"name":7}', "/name must be a string"],
	['PUT /scenario {"name":"slow","a/b":1}', `/a~1b ${UNKNOWN} name`],
	['POST /reset {"data":1}', `/data ${UNKNOWN} dataset, seed, all`],
	['POST /reset {"seed":"7"}', "/seed must be a whole number"],
	["POST /reset null", " must be an object"],
	[
		'POST /snapshots {"id":"x"}',
		"/id is an unknown property. None is available",
	],
	[
		'POST /requests/count {"limit":1}',
		`/limit ${UNKNOWN} operation, method, path, status, query, body, violations`,
	],
	['POST /requests/find {"status":"200"}', "/status must be a whole number"],
	["PUT /faults {}", " must be an array"],
	["PUT /state []", ` must be an object with ${COLLECTIONS}`],
	["PUT /state", ` must be an object with ${COLLECTIONS}`],
])("rejects %s and names the place", async (line, expected) => {
	await using stage = await serveStage();
	const response = await sendLine(stage, line);
	expect(response.status).toBe(400);
	expect(response.headers.get("content-type")).toBe("application/problem+json");
	const { errors } = await response.json();
	expect(errors).toHaveLength(1);
	expect(`${errors[0].pointer} ${errors[0].detail}`).toBe(expected);
});

test.each([
	["text/plain", "text/plain"],
	["application/json5", "application/json5"],
	["", "missing"],
])("rejects a body of the type %j", async (type, found) => {
	await using stage = await serveStage();
	const response = await sendLine(stage, 'PUT /scenario {"name":"slow"}', type);
	expect(response.status).toBe(415);
	expect((await response.json()).detail).toBe(
		`The Content-Type of the body is ${found}. Send JSON, with Content-Type: application/json.`,
	);
	expect((await stage.control.scenarios()).active).toBe("normal");
});

test("accepts JSON types with parameters, in any case", async () => {
	await using stage = await serveStage();
	const type = "Application/JSON; charset=utf-8";
	const response = await sendLine(stage, 'PUT /scenario {"name":"slow"}', type);
	expect(await response.json()).toMatchObject({ active: "slow" });
});

test.each([
	["PUT /faults", 1024 * KIB],
	["POST /snapshots", 1024 * KIB],
	["PUT /state", 64 * 1024 * KIB],
])("rejects a body of %s over the size limit", async (route, most) => {
	await using stage = await serveStage();
	const send = (length: number) =>
		sendLine(stage, `${route} "${"x".repeat(length - 2)}"`);
	const tooLong = await send(most + 1);
	expect(tooLong.status).toBe(413);
	expect((await tooLong.json()).detail).toBe(
		`The body is larger than ${most} bytes. Send a smaller one.`,
	);
	expect((await send(most)).status).toBe(400);
});
