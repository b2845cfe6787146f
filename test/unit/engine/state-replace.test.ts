import { expect, test } from "vitest";
import { catchControlError } from "../../support/catch-control-error.ts";
import { createTestMock } from "./test-mock.ts";

const AT = "2025-12-31T00:00:00.000Z";
const ID = "01KDVQ2JM00000000000000000";
const zap = { id: `zap_${ID}`, name: "Imported", createdAt: AT };

const COLLECTIONS = ["zaps", "commands", "pipelines", "audit"];

const audit = {
	id: `aud_${ID}`,
	at: AT,
	action: "zap.created",
	subject: { type: "zap", id: zap.id },
	detail: { name: "Needle" },
};

test("finds replaced records, and empties omitted collections", async () => {
	await using mock = createTestMock();
	const search = () => mock.post("/v1/audit/search", { text: "NEEDLE" });
	await mock.setState({ zaps: [zap], audit: [audit] });
	expect((await mock.get("/metrics")).body).toContain("\ncommands_total 0\n");
	expect((await search()).body).toMatchObject({ items: [audit] });
	await mock.setState({ zaps: [zap] });
	expect((await search()).body).toMatchObject({ items: [] });
});

test("ends the search for a long text in a long audit record", async () => {
	await using mock = createTestMock();
	const long = { ...audit, detail: { name: "A".repeat(1_000_000) } };
	await mock.setState({ audit: [long] });
	const half = "a".repeat(250_000);
	for (const [text, items] of [
		[half + half, [{ id: audit.id }]],
		[`${half}b${half}`, []],
	]) {
		const { body } = await mock.post("/v1/audit/search", { text });
		expect(body).toMatchObject({ items });
	}
});

test("stores records as if they were sent as JSON, whatever changes later in what was imported or exported", async () => {
	await using mock = createTestMock();
	const owner = new Proxy({ since: new Date(0), until: undefined }, {});
	const input = { ...zap, owner };
	await mock.setState({ zaps: [input] });
	input.name = "changed";
	const { zaps } = await mock.state();
	const kept = { ...zap, owner: { since: "1970-01-01T00:00:00.000Z" } };
	expect(zaps).toStrictEqual([kept]);
	Object.assign(zaps?.[0] ?? {}, { name: "changed" });
	expect(await mock.names()).toEqual(["Imported"]);
});

const ZAP_ID = "must match ^zap_[0-7][0-9A-HJKMNP-TV-Z]{25}$";
const UNKNOWN = "is an unknown collection.";
const AVAILABLE = `Available: ${COLLECTIONS.join(", ")}`;
const NO_OBJECT = ` must be an object with ${COLLECTIONS.join(", ")}`;
const NO_JSON = "which JSON does not have";

test.each<[state: unknown, ...errors: string[]]>([
	[null, NO_OBJECT],
	[[], NO_OBJECT],
	["{}", NO_OBJECT],
	[{ "a/b": [] }, `/a~1b ${UNKNOWN} ${AVAILABLE}`],
	[{ zaps: {} }, "/zaps must be an array"],
	[{ zaps: null }, "/zaps must be an array"],
	[{ zaps: [1] }, "/zaps/0 must be an object"],
	[{ zaps: new Array(1) }, "/zaps/0 must be an object"],
	[
		{ zaps: [zap, { ...zap, id: "mine", name: 1 }] },
		`/zaps/1/id ${ZAP_ID}`,
		"/zaps/1/name must be a string",
	],
	[
		{ zaps: [{ id: zap.id }] },
		"/zaps/0/name is required",
		"/zaps/0/createdAt is required",
	],
	[
		{ zaps: [zap, { ...zap, deep: [{ "a/b": 1n }] }] },
		`/zaps/1/deep/0/a~1b is a bigint, ${NO_JSON}`,
	],
	[
		{ zaps: [{ ...zap, act() {} }], commands: [Symbol("x")] },
		`/zaps/0/act is a function, ${NO_JSON}`,
		`/commands/0 is a symbol, ${NO_JSON}`,
	],
])("rejects %o, and replaces nothing", async (state, ...errors) => {
	await using mock = createTestMock();
	const before = await mock.state();
	const setting = mock.setState(state as never);
	const rejected = await catchControlError(setting);
	expect(rejected.status).toBe(400);
	const places = rejected.errors.map((place) => Object.values(place).join(" "));
	expect(places).toEqual(errors);
	expect(await mock.state()).toEqual(before);
});

test("reports at most 25 errors", async () => {
	await using mock = createTestMock();
	const zaps = Array.from({ length: 100_000 }, () => ({}));
	const setting = mock.setState({ zaps });
	const { errors } = await catchControlError(setting);
	expect(errors.length).toBeGreaterThan(0);
	expect(errors.length).toBeLessThanOrEqual(25);
});
