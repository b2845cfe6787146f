import { expect, test } from "vitest";
import { uniqueWord } from "../../../src/values/unique-word.ts";
import { inheritRepairs } from "../../../src/verification/learning/bodies/inherit-repairs.ts";
import { learnBody } from "../../../src/verification/learning/bodies/learn-body.ts";
import type { Lesson } from "../../../src/verification/learning/bodies/lesson.ts";
import { minimize } from "../../../src/verification/learning/bodies/minimize-repairs.ts";
import {
	addRenames,
	applyRepairs,
} from "../../../src/verification/learning/rejections/repairs.ts";
import { createMemory } from "../../../src/verification/learning/values/create-memory.ts";
import { received } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

type Body = Readonly<Record<string, unknown>>;
/** Returns the body of a rejection; nothing for a body that it accepts. */
type Service = (body: Body) => unknown;

const ISBN = "978-0-306-40615-7";

/** Lets a service teach how it takes a body, and returns the body that it accepts. */
async function learn(
	service: Service,
	{ createBody = () => ({ title: "Dune" }), ...lesson }: Partial<Lesson> = {},
) {
	let requests = 0;
	const learnt = await learnBody({
		createBody,
		wrappers: ["book", "books", "data"],
		knowledge: createMemory(),
		repairs: [],
		async send(body) {
			if (++requests > 200) return undefined;
			const rejection = service(Object(body));
			const text =
				typeof rejection === "string"
					? rejection
					: JSON.stringify(rejection ?? {});
			const status = rejection === undefined ? 201 : 400;
			return received(status, text);
		},
		...lesson,
	});
	return {
		requests,
		repairs: learnt?.repairs.map(({ kind, name }) => `${kind} ${name}`),
		accepted: learnt && applyRepairs(createBody(), learnt.repairs),
	};
}

const isText = (value: unknown): boolean => typeof value === "string";

/** Rejects all that is wrong, with a sentence for each property. */
const listErrors =
	(
		rules: Readonly<Record<string, (value: unknown) => string | undefined>>,
		isStrict = false,
	) =>
	(body: Body): { field: string; code: string; message: string }[] => [
		...Object.entries(rules).flatMap(([field, rule]) => {
			const message =
				field in body ? rule(body[field]) : "may not be left out here";
			return message ? [{ field, code: "E_RULE", message }] : [];
		}),
		...Object.keys(body)
			.filter((field) => isStrict && !(field in rules))
			.map((field) => ({
				...{ field, code: "E_UNKNOWN", message: "is no property of a book" },
			})),
	];

const orNothing = (list: readonly unknown[]): unknown =>
	list.length > 0 ? { errors: list } : undefined;

test("a service that takes the documented body teaches nothing", async () => {
	const { repairs, requests } = await learn(() => undefined);
	expect(repairs).toEqual([]);
	expect(requests).toBe(1);
});

test("a sentence names what is to be put around the body", async () => {
	const { accepted, requests } = await learn(({ volume }) =>
		isText(Object(volume).title)
			? undefined
			: { problem: "the parameter is absent or blank: volume" },
	);
	expect(accepted).toEqual({ volume: { title: "Dune" } });
	expect(requests).toBeLessThan(30);
});

test("a missing property belongs into the object that the document has around the others", async () => {
	const { accepted, requests } = await learn(
		({ volume }) => {
			const lacks = ["title", "shelf"].filter(
				(name) => !isText(Object(volume)[name]),
			);
			const errors = lacks.map((name) => [name, ["cannot be left out"]]);
			return lacks.length > 0
				? { errors: Object.fromEntries(errors) }
				: undefined;
		},
		{ createBody: () => ({ volume: { title: "Dune" } }) },
	);
	expect(accepted).toEqual({
		volume: { title: "Dune", shelf: expect.any(String) },
	});
	expect(requests).toBeLessThan(20);
});

test("an unknown name takes the place of the documented one where both are told", async () => {
	const service = listErrors({ bookTitle: () => undefined }, true);
	const { accepted, repairs } = await learn((body) => orNothing(service(body)));
	expect(accepted).toEqual({ bookTitle: "Dune" });
	expect(repairs).toEqual(["rename title"]);
});

