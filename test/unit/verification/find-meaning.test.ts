import { expect, test } from "vitest";
import {
	type JudgeOptions,
	judgeResponse,
} from "../../../src/document/judgment/judge-response.ts";
import { received, receivedJson } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

/** Returns the places of a response to a request that creates a zap, and where their values are. */
function findPlaces(
	response: unknown,
	status: number,
	options: JudgeOptions = {},
): string[] {
	const { deviations } = judgeResponse(
		contract.documented,
		{
			target: "createZap",
			request: {
				method: "POST",
				path: "/v1/zaps",
				body: JSON.stringify({ name: "A jar of plums" }),
			},
			response: received(status, JSON.stringify(response), {
				"content-type": "application/problem+json",
			}),
			status: status === 200 ? 201 : status,
		},
		options,
	);
	return deviations.map(({ where, actual }) => `${where} ${actual}`);
}

const JAR = {
	name: "jars/8c1f2d",
	uid: "5f0e2a77-8c1f",
	label: "A jar of plums",
	createdAt: "2026-01-01T00:00:00.000Z",
};

test("an id is the text by which other operations name the record, whatever its name is", () => {
	const countUses = (text: string) => (text.startsWith("jars/") ? 1 : 0);
	expect(findPlaces(JAR, 200, { countUses })).toEqual(
		expect.arrayContaining(["$.id name", "$.name label"]),
	);
	expect(findPlaces(JAR, 200)).toContain("$.id uid");
	const isOfOther = () => -1;
	expect(findPlaces(JAR, 200, { countUses: isOfOther })).toContain(
		"$.id missing",
	);
});

test("the id of an inner record is not that of the object itself", () => {
	const { name, createdAt } = JAR;
	const owner = { id: 7, power: 1 };
	expect(findPlaces({ name, createdAt, owner }, 201)).toContain("$.id missing");
	const meta = { id: 7, created: createdAt };
	expect(findPlaces({ name, meta }, 201)).toContain("$.id meta.id");
	expect(findPlaces({ name, createdAt, key: { id: 7 } }, 201)).toContain(
		"$.id key.id",
	);
});

test("an object that repeats a text of the request is the record, whatever its names are", () => {
	const { label, uid } = JAR;
	const record = { id: uid, label, added: "2026-01-01 00:00:00" };
	expect(findPlaces({ done: true, jar: record }, 201)).toEqual(
		expect.arrayContaining(["$ wrapped in jar", "$.name label"]),
	);
	const other = { done: true, jar: { ...record, label: "Plums" } };
	expect(findPlaces(other, 201)).not.toContain("$ wrapped in jar");
});

test("an object of which the names have one letter wraps nothing", () => {
	const { uid, label } = JAR;
	const receipt = { key: uid, text: label, parts: { a: 1, m: 2, c: 3 } };
	expect(findPlaces(receipt, 201)).not.toContain("$ wrapped in parts");
});

test("the status, the text and the list of an error are found by their values", () => {
	const places = findPlaces(
		{
			...{ number: 400, status: "WRONG", phrase: "Bad Request" },
			...{ text: "The jar has no name.", type: "about:blank" },
			parts: [
				{ kind: "info" },
				{ faults: [{ place: "name", text: "is not there" }] },
			],
		},
		400,
	);
	expect(places).toEqual(
		expect.arrayContaining([
			"$.status number",
			"$.title phrase",
			"$.detail text",
			"$.errors parts[*].faults",
			"$.errors[*].detail text",
		]),
	);
});

test("the time of an error, and the path of its request, are no type", () => {
	const places = findPlaces(
		{
			...{ timestamp: "2026-01-01T00:00:00.000Z", status: 400 },
			...{ error: "Bad Request", path: "/v1/jars" },
			message: "The body is missing.",
		},
		400,
	);
	expect(places).toEqual(
		expect.arrayContaining([
			...["$.type missing", "$.errors missing"],
			...["$.title error", "$.detail message"],
		]),
	);
});

