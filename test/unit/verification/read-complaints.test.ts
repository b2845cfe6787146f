import { expect, test } from "vitest";
import { readComplaints } from "../../../src/verification/learning/rejections/read-complaints.ts";

test("of a binding error of Spring, only the field is the name of a property", () => {
	const rejection = {
		...{ timestamp: "2026-01-01T00:00:00.000+00:00", path: "/books" },
		...{ status: 400, error: "Bad Request" },
		message: "Validation failed for object='newBook'. Error count: 2",
		errors: ["title", "shelf"].map((field) => ({
			codes: [`NotNull.newBook.${field}`, `NotNull.${field}`, "NotNull"],
			arguments: [{ codes: [`newBook.${field}`], defaultMessage: field }],
			defaultMessage: `must not be null in newBook.${field}`,
			...{ objectName: "newBook", field, rejectedValue: null },
			...{ bindingFailure: false, code: "NotNull" },
		})),
	};
	// The service has shown these in rejections of other requests.
	const codes = { names: new Set(["path"]), texts: new Set(["/books"]) };
	expect(readComplaints(rejection, codes)).toMatchObject([
		{ paths: [["title"]], text: "must not be null in newBook.title" },
		{ paths: [["shelf"]], text: "must not be null in newBook.shelf" },
	]);
});

test("the name of a list of sentences is not that of a property, unless the request has it", () => {
	const rejection = { errors: ["title must be there"] };
	const read = (names: readonly string[]) =>
		readComplaints(rejection, undefined, names).map(({ paths }) => paths);
	expect(read([])).toEqual([[]]);
	expect(read(["errors"])).toEqual([[["errors"]]]);
});

test.each([
	["a text", { "{{ choices }}": '"hardback", "paperback"' }],
	["an array", { allowedValues: ["hardback", "paperback"] }],
])(
	"the accepted values beside an error belong to its text: %s",
	(_, parameters) => {
		const title = "The value is not a valid choice.";
		const violations = [{ propertyPath: "binding", title, parameters }];
		expect(readComplaints({ violations })).toMatchObject([
			{ paths: [["binding"]], text: `"hardback", "paperback" ${title}` },
		]);
	},
);

test("the accepted values beside the code of a validator belong to the text of the error", () => {
	const message = "Key: 'Book.Binding' failed on the 'oneof' tag";
	const param = "hardback paperback";
	const read = (tag: string) =>
		readComplaints({ errors: [{ field: "binding", tag, param, message }] });
	expect(read("oneof")).toMatchObject([
		{
			paths: [["binding"]],
			text: expect.stringContaining('"hardback", "paperback"'),
		},
	]);
	expect(read("min")[0]?.text).not.toContain('"hardback"');
});

test("a sentence that repeats a list adds no accepted values", () => {
	const param = "hardback paperback";
	const message = "must be one of: hardback, paperback";
	const error = { field: "binding", rule: "oneof", param, message };
	const [{ text = "" } = {}] = readComplaints({ errors: [error] });
	expect(text).toContain('"hardback", "paperback"');
	expect(text).not.toContain('"must"');
});

test("the parameter of a rule is no place beside that of the error", () => {
	const message = "must not contain duplicates";
	const error = { rule: "unique", param: "title", message };
	expect(
		readComplaints({ errors: [{ field: "books", ...error }] }),
	).toMatchObject([{ paths: [["books"]] }]);
	expect(readComplaints({ errors: [error] })).toMatchObject([
		{ paths: [["title"]] },
	]);
});

test("the words of a sentence beside a list are no accepted values", () => {
	const error = {
		...{ message: "The selected binding is invalid", rule: "enum" },
		...{ field: "binding", meta: { choices: ["hardback", "paperback"] } },
	};
	expect(readComplaints({ errors: [error] })).toMatchObject([
		{ text: '"hardback", "paperback" The selected binding is invalid' },
	]);
});

test("a name that was sent may stand in an object beside the text of an error", () => {
	const error = {
		...{ instancePath: "", keyword: "additionalProperties" },
		...{ schemaPath: "#/additionalProperties" },
		params: { additionalProperty: "colour" },
		message: "must NOT have additional properties",
	};
	expect(readComplaints([error], undefined, ["title", "colour"])).toMatchObject(
		[{ paths: [["colour"]] }],
	);
});

test("the place of a rule in a schema is no place in the request", () => {
	const error = {
		...{ instancePath: "/pages", keyword: "type" },
		...{ schemaPath: "#/properties/pages/type" },
		...{ params: { type: "integer" }, message: "must be integer" },
	};
	expect(readComplaints([error])).toMatchObject([{ paths: [["pages"]] }]);
});

test("a name in the text of an error is inside the item at its place", () => {
	const error = {
		instancePath: "/books/0",
		message: "must have required property 'title'",
	};
	expect(readComplaints([error])).toMatchObject([
		{
			paths: [
				["books", "0", "title"],
				["books", "0"],
			],
		},
	]);
});

test.each([
	["Field 'title' is missing at path: $", [["title"]]],
	[
		"Fields [title, shelf] are needed, but they were missing at path: $.books[0]",
		[
			["books", "0", "title"],
			["books", "0", "shelf"],
		],
	],
	[
		"Expected a text, but got [ at path: $.books[0].title",
		[["books", "0", "title"]],
	],
])("a place in JSON is that of the error: %s", (sentence, paths) => {
	const found = readComplaints({ errors: [sentence] });
	expect(found.flatMap((each) => each.paths)).toEqual(paths);
	expect(found.flatMap(({ words }) => words)).toEqual([]);
});

test("names in brackets are a path", () => {
	const found = readComplaints({
		error: "cover[kind] is missing, pages[0][of] is not valid",
	});
	expect(found.map(({ paths: [path], words }) => [path, words])).toEqual([
		[["cover", "kind"], []],
		[["pages", "0", "of"], []],
	]);
});

test("the full name of a class has no names of properties", () => {
	const [complaint] = readComplaints(
		"Field 'title' of type org.shop.books.NewBook is missing",
	);
	expect(complaint?.paths).toEqual([["title"]]);
});

test("a list of errors says more than the sentence beside it", () => {
	const [first] = readComplaints({
		message: "The book is not valid",
		errors: ["The shelf is full"],
	});
	expect(first?.text).toBe("The shelf is full");
});