test.each([
	["a sentence by the name of the property", { shelf: ["cannot be left out"] }],
	["the segments of a path", [{ at: ["body", "shelf"], why: "Is absent now" }]],
	["a JSON pointer", [{ pointer: "/shelf", why: "is absent in this request" }]],
	["a quoted name", "Book validation failed: Field `shelf` has to be there."],
	["a plain text", 'invalid shelf ""\n'],
])("a property that is required is found by %s", async (_, rejection) => {
	const { accepted } = await learn(
		({ shelf }) => (isText(shelf) ? undefined : rejection),
		{ createBody: () => ({ title: "Dune", isbn: ISBN }) },
	);
	expect(accepted).toMatchObject({ title: "Dune", isbn: ISBN });
	expect(Object(accepted).shelf).toEqual(expect.any(String));
});

test("a text is spelled with the characters that the service takes", async () => {
	const { accepted } = await learn(
		({ title }) =>
			/^[a-z-]+$/.test(String(title ?? "")) ? undefined : `bad title ${title}`,
		{ createBody: () => ({ title: "Dune Messiah" }) },
	);
	expect(accepted).toEqual({ title: "dune-messiah" });
});

test("the id of a record is that of a response", async () => {
	const { accepted } = await learn(
		({ authorId }) =>
			authorId === 7 ? undefined : { reason: "no record for `authorId`" },
		{
			knowledge: {
				...createMemory(),
				seen: (name) => (name === "authorId" ? [7] : []),
			},
		},
	);
	expect(accepted).toEqual({ title: "Dune", authorId: 7 });
});

test("a repair that another one makes needless is left out", async () => {
	const { repairs } = await learn(({ book, shelf }) => {
		if (isText(Object(book).title)) return undefined;
		return shelf === undefined
			? { why: "nothing here: shelf" }
			: { why: "nothing here: book" };
	});
	expect(repairs).toEqual(["wrap book"]);
});

test("an object that is missing beside the documented properties is no wrapper", async () => {
	const { accepted } = await learn((body) => {
		const { title, place } = body;
		const at = `at column ${JSON.stringify(body).length}`;
		if (title === undefined) return `missing field \`title\` ${at}`;
		if (place === undefined) return `missing field \`place\` ${at}`;
		if (typeof place !== "object")
			return `place: invalid type: expected an object ${at}`;
		const { kind } = Object(place);
		if (kind === undefined) return `place: missing field \`kind\` ${at}`;
		return kind === "shelf" || kind === "desk"
			? undefined
			: `place.kind: unknown variant, expected \`shelf\` or \`desk\` ${at}`;
	});
	expect(accepted).toEqual({ title: "Dune", place: { kind: "shelf" } });
});

test("a service that names one unknown property at a time needs few requests", async () => {
	const names = ["author", "reader", "pages", "note"];
	const { accepted, requests } = await learn(
		(body) => {
			const at = `at line 1 column ${JSON.stringify(body).length}`;
			const read = "Cannot read the JSON body into the target type";
			const other = Object.keys(body).find((each) => !names.includes(each));
			if (other !== undefined)
				return `${read}: ${other}: unknown field \`${other}\`, expected one of ${names.map((each) => `\`${each}\``).join(", ")} ${at}`;
			const missing = names.slice(0, 3).find((each) => !(each in body));
			if (missing !== undefined)
				return `${read}: missing field \`${missing}\` ${at}`;
			return typeof body.pages === "number"
				? undefined
				: `${read}: pages: invalid type: string "${body.pages}", expected u64 ${at}`;
		},
		{ createBody: () => ({ title: "Dune", isLent: true }) },
	);
	expect(Object.keys(Object(accepted)).sort()).toEqual(
		names.slice(0, 3).sort(),
	);
	expect(requests).toBeLessThan(50);
});

