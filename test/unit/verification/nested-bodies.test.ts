import { expect, test } from "vitest";
import { learnBody } from "../../../src/verification/learning/bodies/learn-body.ts";
import { applyRepairs } from "../../../src/verification/learning/rejections/repairs.ts";
import { createMemory } from "../../../src/verification/learning/values/create-memory.ts";
import { received } from "../../support/received.ts";

type Body = Readonly<Record<string, unknown>>;
type Rejection = readonly [status: number, body: unknown];

/** Lets a service with these records teach how it takes a body. Returns the accepted body and the number of requests. */
async function learn(
	documented: Body,
	judge: (body: Body) => Rejection | undefined,
	records: readonly Body[] = [],
	optionalObjects: readonly string[] = [],
) {
	const memory = createMemory();
	memory.note(received(200, { items: records }), "/books");
	let requests = 0;
	const learnt = await learnBody({
		...{ createBody: () => documented, wrappers: ["book"], repairs: [] },
		...{ path: "/books", knowledge: memory, optionalObjects },
		codes: {
			names: new Set(["message", "error", "errors", "details", "code"]),
			...{ texts: new Set<string>(), places: new Set<string>() },
		},
		async send(body) {
			if (++requests > 200) return undefined;
			const [status, rejection] = judge(Object(body)) ?? [201, {}];
			return received(status, rejection);
		},
	});
	const accepted = learnt?.isAccepted
		? applyRepairs(documented, learnt.repairs)
		: undefined;
	return { accepted, requests };
}

type Path = readonly (string | number)[];

/** Writes a path as Joi and Go do: `pages[0].text`. */
const write = (path: Path): string =>
	path
		.map((each, index) =>
			typeof each === "number" ? `[${each}]` : `${index > 0 ? "." : ""}${each}`,
		)
		.join("");

type Error = readonly [path: Path, text: string];

/** Rejects with the full path of each error. */
const reject = (
	errors: readonly (Error | undefined)[],
): Rejection | undefined => {
	const details = errors
		.filter((each) => each !== undefined)
		.map(([path, text]) => ({
			path: path.join("."),
			message: `"${write(path)}" ${text}`,
		}));
	return details.length > 0 ? [400, { details }] : undefined;
};

/** Rejects names that the service does not know. */
const rejectOthers = (body: Body, known: readonly string[], at: Path = []) =>
	Object.keys(body)
		.filter((each) => !known.includes(each))
		.map((each): Error => [[...at, each], "is not allowed"]);

test.each([
	["must be a cron expression", /^\S+( \S+){4}$/],
	["must only contain 8 hexadecimal characters", /^[0-9a-f]{8}$/],
	["must be a phone number (E.164)", /^\+\d{8,}$/],
	["does not match ^[A-Z]{3}-\\d{4}$", /^[A-Z]{3}-\d{4}$/],
])(
	"a text is made for the format in a rejection: %s",
	async (text, pattern) => {
		const { accepted } = await learn({ title: "Dune" }, ({ code }) =>
			reject([
				code === undefined
					? [["code"], "is required"]
					: pattern.test(`${code}`)
						? undefined
						: [["code"], text],
			]),
		);
		expect(accepted).toMatchObject({ code: expect.stringMatching(pattern) });
	},
);

const CHAPTERS = { chapters: [{ length: 3 }, { length: 4 }] };

test("items get different texts, and a property is not taken for one of the same name elsewhere", async () => {
	const { accepted } = await learn(CHAPTERS, ({ chapters, name }) => {
		if (!Array.isArray(chapters))
			return reject([[["chapters"], "is required"]]);
		const items: Body[] = chapters;
		const names = items.map((each) => each.name);
		return reject([
			typeof name === "string" ? undefined : [["name"], "is required"],
			...names.map((each, index): Error | undefined =>
				each === undefined
					? [["chapters", index, "name"], "is required"]
					: undefined,
			),
			new Set(names).size < names.length
				? [["chapters"], "must have unique names"]
				: undefined,
		]);
	});
	const item = { name: expect.any(String) };
	expect(accepted).toMatchObject({
		name: expect.any(String),
		chapters: [item, item],
	});
});

