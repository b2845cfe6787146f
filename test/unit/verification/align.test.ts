import { expect, test } from "vitest";
import { align } from "../../../src/document/judgment/align.ts";
import type { Shape } from "../../../src/document/model.ts";
import { array, may, object, TEXT } from "../../support/openapi.ts";

const time: Shape = { type: "string", format: "date-time", pattern: "Z$" };
const item: Shape = {
	type: "object",
	properties: {
		id: { type: "string", pattern: "^zap_[0-9A-Z]{8}$" },
		name: { type: "string", minLength: 1 },
		at: time,
		kind: { const: "zap" },
		note: TEXT,
		subject: object({ type: TEXT, id: TEXT }),
	},
	required: ["id", "name", "at", "kind", "subject"],
};
const page: Shape = object({
	items: array(item),
	nextCursor: { type: ["string", "null"] },
});

const subject = { type: "a", id: "b" };
const others = { kind: "zap", subject };
const at = "2026-01-01T00:00:00.000Z";
const record = { id: "zap_0123ABCD", name: "One", at, ...others };
const { id, name, ...rest } = record;
const { subject: _, ...flat } = record;

const renamed = (actual: string) => `$.name: name > ${actual}`;

/** Aligns a value, and returns its deviations as `where: expected > actual`. */
function find(
	schema: Shape,
	value: unknown,
	sent = {},
	maxDeviations = Infinity,
	renamed = new Map<string, string>(),
) {
	const context = { where: "$", example: undefined, sent, renamed };
	const limited = { ...context, maxDeviations };
	const { deviations, ...others } = align(schema, value, limited);
	const lines = deviations.map(
		({ where, expected, actual }) => `${where}: ${expected} > ${actual}`,
	);
	return { lines, ...others };
}

test("a property that another item has under its own name is not renamed in an item that lacks it", () => {
	const { id: _, ...lacking } = { ...record, owner_id: "zap_0123ABCE" };
	const items = [{ ...record, owner_id: "zap_0123ABCE" }, lacking];
	const { lines } = find(page, { items, nextCursor: null });
	expect(lines).toEqual(["$.items[*].id: id > missing"]);
	const renamed = find(page, { items: [lacking], nextCursor: null });
	expect(renamed.lines).toEqual(["$.items[*].id: id > owner_id"]);
});

test("the numbers of a page beside its list do not wrap it, whatever their names are", () => {
	const meta = { limit: 20, totalItems: 1 };
	const { lines } = find(page, { data: [record], meta });
	expect(lines[0]).toBe("$.items: items > data");
	expect(lines.join()).not.toContain("wrapped in");
});

test("the changed record does not wrap the record of a change, which has names of it, too", () => {
	const times = { created: at, updated: at };
	const changed = { ...record, ...times };
	const other = { id: 7, change: "new", whose: 1, ...times, changed };
	expect(find(item, other).lines.join()).not.toContain("wrapped in");
	const { id: _, ...wrapper } = other;
	expect(
		find(item, { ...wrapper, created: 1, changed }).lines.join(),
	).toContain("wrapped in changed");
});

test("a small number is no time, although its name is more similar", () => {
	const loan: Shape = {
		...{ type: "object", required: ["acceptedAt"] },
		properties: { acceptedAt: time },
	};
	const offset = at.replace("Z", "+00:00");
	const { lines } = find(loan, { affected_count: 233, submitted_at: offset });
	expect(lines[0]).toBe("$.acceptedAt: acceptedAt > submitted_at");
});

test("of two times as numbers, the one at which something begins is meant", () => {
	const loan: Shape = {
		...{ type: "object", required: ["acceptedAt"] },
		properties: { acceptedAt: time },
	};
	const epoch = Date.parse(at);
	const { lines } = find(loan, { completedAt: epoch, lentAt: epoch });
	expect(lines[0]).toBe("$.acceptedAt: acceptedAt > lentAt");
});

const PROPERTIES = "an object with id, name, at, kind, subject";

