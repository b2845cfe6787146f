import { expect, test } from "vitest";
import { receivedJson } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

const AT = "2026-01-01T00:00:00.000Z";
const ULID = "01KDVQ2JM0R4T7XKQ5D2V9N8HC";
const NAME = "understudyabcdefghijk";

const post = (
	target: string,
	sent: unknown,
	status: number,
	body: unknown,
) => ({
	target,
	request: { method: "POST", path: "/", body: JSON.stringify(sent) },
	response: receivedJson(body, status),
});

const ZAP = post("createZap", { name: NAME }, 201, {
	...{ id: `zap_${ULID}`, name: NAME, createdAt: AT },
});
/** Returns where the audit records of a zap have what the document has elsewhere. */
const find = (items: readonly object[]) =>
	contract
		.findInExchanges([
			ZAP,
			post("searchAudit", {}, 200, { items, nextCursor: null }),
		])
		.flatMap(({ where, expected, actual }) =>
			where.startsWith("$.items[*].") && !actual.startsWith('"')
				? [
						`${where.slice(11)} ${actual}${expected.includes(".") ? " outside" : ""}`,
					]
				: [],
		);

test("a text that two places may have is at the place with the same text", () => {
	const found = find([
		{ id: "1", at: AT, of: "zap", key: `zap_${ULID}`, detail: { name: NAME } },
	]);
	expect(found).toContain("subject.type of outside");
	expect(found.join()).not.toContain("action of");
});

test("a short word is at the only place with it, and what was not sent is nowhere missing", () => {
	const command = { id: `cmd_${ULID}`, status: "accepted", acceptedAt: AT };
	const records = [
		{ id: "1", at: AT, of: `cmd_${ULID}`, more: { run: "lids.up", on: "jar" } },
	];
	const search = post("searchAudit", {}, 200, { items: records });
	const findAfter = (sent: object) =>
		contract
			.findInExchanges([post("submitCommand", sent, 202, command), search])
			.map(({ where, actual }) => `${where} ${actual}`);
	expect(findAfter({ command: "lids.up" })).toContain(
		"$.items[*].detail.command more.run",
	);
	expect(findAfter({}).join()).not.toContain("detail.command");
});

test("an object with all parts of another one has another name", () => {
	const at = { id: "1", at: AT, action: "zap.created" };
	const subject = { type: "zap", id: `zap_${ULID}` };
	const found = find([{ ...at, subject, details: { name: NAME } }]);
	expect(found).toEqual(["detail details"]);
	const inner = find([{ ...at, subject, details: { title: NAME } }]);
	expect(inner).toEqual(["detail details", "detail.name details.title"]);
	const flat = find([{ ...at, subject, title: NAME }]);
	expect(flat).toEqual(["detail.name title outside"]);
	const text = find([{ ...at, subject, message: `Made "${NAME}".` }]);
	expect(text).toEqual(["detail.name in the text of message outside"]);
});

test("an object that no record has is missing as a whole, unless a part of it is elsewhere", () => {
	const at = { id: "1", at: AT, subject: { type: "zap", id: `zap_${ULID}` } };
	expect(find([{ ...at, event: "CreateZap" }])).toEqual([
		"action event",
		"detail missing",
	]);
	const parts = find([{ ...at, event: "CreateZap", detail: {} }]);
	expect(parts).toEqual(["action event", "detail.name missing"]);
});

test("what the document allows to be missing is marked", () => {
	const subject = { type: "zap", id: `zap_${ULID}` };
	const record = { id: "1", at: AT, action: "zap.created", subject };
	const found = contract.findInExchanges([
		ZAP,
		post("searchAudit", {}, 200, { items: [record], nextCursor: null }),
	]);
	expect(
		found.map(({ where, actual, isAllowed }) => [where, actual, isAllowed]),
	).toEqual([["$.items[*].detail", "missing", true]]);
});

test("of several records of one request, the first one has the action", () => {
	const record = (id: string, action: string, second: number) => ({
		...{ id, action, at: `2026-01-01T00:00:0${second}.000Z` },
		...{ subject: { type: "zap", id: `zap_${ULID}` }, detail: { name: NAME } },
	});
	const findActions = (items: readonly object[]) =>
		contract
			.findInExchanges([
				ZAP,
				post("searchAudit", {}, 200, { items, nextCursor: null }),
			])
			.flatMap(({ where, actual }) =>
				where === "$.items[*].action" ? [actual] : [],
			);
	const made = record("1", "zap.made", 1);
	expect(findActions([record("2", "zap.run", 2), made])).toEqual([
		'"zap.made"',
	]);
	expect(findActions([record("2", "zap.run", 1), made])).not.toContain(
		'"zap.made"',
	);
});