test("a path names a property of an object before one of the whole, if two objects have the same property", async () => {
	const WORDS = ["paper", "cloth"];
	const { accepted } = await learn({ title: "Dune" }, (body) =>
		reject(
			["cover", "spine"].map((part): Error | undefined => {
				const { kind } = Object(body[part]);
				if (kind === undefined) return [[part, "kind"], "is required"];
				return WORDS.includes(kind)
					? undefined
					: [[part, "kind"], `must be one of [${WORDS.join(", ")}]`];
			}),
		),
	);
	const part = { kind: "paper" };
	expect(accepted).toMatchObject({ cover: part, spine: part });
});

test("a name that is unknown inside an object is not tried with several values", async () => {
	/** By name inside the object, the values that were sent. */
	const values = new Map<string, Set<string>>();
	const { accepted } = await learn({ title: "Dune" }, (body) => {
		const { cover } = body;
		for (const [name, value] of Object.entries(Object(cover)))
			values.set(name, new Set(values.get(name)).add(typeof value));
		const { color } = Object(cover);
		return reject([
			...(cover === undefined
				? [[["cover"], "is required"] as const]
				: rejectOthers(Object(cover), ["color"], ["cover"])),
			cover !== undefined && !["red", "blue"].includes(color)
				? [["cover", "color"], "is required as a colour of ours"]
				: undefined,
		]);
	});
	expect(accepted).toBeUndefined();
	values.delete("color");
	expect([...values.values()].filter(({ size }) => size > 2)).toEqual([]);
});

/** Rejects in the words of serde, with the path of the object before the sentence. */
const say = (text: string): Rejection => [
	422,
	`Failed to deserialize the JSON body into the target type: ${text} at line 1 column 40`,
];

test("the object before a sentence is the place of the property in it", async () => {
	const { accepted } = await learn({ title: "Dune" }, ({ author, shelf }) => {
		const { type, link } = Object(author);
		if (author === undefined) return say("missing field `author`");
		if (typeof author !== "object")
			return say(
				"author: invalid type: string, expected internally tagged enum Author",
			);
		if (type === undefined) return say("author: missing field `type`");
		if (!["person", "team"].includes(type))
			return say(
				`author.type: unknown variant \`${type}\`, expected \`person\` or \`team\``,
			);
		if (link === undefined) return say("author: missing field `link`");
		if (typeof link !== "string")
			return say(
				`author: invalid type: integer \`${link}\`, expected a string`,
			);
		if (shelf === undefined) return say("missing field `shelf`");
		// The errors of the `validator` crate.
		const errors = [{ code: "url", message: null, params: { value: link } }];
		return link.startsWith("https://")
			? undefined
			: [
					422,
					{
						error: {
							message: "validation failed",
							details: { author: { link: errors } },
						},
					},
				];
	});
	expect(accepted).toMatchObject({
		author: { type: "person", link: "https://example.com/" },
		shelf: expect.any(String),
	});
});

test("a list that must not be empty gets an item, and a name that other words contain is the next missing one", async () => {
	const prefix = "Failed to read the JSON body into the type: part: ";
	const { accepted, requests } = await learn({}, ({ part }) => {
		if (part === undefined) return [422, "missing field `part` at column 3"];
		const { to, body } = Object(part);
		const position = `at column ${JSON.stringify(part).length}`;
		const say = (why: string): Rejection => [
			422,
			`${prefix}${why} ${position}`,
		];
		if (to === undefined) return say("missing field `to`");
		if (!Array.isArray(to)) return say("invalid type, expected a sequence");
		if (to.some((each) => typeof each !== "string"))
			return say("invalid type, expected a string");
		if (body === undefined) return say("missing field `body`");
		if (typeof body !== "string") return say("invalid type, expected a string");
		const isRight = to.length > 0 && to.every((each) => each.includes("@"));
		return isRight
			? undefined
			: [422, { details: { part: { to: [{ code: "invalid" }] } } }];
	});
	expect(accepted).toEqual({
		part: {
			to: [expect.stringContaining("@")],
			body: expect.any(String),
		},
	});
	expect(requests).toBeLessThan(80);
});