test("another record is tried if the state of the first one does not allow the request", async () => {
	const books = Array.from({ length: 8 }, (_, i) => ({
		...{ id: 11 + i, state: i % 3 === 1 ? "free" : "lent" },
	}));
	const knowledge = createMemory();
	const list = received(200);
	knowledge.note(
		{ ...list, body: Buffer.from(JSON.stringify({ books })) },
		"/books",
	);
	const { accepted } = await learn(() => undefined, {
		knowledge,
		async send(body) {
			const { bookId } = Object(body);
			const respond = (status: number, message: string) =>
				received(status, { message });
			if (bookId === undefined) return respond(400, "no `bookId` was sent");
			const book = books.find(({ id }) => id === bookId);
			if (!book) return respond(400, "`bookId` names no book");
			return book.state === "free"
				? respond(201, "")
				: respond(409, `book ${bookId} is lent, and has to be free`);
		},
	});
	const free = books.filter(({ state }) => state === "free");
	expect(free.map(({ id }) => id)).toContain(Object(accepted).bookId);
});

test("objects are put into each other, as the pointers of a rejection say", async () => {
	const { accepted, requests } = await learn(({ data }) => {
		const reject = (pointer: string, title: string) => ({
			errors: [
				{
					detail: "See http://example.org/format/#crud for more on this.",
					...{ source: { pointer }, title, status: "400" },
				},
			],
		});
		if (typeof data !== "object") return reject("/data", "Missing data part");
		const { type, attributes } = Object(data);
		if (type !== "books")
			return reject(
				"/data/type",
				type === undefined ? "Missing type in data" : "It must be 'books'",
			);
		if (typeof attributes !== "object")
			return reject("/data/attributes", "Missing attributes in data");
		return isText(Object(attributes).shelf)
			? undefined
			: reject("/data/attributes/shelf", "Cannot be left out");
	});
	expect(accepted).toMatchObject({
		data: { type: "books", attributes: { shelf: expect.any(String) } },
	});
	expect(requests).toBeLessThan(50);
});

/** Requires books in the form of a JSON:API resource. */
const takeResource =
	(type: string, check: (attributes: Body) => string | undefined) =>
	({ data }: Body) => {
		const reject = (pointer: string, title: string) => ({
			errors: [{ source: { pointer }, title, status: "422" }],
		});
		if (typeof data !== "object") return reject("/data", "Missing data part");
		const { type: own, attributes } = Object(data);
		if (own !== type) return reject("/data/type", `It must be '${type}'`);
		if (typeof attributes !== "object")
			return reject("/data/attributes", "Missing attributes in data");
		const lacking = check(Object(attributes));
		return lacking === undefined
			? undefined
			: reject(`/data/attributes/${lacking}`, "Cannot be left out");
	};

test("the documented properties are put into the inner object in which the service sees them", async () => {
	const { accepted, repairs } = await learn(
		takeResource("books", ({ title, shelf }) =>
			isText(title) ? (isText(shelf) ? undefined : "shelf") : "title",
		),
	);
	expect(accepted).toEqual({
		data: {
			attributes: { shelf: expect.any(String), title: "Dune" },
			type: "books",
		},
	});
	expect(repairs).toContain("wrap attributes");
});

test("the inner object of another body is a wrapper, although this body has no properties", async () => {
	const service = takeResource("searches", () => undefined);
	const learnWith = (innerWrappers: readonly string[]) =>
		learn(service, { createBody: () => ({}), innerWrappers });
	const { repairs } = await learnWith(["attributes"]);
	expect(repairs).toContain("wrap attributes");
	const alone = await learnWith([]);
	expect(alone.repairs).toContain("wrap data");
});

test("an inner object in which the service sees no documented property is no wrapper", async () => {
	const { repairs, accepted } = await learn(
		takeResource("loans", ({ member }) =>
			isText(Object(member).card) ? undefined : "member/card",
		),
		{ innerWrappers: ["attributes"] },
	);
	expect(repairs?.filter((each) => each.startsWith("wrap"))).toEqual([
		"wrap attributes",
		"wrap data",
	]);
	expect(accepted).toMatchObject({
		data: { attributes: { member: { card: expect.any(String) } } },
	});
});