test.each<[string, unknown, ...string[]]>([
	["nothing in a documented value", record],
	["no optional property", { ...record, note: "x" }],
	["no additional property", { ...record, more: 1 }],
	["a name in another case", { ...rest, id, Name: name }, renamed("Name")],
	[
		"a name whose value has the only fitting form",
		{ ...rest, key: id, name },
		"$.id: id > key",
	],
	["a similar name", { ...rest, id, zapName: name }, renamed("zapName")],
	[
		"two renamed properties",
		{ id, name, subject, created: at, type: "zap" },
		"$.at: at > created",
		"$.kind: kind > type",
	],
	["an envelope", { data: record }, `$: ${PROPERTIES} > wrapped in data`],
	[
		"no envelope around the other properties of a record, whose id is beside them",
		{
			id: "9f2c-04d7",
			attributes: { name, at, kind: "zap", requestId: "5d1e-77aa" },
			relationships: { subject },
		},
		"$.id: a value of type string > another string",
		"$.name: name > attributes.name",
		"$.at: at > attributes.at",
		"$.kind: kind > attributes.kind",
		"$.subject: subject > relationships.subject",
	],
	[
		"the record itself, although another one is in it",
		{
			id: "7",
			zapName: name,
			made: at,
			type: "zap",
			book: { id: "8", name, at },
		},
		"$.id: a value of type string > a string of digits",
		renamed("zapName"),
		"$.at: at > made",
		"$.kind: kind > type",
		"$.subject: subject > missing",
	],
	[
		"a missing property, although another record has it",
		{ ...rest, id, book: { id: "8", name } },
		renamed("missing"),
	],
	[
		"properties that moved into an object beside the others",
		{ id, subject, attributes: { name, at, kind: "zap" } },
		"$.name: name > attributes.name",
		"$.at: at > attributes.at",
		"$.kind: kind > attributes.kind",
	],
	[
		"a flattened object",
		{ ...flat, subjectType: "a", subjectId: "b" },
		"$.subject: subject > flattened into subjectType, subjectId",
	],
	[
		"a flattened object with another name",
		{ ...flat, book_type: "a", book_id: "b", type: { id: "c", type: "d" } },
		"$.subject: subject > flattened into book_type, book_id",
	],
	[
		"no flattened object where two may be meant",
		{ ...flat, a_type: "a", a_id: "b", b_type: "a", b_id: "b" },
		"$.subject: subject > missing",
	],
	["a missing property", { ...rest, id }, renamed("missing")],
	[
		"an object with nothing in common",
		{ error: "no" },
		`$: ${PROPERTIES} > an object with error`,
	],
	["another constant", { ...record, kind: "ZAP" }, '$.kind: "zap" > "ZAP"'],
	["null", { ...record, name: null }, "$.name: a value of type string > null"],
])("finds %s", (_, value, ...lines) => {
	expect(find(item, value).lines).toEqual(lines);
});

test.each([
	[
		"a list without an object around it",
		[record],
		"$: an object with items, nextCursor > an array, without an object around it",
	],
	[
		"a list in an object",
		{ items: { list: [record] }, nextCursor: null },
		"$.items: an array > an object with the array in list",
	],
	[
		"a property that moved into another object",
		{ items: [], page: { next: "c", size: 1 } },
		"$.nextCursor: nextCursor > page.next",
	],
	[
		"the same deviation of each item once for each",
		{ items: [{ ...record, at: 5 }, record], nextCursor: null },
		"$.items[*].at: a value of type string > an integer",
	],
])("finds in a page %s", (_, value, line) => {
	expect(find(page, value).lines).toEqual([line]);
});

test("the earliest of several times is the documented one, or else the first", () => {
	const lineOf = (record: object) =>
		find(item, { id, name, ...others, ...record }).lines;
	const later = "2026-01-01T00:00:09.000Z";
	expect(lineOf({ stored_on: at, last_on: at })).toEqual([
		"$.at: at > stored_on",
	]);
	expect(lineOf({ finished_on: at, started_on: at })).toEqual([
		"$.at: at > started_on",
	]);
	for (const [one, other] of [
		["stored_on", "last_on"],
		["last_on", "stored_on"],
	] as const)
		expect(lineOf({ [one]: 1767225600, [other]: 1767225609 })).toContain(
			`$.at: at > ${one}`,
		);
	expect(lineOf({ last_on: later, stored_on: at })).toEqual([
		"$.at: at > stored_on",
	]);
	expect(lineOf({ on: at, createdAt: later })).toEqual([
		"$.at: at > createdAt",
	]);
});

test("the id of another record tells which of two beginnings is meant", () => {
	const ids = { log_id: "log-0123456789", of_id: "jar-0123456789" };
	const value = { ...flat, ...ids, log_type: "a", of_type: "b" };
	const { deviations } = align(item, value, {
		...{ where: "$", example: undefined, sent: {}, renamed: new Map() },
		maxDeviations: Infinity,
		countUses: (text) => (text === ids.of_id ? -1 : 0),
	});
	expect(deviations.map(({ actual }) => actual)).toContain(
		"flattened into of_type, of_id",
	);
});

test("compares no more items after the given number of deviations", () => {
	const items = Array.from({ length: 9 }, () => ({ ...rest, id }));
	const { lines } = find(page, { items, nextCursor: null }, {}, 3);
	expect(lines).toHaveLength(3);
});

test("finds a value that is no object", () => {
	expect(find({ type: "object" }, 5).lines).toEqual([
		"$: an object > an integer",
	]);
});