test("the code of an error is no parameter, if the error has the name in an array", () => {
	const find = (place: unknown): string[] =>
		judgeResponse(contract.documented, {
			target: "listZaps",
			request: { method: "GET", path: "/v1/zaps?limit=ten" },
			response: received(
				400,
				JSON.stringify({
					...{ type: "about:blank", title: "Bad Request", status: 400 },
					detail: "The limit is wrong.",
					errors: [
						{ message: "It is no number.", kind: "number", ...Object(place) },
					],
				}),
				{ "content-type": "application/problem+json" },
			),
			status: 400,
		}).deviations.map(({ where, actual }) => `${where} ${actual}`);
	expect(find({ path: ["limit"] })).not.toContain("$.errors[*].parameter kind");
	expect(find({ note: ["no place"] })).toContain("$.errors[*].parameter kind");
});

/** Returns the places of the properties of a record in a list of audit records. */
function findRecordPlaces(record: unknown): string[] {
	const { deviations } = judgeResponse(contract.documented, {
		target: "searchAudit",
		request: { method: "POST", path: "/v1/audit/search", body: "{}" },
		response: receivedJson({ items: [record], nextCursor: null }),
		status: 200,
	});
	return deviations.map(({ where, actual }) => `${where} ${actual}`);
}

test("the kind of a record is not its time, which is beside its other properties", () => {
	const places = findRecordPlaces({
		attributes: {
			...{ action: "jar.filled", actor: "kim" },
			writtenAt: "2026-01-01T00:00:00.000Z",
		},
		id: "8c1f2d5f-0e2a-4770-8c1f-5f0e2a770000",
		relationships: { subject: { data: { type: "jars", id: "8c1f2d" } } },
		type: "journalEntries",
	});
	expect(places).toContain("$.items[*].at attributes.writtenAt");
});

test("of several times beside each other, the earliest is that of the creation", () => {
	const attributes = {
		openedAt: null,
		writtenAt: "2026-01-01T00:00:00.000Z",
		updatedAt: "2026-01-01T00:01:00.000Z",
		name: "A jar of plums",
	};
	const id = "8c1f2d5f-0e2a-4770-8c1f-5f0e2a770000";
	const jar = { id, type: "jars", attributes };
	const place = "$.createdAt attributes.writtenAt";
	expect(findPlaces(jar, 201)).toContain(place);
	const same = { ...attributes, updatedAt: attributes.writtenAt };
	expect(findPlaces({ ...jar, attributes: same }, 201)).toContain(place);
});

test("a text of the request is found beside the id of a record, whatever its name is", () => {
	const id = "8c1f2d5f-0e2a-4770-8c1f-5f0e2a770000";
	const attributes = { label: "A jar of plums", shelf: "upper" };
	expect(findPlaces({ data: { id, attributes, type: "jars" } }, 201)).toContain(
		"$.name data.attributes.label",
	);
});

test("an id inside another object is not that of the record if another operation names it", () => {
	const plums = "8c1f2d5f-0e2a-4770-8c1f-5f0e2a770000";
	const jar = { name: "A jar of plums", parts: { plumId: plums } };
	expect(findPlaces(jar, 201)).toContain("$.id parts.plumId");
	const countUses = (text: string) => (text === plums ? -1 : 0);
	expect(findPlaces(jar, 201, { countUses })).toContain("$.id missing");
});

test("a word in an inner object is no time", () => {
	const places = findRecordPlaces({
		id: "8c1f2d5f-0e2a-4770-8c1f-5f0e2a770000",
		attributes: {
			changes: { state: "sealed" },
			writtenAt: "2026-01-01T00:00:00.000Z",
		},
	});
	expect(places).toContain("$.items[*].at attributes.writtenAt");
});

test("an object with a name that others have shown is the record itself, beside an inner one", () => {
	const id = "8c1f2d5f-0e2a-4770-8c1f-5f0e2a770000";
	const inner = { id, label: "plum", createdAt: "2026-01-01T00:00:00.000Z" };
	const step = { label: "A jar of plums", result: inner };
	expect(findPlaces(step, 201)).toContain("$ wrapped in result");
	const renamed = new Map([["name", "label"]]);
	const places = findPlaces(step, 201, { renamed });
	expect(places).toContain("$.name label");
	expect(places).not.toContain("$ wrapped in result");
});