test("another word of a choice is tried if each record is in a state that only another request reaches", async () => {
	const books = Array.from({ length: 8 }, (_, i) => ({
		...{ id: 11 + i, state: "shelved" },
		...{ last: "book.returned", before: "book.reserved" },
	}));
	const knowledge = createMemory();
	const note = (path: string, value: unknown) =>
		knowledge.note(received(200, value), path);
	note("/books", { books });
	const states = new Map(books.map(({ id, state }) => [id, state]));
	const { accepted } = await learn(() => undefined, {
		knowledge,
		async send(body) {
			const { bookId, verb } = Object(body);
			const respond = (status: number, field: string, message: string) =>
				received(status, { errors: [{ field, message }] });
			if (!["return_book", "reserve_book"].includes(verb))
				return respond(422, "verb", "is none that we know");
			const state = states.get(bookId);
			if (state === undefined)
				return respond(422, "bookId", "names no book at all");
			if (state !== (verb === "return_book" ? "reserved" : "shelved"))
				return respond(
					409,
					"bookId",
					`the book is ${state}, so it cannot be returned`,
				);
			states.set(bookId, verb === "return_book" ? "returned" : "reserved");
			knowledge.note({ ...respond(201, "", "") }, "/loans", body);
			return respond(201, "", "");
		},
	});
	expect(accepted).toMatchObject({ verb: "reserve_book" });
	expect(states.get(Object(accepted).bookId)).toBe("shelved");
});

test("a bound that a rejection names is a value that the service takes", async () => {
	const { accepted } = await learn(({ copies }) => {
		const at = { field: "copies" };
		if (copies === undefined)
			return { errors: [{ ...at, message: "must be given here" }] };
		if (typeof copies !== "number")
			return { message: "JSON parse error: cannot read this as an Integer" };
		return copies > 200
			? undefined
			: { errors: [{ ...at, message: "must be at least 201 now" }] };
	});
	expect(accepted).toEqual({ title: "Dune", copies: 201 });
});

test("an object needs few requests although the service names no property if it gets a text", async () => {
	const knowledge = createMemory();
	// The ids of records are not tried, either.
	const books = Array.from({ length: 6 }, (_, index) => ({ id: index }));
	const body = Buffer.from(JSON.stringify({ books }));
	knowledge.note({ status: 200, headers: {}, body }, "/books");
	const { accepted, requests } = await learn(
		({ title, place }) => {
			const reject = (field: string) => ({
				...{ message: "Validation failed for object='newBook'" },
				errors: [{ field, message: "must not be null" }],
			});
			if (title === undefined) return reject("title");
			if (place === undefined) return reject("place");
			if (typeof place !== "object")
				return { message: `Cannot read a Place from ${typeof place}` };
			return isText(Object(place).shelf) ? undefined : reject("place.shelf");
		},
		{ knowledge },
	);
	expect(accepted).toEqual({
		...{ title: "Dune", place: { shelf: expect.any(String) } },
	});
	expect(requests).toBeLessThan(18);
});

test("a list is not taken for an object that the service requires", async () => {
	const { accepted } = await learn(
		({ place }) => {
			const reject = (field: string) => ({
				errors: [{ field, message: "must not be null" }],
			});
			if (place === undefined) return reject("place");
			if (typeof place !== "object") return { message: "Cannot read this" };
			return isText(Object(place).shelf) ? undefined : reject("place.shelf");
		},
		{ createBody: () => ({ title: "Dune", words: [] }) },
	);
	expect(accepted).toMatchObject({ place: { shelf: expect.any(String) } });
});

test("a documented list that the service misses under its own name has no other name", async () => {
	const rules = [
		...(["label", "chapters"] as const).map((name) => ({
			isBroken: (body: Body) => !(name in body),
			problem: `body must have required property '${name}'`,
		})),
		{
			isBroken: ({ label }: Body) => !isText(label),
			problem: "body/label must be string",
		},
		{
			isBroken: ({ chapters }: Body) =>
				!isText(Object(Array.from(Object(chapters))[0]).heading),
			problem: "body/chapters/0 must have required property 'heading'",
		},
	];
	const { accepted, requests } = await learn(
		(body) => rules.find(({ isBroken }) => isBroken(body))?.problem,
		{ createBody: () => ({ chapters: [{ pages: 3 }] }) },
	);
	expect(accepted).toEqual({
		label: expect.any(String),
		chapters: [{ pages: 3, heading: expect.any(String) }],
	});
	expect(requests).toBeLessThan(40);
});