test.each<[string, unknown, string, unknown?]>([
	["at", 1_767_225_600_000, "a number of milliseconds", at],
	["at", 1_767_225_600, "a number of seconds", at],
	["at", "2026-01-01T00:00:00.000+00:00", "a time with an offset", at],
	["at", "2026-01-01 00:00:00", "a time without a zone", at],
	["id", 7, "an integer", "7"],
	["id", "7", "a string of digits"],
	["id", "0b7a1c9e-1111-4222-8333-123456789abc", "a UUID"],
	["id", "zap-0123456789", "a string that starts with zap-"],
	["id", "aZ-0123456789", "another string"],
	["id", "", "an empty string"],
])(
	"describes and translates the %s %j, which is %s",
	(name, value, actual, translated = value) => {
		const found = find(item, { ...record, [name]: value });
		expect(found.lines).toEqual([
			`$.${name}: a value of type string > ${actual}`,
		]);
		expect(found.value).toEqual({ ...record, [name]: translated });
	},
);

test("an error whose only other property is empty has the place in it", () => {
	const error: Shape = object({
		pointer: { type: "string", pattern: "^(/.*)?$" },
		detail: TEXT,
	});
	const { deviations } = align(
		error,
		{ field: "", detail: "is empty" },
		{
			...{ where: "$", sent: {}, renamed: new Map(), status: 400 },
			...{ example: { pointer: "/name", detail: "is required" } },
			maxDeviations: 1,
		},
	);
	expect(deviations).toMatchObject([{ expected: "pointer", actual: "field" }]);
});

const problem: Shape = object({
	title: TEXT,
	detail: TEXT,
	errors: array(TEXT),
});
const explain = (value: unknown, example: object) =>
	align(problem, value, {
		...{ where: "$", sent: {}, renamed: new Map(), status: 400 },
		...{ maxDeviations: 9, example: { status: 400, ...example } },
	}).deviations.map(({ where, actual }) => `${where} ${actual}`);

test("an object beside the sentence of an error does not wrap the error", () => {
	const about = { of: "body", keys: ["label"] };
	const wrapped = { title: "Bad Request", detail: "It is bad." };
	expect(explain({ text: "It is bad.", about }, wrapped)).not.toContain(
		"$ wrapped in about",
	);
	expect(explain({ about }, wrapped)).toContain("$ wrapped in about");
});

test("of several sentences, the first one counts, and a placeholder is no place", () => {
	const example = { title: "Bad Request", detail: "It is bad." };
	const found = explain(
		{
			...{ message: "The label is bad.", detour: "The … is bad." },
			values: { "{{ errors }}": ["label"] },
		},
		example,
	);
	expect(found).toContain("$.detail message");
	expect(found.join()).not.toContain("values.");
});

test("recognizes a renamed property that repeats the request", () => {
	const value = { ...rest, id, label: "One", other: "Two" };
	expect(find(item, value, { name }).lines).toEqual([renamed("label")]);
});

test("translates into the documented form, and lists properties that the document does not know", () => {
	const list = [{ ...flat, subjectType: "a", subjectId: "b", extra: 1 }];
	const { value, additional } = find(page, {
		data: { items: list, next: "c" },
	});
	const items = [{ ...record, extra: 1 }];
	expect(value).toEqual({ items, nextCursor: "c" });
	expect(additional).toEqual(["$.items[*].extra"]);
});

test("a value that an enumeration does not list deviates, also in another case", () => {
	const state: Shape = { type: ["string", "null"], enum: ["full", null] };
	expect(find(state, "full").lines).toEqual([]);
	expect(find(state, null).lines).toEqual([]);
	expect(find(state, "Full").lines).toEqual([
		'$: one of "full", null > "Full"',
	]);
	expect(find(state, 1).lines).toEqual(['$: one of "full", null > 1']);
});

test("each of many missing properties deviates, beside many that the document does not know", () => {
	const required = Array.from({ length: 450 }, (_, index) => `part${index}`);
	const properties = Object.fromEntries(required.map((name) => [name, TEXT]));
	const present = required.slice(150).map((name) => [name, "a"]);
	const unknown = Array.from({ length: 4_000 }, (_, index) => [
		...[`word${index}`, { index }],
	]);
	const { lines } = find(
		{ type: "object", properties, required },
		Object.fromEntries([...present, ...unknown]),
	);
	expect(lines).toHaveLength(150);
});