test("a property is added beside the object that the service requires around the others", async () => {
	const { accepted, requests } = await learn({ title: "Dune" }, (body) => {
		const { where, pageSize, ...others } = body;
		return reject([
			...rejectOthers(others, []),
			...rejectOthers(Object(where), ["title"], ["where"]),
			typeof where === "object" ? undefined : [["where"], "must be an object"],
			typeof pageSize === "number"
				? undefined
				: [["pageSize"], "must be a number"],
		]);
	});
	expect(accepted).toMatchObject({ where: {}, pageSize: 1 });
	expect(requests).toBeLessThan(30);
});

test("a rejection may have the object around a property that the body lacks", async () => {
	const judge = ({ cover, ...others }: Body): Rejection | undefined => {
		const [, other] = Object.keys(others);
		if (other !== undefined)
			return [422, { errors: { [other]: ["Unknown field."] } }];
		return Object(cover).color === undefined
			? [422, { errors: { cover: { color: ["Missing data."] } } }]
			: undefined;
	};
	const { accepted, requests } = await learn(
		...([{ title: "Dune" }, judge, [], ["cover"]] as const),
	);
	expect(accepted).toMatchObject({ cover: { color: expect.any(String) } });
	expect(requests).toBeLessThan(8);
});

test("words are tried as the items of a list", async () => {
	const words = ["dune", "emma"];
	const { accepted, requests } = await learn(CHAPTERS, ({ chapters }) =>
		Array.isArray(chapters)
			? reject(
					chapters.map((each, index): Error | undefined =>
						words.includes(each)
							? undefined
							: [["chapters", index], "must be one of [dune, emma]"],
					),
				)
			: reject([[["chapters"], "is required"]]),
	);
	expect(accepted).toEqual({ chapters: ["dune"] });
	expect(requests).toBeLessThan(20);
});

test("what a service does not know is left out of the items, although only its last name is told", async () => {
	const { accepted } = await learn(CHAPTERS, ({ chapters, ...others }) => {
		const items: unknown[] = Array.isArray(chapters) ? chapters : [];
		const errors = [
			...(items.length > 0 ? [] : [`"chapters" has to be given.`]),
			...[others, ...items]
				.flatMap((each) => Object.keys(Object(each)))
				.map((name) => `"${name}" is no permitted key.`),
		];
		return errors.length > 0 ? [422, { errors }] : undefined;
	});
	expect(accepted).toEqual({ chapters: [{}, {}] });
});

test("a rejection that repeats the whole body does not hide that a value is right", async () => {
	const { accepted, requests } = await learn({ title: "Dune" }, (body) => {
		const choices = { color: ["teal", "navy"], shelf: ["upper", "lower"] };
		const detail = Object.entries(choices)
			.filter(([name, words]) => !words.includes(`${body[name]}`))
			.map(([name, words]) => ({
				loc: ["body", name],
				msg: name in body ? `Use '${words.join("' or '")}'` : "Field required",
				input: body,
			}));
		return detail.length > 0 ? [422, { detail }] : undefined;
	});
	expect(accepted).toMatchObject({ color: "teal", shelf: "upper" });
	expect(requests).toBeLessThan(40);
});

test("what a record has under a name is taken for it, although codes are all that a rejection says", async () => {
	const cover = { kind: "Hardcover", paper: { grams: 90 } };
	const { accepted, requests } = await learn(
		{ title: "Dune" },
		(body) => {
			const { kind } = Object(body.cover);
			if (kind === cover.kind) return undefined;
			const [name, code] =
				body.cover === undefined
					? ["obj.cover", "error.path.missing"]
					: kind === undefined
						? ["obj.cover.kind", "error.path.missing"]
						: ["obj.cover.kind", "error.expected.validenumvalue"];
			return [400, { [name]: [{ msg: [code], args: [] }] }];
		},
		[
			{ id: 1, title: "Emma", cover },
			{ id: 2, title: "Ulysses", cover },
		],
	);
	expect(accepted).toMatchObject({ cover: { kind: "Hardcover" } });
	expect(requests).toBeLessThan(12);
});