test("nothing is put around the body if the service would ignore it there", async () => {
	const { accepted } = await learn(
		({ limit }) =>
			limit === undefined || typeof limit === "string"
				? undefined
				: "json: cannot read the number in limit as a text",
		{ createBody: () => ({ limit: 5 }) },
	);
	expect(Object.keys(Object(accepted))).not.toContain("json");
});

test("a service that takes nothing is asked a limited number of times", async () => {
	const { repairs, requests } = await learn(() => ({
		error: "this will never do",
	}));
	expect(repairs).toBeUndefined();
	expect(requests).toBeLessThanOrEqual(81);
});

test.each([
	["deep", `${"[".repeat(8_000)}${"]".repeat(8_000)}`],
	["long", "title of ".repeat(100_000)],
	[
		"of many errors",
		{ errors: Array(5_000).fill({ field: "x", text: "a b" }) },
	],
	["no text", Buffer.alloc(5_000, 0xff).toString("latin1")],
])("a rejection that is %s ends the search", async (_, rejection) => {
	const { repairs } = await learn(() => rejection);
	expect(repairs).toBeUndefined();
});

test("an object that a rejection names has the form that another operation takes", async () => {
	const { accepted } = await learn(
		({ cover }) =>
			isText(Object(cover).shade) ? undefined : 'cover: bad shade ""',
		{
			knowledge: {
				...createMemory(),
				seen: (name) => (name === "cover" ? [{ shade: "blue" }] : []),
			},
		},
	);
	expect(accepted).toEqual({ title: "Dune", cover: { shade: "blue" } });
});

test("inherited names apply to the documented body, also inside a renamed array or a wrapper", () => {
	const inner = { kind: "rename", at: ["parts", "*"] } as const;
	const inherited = [{ ...inner, name: "pages", to: "leaves" }] as const;
	const repairs = [
		{ kind: "rename", at: [], name: "parts", to: "chapters" },
		{ kind: "wrap", name: "book" },
	] as const;
	const body = { parts: [{ pages: 3 }] };
	expect(applyRepairs(body, addRenames(repairs, inherited))).toEqual({
		book: { chapters: [{ leaves: 3 }] },
	});
});

test("a name that is learnt inside wrappers is not inherited again", () => {
	const renamed = { kind: "rename", name: "pages", to: "leaves" } as const;
	const repairs = [
		{ kind: "wrap", name: "attributes" },
		{ kind: "wrap", name: "data" },
		{ ...renamed, at: ["data", "attributes"] },
	] as const;
	expect(addRenames(repairs, [{ ...renamed, at: [] }])).toEqual(repairs);
});

test("repairs of the parts of another body are inherited, in both directions", () => {
	const command = { kind: "rename", name: "command", to: "job" } as const;
	const inherit = (
		id: string,
		other: string,
		at: readonly string[],
		wrappers: readonly string[] = [],
	) => {
		const operation = contract.operations.find((each) => each.id === id);
		const exchange = {
			...{ request: { method: "POST", path: "/" }, body: {} },
			response: received(202),
		};
		const wraps = wrappers.map((name) => ({ kind: "wrap", name }) as const);
		const repairs = [...wraps, { ...command, at }];
		const body = { repairs, isAccepted: true, exchange };
		return operation
			? inheritRepairs(contract, operation, new Map([[other, body]]))
			: [];
	};
	const steps = ["steps", "*"];
	expect(inherit("submitPipeline", "submitCommand", [])).toEqual([
		{ ...command, at: steps },
	]);
	expect(inherit("submitCommand", "submitPipeline", steps)).toEqual([
		{ ...command, at: [] },
	]);
	expect(inherit("submitCommand", "submitPipeline", [])).toEqual([]);
	const wrappers = ["attributes", "data"];
	expect(
		inherit(
			"submitPipeline",
			"submitCommand",
			["data", "attributes"],
			wrappers,
		),
	).toEqual([{ ...command, at: steps }]);
	expect(
		inherit("submitPipeline", "submitCommand", ["data"], wrappers),
	).toEqual([]);
	expect(inherit("createZap", "submitPipeline", steps)).toEqual([]);
});

