import { expect, test } from "vitest";
import {
	createIdForm,
	createTimeForm,
	readTime,
} from "../../../src/behaviors/forms.ts";
import { readField } from "../../../src/document/field.ts";
import {
	createWriteContext,
	createWriteContextState,
} from "../../../src/store/write-context.ts";

const NOW = Date.parse("2026-01-02T03:04:05.678Z");
const { context } = createWriteContext(createWriteContextState(1, NOW), NOW);
const making = { context, created: 41 };

test.each([
	[{ type: "integer" }, /^4[23]$/],
	[{ type: "integer", minimum: 1000 }, /^104[12]$/],
	[{ type: "string" }, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/],
	[
		{ type: "string", pattern: "^zap-[0-7][0-9A-HJKMNP-TV-Z]{25}$" },
		/^zap-[0-9A-Z]{26}$/,
	],
	[
		{ type: "string", format: "uuid" },
		/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
	],
	[{ type: "string", pattern: "^[a-f0-9]{24}$" }, /^[a-f0-9]{24}$/],
	[{ type: "string", pattern: "^Z-\\d{6}$" }, /^Z-\d{6}$/],
	[{ type: "string", pattern: "^zap_\\w+$" }, /^zap_\w+$/],
])("an id of %j matches it, and is another each time", (schema, expected) => {
	const make = createIdForm(readField(schema));
	const ids = [make(making), make({ context, created: 42 })];
	expect(ids.map(String)).toEqual([
		expect.stringMatching(expected),
		expect.stringMatching(expected),
	]);
	expect(ids[0]).not.toBe(ids[1]);
});

test("an id whose pattern is too complex is refused with a remedy", () => {
	const schema = { type: "string", pattern: "^(a|b)(?=c).*$" };
	expect(() => createIdForm(readField(schema))).toThrow(
		/cannot be made\. Use format: uuid, type: integer, or a pattern/,
	);
});

const UTC = "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d";

test.each([
	[{ type: "string", format: "date-time" }, "2026-01-02T03:04:05.678Z"],
	[{ type: "string", pattern: `${UTC}Z$` }, "2026-01-02T03:04:05Z"],
	[
		{ type: "string", pattern: `${UTC}\\.\\d{6}Z$` },
		"2026-01-02T03:04:05.678000Z",
	],
	[{ type: "string", pattern: `${UTC}\\+00:00$` }, "2026-01-02T03:04:05+00:00"],
	[
		{ type: "string", pattern: `${UTC}\\.\\d{7}Z$` },
		"2026-01-02T03:04:05.6780000Z",
	],
	[{ type: "string", pattern: `${UTC}\\.\\dZ$` }, "2026-01-02T03:04:05.6Z"],
	[
		{ type: "string", pattern: `${UTC}\\.\\d{4}\\+00:00$` },
		"2026-01-02T03:04:05.6780+00:00",
	],
	[{ type: "integer" }, Math.floor(NOW / 1000)],
	[{ type: "integer", example: NOW }, NOW],
	[{ type: "integer", format: "unix-millis" }, NOW],
])(
	"a time of %j is written as %j, and can be read again",
	(schema, expected) => {
		const write = createTimeForm(readField(schema));
		const written = write("2026-01-02T03:04:05.678Z");
		expect(written).toBe(expected);
		expect(Math.floor(readTime(written) / 1000)).toBe(Math.floor(NOW / 1000));
	},
);

test("a time whose pattern is no RFC 3339 is refused with a remedy", () => {
	expect(() =>
		createTimeForm(readField({ type: "string", pattern: "^\\d\\d:\\d\\d$" })),
	).toThrow(/cannot be made\. Use a pattern that RFC 3339/);
});