test("a message with the name of the status is the title, although other messages are texts", () => {
	const renamed = new Map([["detail", "message"]]);
	const errors = [{ message: "The jar has no name." }];
	const body = { message: "Bad Request", parts: { errors } };
	const places = findPlaces(body, 400, { renamed });
	expect(places).toContain("$.title message");
	expect(places).not.toContain("$.detail message");
	const text = { ...body, message: "The jar is broken." };
	expect(findPlaces(text, 400, { renamed })).toContain("$.detail message");
});

test("the message of an error is its text, even if it is one word beside a sentence", () => {
	const found = findPlaces(
		{
			...{ type: "about:blank", title: "Bad Request", status: 400 },
			...{ detail: "No." },
			errors: [{ wanted: "'jar' | 'lid'", message: "Required", at: "/name" }],
		},
		400,
	);
	expect(found).toContain("$.errors[*].detail message");
});

test("the name of a status is no text of an error", () => {
	const errors = [{ pointer: "/name", detail: "is required" }];
	const body = { type: "about:blank", status: 400, detail: "No.", errors };
	expect(findPlaces({ ...body, message: "x", code: "y" }, 400)).toEqual([
		"$.title missing",
	]);
});

test.each([
	[{ "content-type": "text/plain" }, "415 with Content-Type text/plain"],
	[{}, "415 with no Content-Type"],
])(
	"another rejection of a body in another media type names the type: %o",
	(headers, expected) => {
		const response = { headers: {}, body: Buffer.from("") };
		const { deviations } = judgeResponse(contract.documented, {
			...{ target: "createZap", status: 415 },
			request: { method: "POST", path: "/v1/zaps", headers, body: "{}" },
			response: { ...response, status: 400 },
		});
		expect(deviations[0]).toMatchObject({ expected, actual: "400" });
	},
);

/** Returns where the id and the status of a receipt are if the service needs the id of a record in the request, too. */
function findReceiptPlaces(sent: object, receipt: object, uses = 0): string[] {
	const request = { method: "POST", path: "/v1/command" };
	const exchange = {
		request: { ...request, body: JSON.stringify({ command: "open" }) },
		adapted: {
			...request,
			body: JSON.stringify({ command: "open", ...sent }),
		},
		response: receivedJson({ command: "open", ...receipt }, 202),
		...{ target: "submitCommand", status: 202 },
	};
	const countUses = () => uses;
	return judgeResponse(contract.documented, exchange, { countUses })
		.deviations.map(({ where, actual }) => `${where} ${actual}`)
		.filter((each) => /^\$\.(id|status|command)/.test(each));
}

test("what a request sends under the same name is no other property of the response", () => {
	expect(findReceiptPlaces({ jarId: 7 }, { jarId: 7 })).toEqual([
		...["$.id missing", "$.status missing"],
	]);
	expect(findReceiptPlaces({ jar: { jarId: 7 } }, { jarId: 7 })).toContain(
		"$.id missing",
	);
	expect(findReceiptPlaces({ jarId: 7 }, { jarId: 8 })).toContain("$.id jarId");
	const type = "about:blank";
	const error = { type, status: 400, detail: "No.", errors: [] };
	const places = findPlaces({ ...error, label: "A jar of plums" }, 400);
	expect(places).toContain("$.title label");
	const names = findPlaces({ ...error, name: "A jar of plums" }, 400);
	expect(names).toContain("$.title missing");
	// The document has the command in the request, too.
	const verb = { command: undefined, verb: "open" };
	expect(findReceiptPlaces(verb, verb)).toContain("$.command verb");
	// The client may choose the id of a new record.
	const own = { jarId: "8c1f2d5f" };
	expect(findReceiptPlaces(own, own)).toContain("$.id missing");
	expect(findReceiptPlaces(own, own, 1)).toContain("$.id jarId");
});