test.each([
	[
		["label", "kind"],
		"a required free text replaces the documented text",
		true,
	],
	[
		["kind", "label"],
		"a choice that comes first may be the documented text",
		false,
	],
] as const)("of %j, %s", async (names, _, isRenamed) => {
	const add = (name: string, make: () => unknown) =>
		({ kind: "set", at: [], name, make }) as const;
	const minimal = await minimize(
		names.map((name) => add(name, name === "kind" ? () => "old" : uniqueWord)),
		{
			...{ createBody: () => ({ title: "Dune" }), wrappers: [], repairs: [] },
			knowledge: createMemory(),
			async send(body) {
				const { label, kind } = Object(body);
				const isTaken = isText(label) && (kind === "old" || kind === "new");
				const status = isTaken ? 201 : 400;
				return received(status);
			},
		},
	);
	expect(minimal.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
		isRenamed ? ["set kind", "rename title"] : ["set kind", "set label"],
	);
});

test.each([
	[["label", "target"], "title", "label"],
	[["target", "main_title"], "title", "main_title"],
])(
	"of the required texts %j, the first or a similar one replaces %s: %s",
	async (names, name, to) => {
		const minimal = await minimize(
			names.map((each) => ({
				...({ kind: "set", at: [], name: each, make: uniqueWord } as const),
			})),
			{
				...{
					createBody: () => ({ [name]: "Dune" }),
					wrappers: [],
					repairs: [],
				},
				knowledge: createMemory(),
				send: async (body) =>
					received(
						names.every((each) => isText(Object(body)[each])) ? 201 : 400,
					),
			},
		);
		const renamed = minimal.filter(({ kind }) => kind === "rename");
		expect(renamed).toMatchObject([{ name, to }]);
	},
);

test("a body is learnt as far as the name of a record, in the spelling of the service and not of its rejections", async () => {
	const respond = ({ verb, book_id }: Body): readonly [number, string] => {
		if (!isText(verb)) return [400, "Key: 'Loan.Verb': Verb is required"];
		if (!["run", "stop"].includes(`${verb}`))
			return [400, "Key: 'Loan.Verb': Verb is not one of those"];
		if (book_id === undefined)
			return [400, "Key: 'Loan.BookID': BookID is required"];
		return /^[0-9a-f-]{36}$/.test(`${book_id}`)
			? [404, "book not found"]
			: [400, "Key: 'Loan.BookID': BookID must be a uuid"];
	};
	const learnt = await learnBody({
		createBody: () => ({ title: "Dune" }),
		...{ wrappers: [], knowledge: createMemory(), repairs: [] },
		async send(body) {
			const [status, error] = respond(Object(body));
			const text = JSON.stringify({ error });
			return received(status, text);
		},
	});
	expect(learnt?.isAccepted).toBe(true);
	expect(learnt?.repairs.map(({ name }) => name).sort()).toEqual([
		"book_id",
		"verb",
	]);
});

test("what is certain of a rejected body has the names that the service takes", async () => {
	const { accepted } = await learn(({ shelf_name }) => ({
		error: isText(shelf_name)
			? "Key: 'Book.ShelfName': ShelfName is not one of those"
			: "Key: 'Book.ShelfName': ShelfName is required",
	}));
	expect(accepted).toEqual({ title: "Dune", shelf_name: expect.any(String) });
});

test("a required free text takes the place of a documented text that the service rejects", async () => {
	const add = (name: string, make: () => unknown) =>
		({ kind: "set", at: [], name, make }) as const;
	const minimal = await minimize(
		[
			{ kind: "remove", at: [], name: "name", documented: "Dune" },
			...[add("kind", () => "old"), add("display_name", uniqueWord)],
		],
		{
			...{ createBody: () => ({ name: "Dune" }), wrappers: [], repairs: [] },
			knowledge: createMemory(),
			async send(body) {
				const { display_name, kind, name } = Object(body);
				const isTaken = isText(display_name) && kind === "old" && !name;
				const status = isTaken ? 201 : 400;
				return received(status);
			},
		},
	);
	expect(minimal.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
		...["set kind", "rename name"],
	]);
});

/** Rejects as the validator of Go does. */
const rejectField = (field: string, rule: string, message: string) => ({
	details: [{ field, rule, param: "name", message }],
});