test.each([
	["names", (index: number) => [`word${index}`, index]],
	["objects", (index: number) => [`word${index}`, { index }]],
])(
	"a property with very many %s is not an object with many required ones",
	(_, create) => {
		const required = Array.from({ length: 300 }, (_, index) => `part${index}`);
		const properties = Object.fromEntries(required.map((name) => [name, TEXT]));
		const data = Object.fromEntries(
			Array.from({ length: 200_000 }, (_, i) => create(i)),
		);
		const { lines } = find({ type: "object", properties, required }, { data });
		expect(lines).toEqual([
			expect.stringMatching(/^\$: an object with part0, /),
		]);
	},
);

/** Returns a schema, and a value with other names, that nest objects in objects. */
function nestRenamed(depth: number): [schema: Shape, value: object] {
	const texts = ["street", "city", "country", "currency"];
	const others = ["strasse", "ort", "land", "waehrung"];
	const text: Shape = TEXT;
	const properties = Object.fromEntries(texts.map((name) => [name, text]));
	const values: Record<string, unknown> = Object.fromEntries(
		others.map((name) => [name, 1]),
	);
	if (depth > 0) {
		const [inner, value] = nestRenamed(depth - 1);
		for (const name of ["billing", "customer", "shipping"])
			properties[name] = inner;
		for (const name of ["kunde", "lieferung", "rechnung"]) values[name] = value;
	}
	const required = Object.keys(properties);
	return [{ type: "object", properties, required }, values];
}

test("nested objects with other names deviate, however deep they are", () => {
	const [schema, value] = nestRenamed(7);
	expect(find(schema, value).lines).not.toEqual([]);
});

/** Returns an object with so many properties. */
const createMany = <Value>(count: number, name: string, value: Value) =>
	Object.fromEntries(
		Array.from({ length: count }, (_, index) => [`${name}${index}`, value]),
	);

test.each<[string, Shape, object]>([
	["an inner object", TEXT, { x: createMany(300, "q", 1) }],
	[
		"flat columns",
		{
			type: "object",
			properties: createMany(60, "part", {}),
			required: Object.keys(createMany(60, "part", 0)),
		},
		createMany(100, "column_name_", "v"),
	],
])(
	"missing properties are searched in %s of few records only",
	(_, each, record) => {
		const properties = createMany(10, "propertyName", each);
		const items = { ...may(properties), required: Object.keys(properties) };
		const records = Array.from({ length: 1_500 }, () => record);
		const { lines } = find(array(items), records);
		expect(lines.length).toBeGreaterThanOrEqual(1_000);
	},
);

test("a name that an object has shown is known in very many others", () => {
	const wide = Object.fromEntries(
		Array.from({ length: 90 }, (_, index) => [`other${index}`, index]),
	);
	const items = Array.from({ length: 2_000 }, () => ({
		...wide,
		bookTitle: "a",
	}));
	const schema: Shape = array(object({ title: TEXT }));
	const { lines } = find(schema, items);
	expect(new Set(lines)).toEqual(new Set(["$[*].title: title > bookTitle"]));
});

test("a value of many nested alternatives has the deviations of one of them", () => {
	let schema: Shape = TEXT;
	let value: unknown = 1;
	for (let depth = 0; depth < 24; depth += 1) {
		const inner = schema;
		schema = {
			anyOf: ["a", "b"].map((name) => ({
				...{ type: "object", required: [name] },
				properties: { [name]: inner },
			})),
		};
		value = { b: value };
	}
	expect(find(schema, value).lines).toHaveLength(1);
});

test("a long text without spaces takes little time", () => {
	const text = `${"1".repeat(100_000)}\n`;
	expect(find(item, { ...rest, name, avatar: text }).lines).toEqual([
		"$.id: id > missing",
	]);
});

test("a long enumeration takes little time, however many values have it", () => {
	const values = Array.from({ length: 2_000 }, (_, index) => `value-${index}`);
	const list: Shape = array({ enum: values });
	const found = find(list, [...Array(50_000).fill("value-0"), "other"]);
	expect(found.lines).toEqual([
		`$[*]: one of ${values.map((each) => `"${each}"`).join(", ")} > "other"`,
	]);
});

test("a long name around many others takes little time", () => {
	const inner = Object.fromEntries(
		Array.from({ length: 300 }, (_, index) => [`x${index}`, "y"]),
	);
	const found = find(item, { ...rest, a: { ["k".repeat(4_000_000)]: inner } });
	const lines = found.lines.map((line) => line.slice(0, 20));
	expect(lines).toEqual(["$.id: id > missing", "$.name: name > a.kkk"]);
});

test("a record keeps its own id where another object has the id of a record under another name", () => {
	const renamed = new Map([["id", "zapId"]]);
	const value = { ...rest, id: 7, zapId: 8 };
	const { lines } = find(item, value, {}, Infinity, renamed);
	expect(lines.filter((each) => each.startsWith("$.id"))).toEqual([
		expect.stringContaining("an integer"),
	]);
});