test("a property may have the name of its type, and the parameter of a rule is no place", async () => {
	const { accepted, requests } = await learn(
		({ cover }) =>
			isText(Object(cover).tape)
				? undefined
				: rejectField("cover.tape", "required_if", "is required for tape"),
		{ createBody: () => ({ cover: { kind: "tape" }, name: "Dune" }) },
	);
	expect(accepted).toMatchObject({ cover: { tape: expect.any(String) } });
	expect(requests).toBeLessThan(12);
});

test("a word that another rejection has is not taken for a repetition of the body", async () => {
	const createBody = () => ({ cover: { kind: "email" } });
	const ask = (rejections: Lesson["rejections"] = []) =>
		learn(
			({ cover }) =>
				/^\S+@\S+$/.test(Object(cover).to)
					? undefined
					: rejectField("cover.to", "format", "must be an email address"),
			{ createBody, rejections },
		);
	const said = rejectField("cover.kind", "oneof", "must be one of box, email");
	const { accepted, requests } = await ask([received(400, said)]);
	expect(accepted).toMatchObject({
		cover: { to: expect.stringContaining("@") },
	});
	expect(requests).toBeLessThan((await ask()).requests);
});

test("a documented list is not replaced by other values in vain", async () => {
	const { accepted, requests } = await learn(
		({ parts }) =>
			new Set(Array.from(Object(parts), (each) => Object(each).name)).size < 2
				? rejectField("parts", "unique", "must not contain duplicates")
				: undefined,
		{ createBody: () => ({ parts: [{ text: "a" }, { text: "b" }] }) },
	);
	expect(accepted).toBeUndefined();
	expect(requests).toBeLessThan(50);
});

test("a body is learnt as far as a choice of words that the service does not list", async () => {
	const lacks = (place: string, name: string) =>
		`${place} must have required property '${name}'`;
	const { accepted, repairs, requests } = await learn(
		({ label, parts }) => {
			if (label === undefined) return lacks("body", "label");
			if (!isText(label)) return "body/label must be string";
			if (parts === undefined) return lacks("body", "parts");
			const [part] = Array.from(Object(parts));
			const { kind, place } = Object(part);
			if (kind === undefined) return lacks("body/parts/0", "kind");
			if (place === undefined) return lacks("body/parts/0", "place");
			return isText(kind)
				? "body/parts/0/kind must be equal to one of the allowed values"
				: "body/parts/0/kind must be string";
		},
		{ createBody: () => ({ parts: [{ text: "a", extra: { b: 1 } }] }) },
	);
	// The only object has no other name, and nothing is around the properties.
	expect(repairs?.sort()).toEqual(["set kind", "set label", "set place"]);
	expect(accepted).toMatchObject({ label: expect.any(String) });
	expect(requests).toBeLessThan(120);
});

/** Stops at the first mistake, names its place in JSON and the class, gives hints, and repeats the request. */
const decode: Service = (body) => {
	const fail = (text: string, echo = "") => ({
		message: "Failed to decode org.shop.books.Order",
		errors: [`Illegal input: ${text}${echo}`],
	});
	const echo = `\nInput: ${JSON.stringify(body)}`;
	for (const [name, value] of Object.entries(body)) {
		if (name === "books" && Array.isArray(value)) {
			const index = value.findIndex((each) => !isText(each.shelf));
			if (index >= 0)
				return fail(
					`Field 'shelf' is needed for org.shop.books.Line, but it was missing at path: $.books[${index}]`,
				);
		} else if (name === "title") {
			if (!isText(value))
				return fail("Expected a text, but got [ at path: $.title", echo);
		} else
			return fail(
				`Unknown key '${name}' at offset ${JSON.stringify(body).indexOf(name)} at path: $\nUse 'ignoreUnknown = true' in 'Builder {}' to ignore such keys`,
				echo,
			);
	}
	const missing = ["title", "books"].filter((each) => !(each in body));
	return missing.length > 0
		? fail(
				`Fields [${missing.join(", ")}] are needed, but they were missing at path: $`,
			)
		: undefined;
};

test("a service that decodes what it reads teaches with few requests", async () => {
	const { accepted, requests } = await learn(decode, {
		createBody: () => ({ books: [{ of: "Dune" }, { of: "Emma" }] }),
	});
	const line = { shelf: expect.any(String) };
	expect(accepted).toMatchObject({
		...{ title: expect.any(String), books: [line, line] },
	});
	expect(requests).toBeLessThan(25);
});

test("a sentence that begins with the name of a text asks for a usual word", async () => {
	const { accepted } = await learn(
		({ verb, shelf_id }) => {
			const wrong = [
				...(verb === "pause" ? [] : ["verb does not have a valid value"]),
				...(shelf_id === 1 ? [] : ["shelf_id is not valid"]),
			];
			return wrong.length > 0 ? { error: wrong.join(", ") } : undefined;
		},
		{ createBody: () => ({ verb: "do.it" }) },
	);
	expect(accepted).toEqual({ verb: "pause", shelf_id: 1 });
});

test("a web page with a sentence is read as the sentence, and a verb of the document may be the word", async () => {
	const page = (text: string) =>
		`<!doctype html>\n<title>400 Bad Request</title>\n<h1>Bad Request</h1>\n<p>${text}</p>`;
	const { accepted, requests } = await learn(
		({ title, details }) => {
			if (title !== "lend")
				return page(`Unknown title ${isText(title) ? title : "?"}.`);
			return isText(Object(details).reader)
				? undefined
				: page("Reader is required.");
		},
		{ knowledge: createMemory(["lend"]), optionalObjects: ["details"] },
	);
	expect(accepted).toEqual({
		title: "lend",
		details: { reader: expect.any(String) },
	});
	expect(requests).toBeLessThan(120);
});

test("an object that a service requires beside another property is no wrapper, and a text stays one", async () => {
	const { repairs, accepted } = await learn(({ title, cover, pages }) => {
		const missing = Object.entries({ title, cover, pages }).flatMap(
			([name, value]) => (value === undefined ? [name] : []),
		);
		const { kind, ...others } = Object(cover);
		const [other] = Object.keys(others);
		if (cover !== undefined && typeof cover !== "object")
			return "Expected start of the object '{' at path: $.cover";
		if (other !== undefined)
			return `Encountered an unknown key '${other}' at path: $.cover`;
		if (cover !== undefined && kind === undefined)
			return "Field 'kind' is required, but it was missing at path: $.cover";
		if (cover !== undefined && !isText(kind))
			return "Expected beginning of the string, but got another token at path: $.cover.kind";
		if (cover !== undefined)
			return `The list does not contain an element with name '${kind}' at path $.cover.kind`;
		return `Fields [${missing.join(", ")}] are required, but they were missing at path: $`;
	});
	expect(repairs).toEqual(["set cover", "set kind"]);
	expect(accepted).toMatchObject({ cover: { kind: expect.any(String) } });
});

test("a value of another kind, of which the service says what it says without one, is no progress", async () => {
	const { repairs } = await learn(({ title }) =>
		isText(title) && title !== ""
			? `There is no such title: ${title}.`
			: "The title is needed.",
	);
	expect(repairs ?? []).toEqual([]);
});

test("a required object is no wrapper if a documented property is required beside it", async () => {
	const { accepted, repairs } = await learn(({ title, shelf }) => {
		const isShelf = typeof shelf === "object" && shelf !== null;
		const problems = [
			...(isText(title) ? [] : [["string", "title"]]),
			...(isShelf ? [] : [["object", "shelf"]]),
			...(isShelf && !isText(Object(shelf).room)
				? [["string", "shelf", "room"]]
				: []),
		];
		return problems.length === 0
			? undefined
			: problems.map(([expected, ...path]) => ({
					...{ code: "invalid_type", expected, path, message: "Required" },
				}));
	});
	expect(accepted).toEqual({
		title: "Dune",
		shelf: { room: expect.any(String) },
	});
	expect(repairs).not.toContain("wrap shelf");
});

test("an array of objects may have to be one of a text of each", async () => {
	const { accepted, requests } = await learn(
		({ title, parts }) => {
			if (!isText(title)) return "title is required";
			const isArray = Array.isArray(parts) && parts.every(isText);
			return isArray ? undefined : "parts is not a(n) String";
		},
		{ createBody: () => ({ parts: [{ size: 5, kind: "a" }, { kind: "b" }] }) },
	);
	expect(accepted).toEqual({ title: expect.any(String), parts: ["a", "b"] });
	expect(requests).toBeLessThan(40);
});
