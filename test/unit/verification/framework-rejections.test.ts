import { expect, test } from "vitest";
import { learnBody } from "../../../src/verification/learning/bodies/learn-body.ts";
import { applyRepairs } from "../../../src/verification/learning/rejections/repairs.ts";
import { createMemory } from "../../../src/verification/learning/values/create-memory.ts";
import { received } from "../../support/received.ts";

const ID = "0b9d2f5c-6a43-4f0e-9b1d-7c5e8a2f6d31";
const VERBS = ["lend", "return"];
/** The records of the service, one of which a task is about. */
const TASKS = [
	{ id: "1f0c6d31-6a43-4f0e-9b1d-7c5e8a2f0b9d", verb: "lend", book_id: ID },
	{ id: "8a2f6d31-6a43-4f0e-9b1d-0b9d2f5c7c5e", verb: "return", book_id: ID },
];

const BOOKS = [
	{ id: ID, title: "Dune" },
	{ id: "11111111-6a43-4f0e-9b1d-0b9d2f5c7c5e", title: "Emma" },
];

/** What is wrong with a property. */
interface Problem {
	/** The property, or its path as the framework writes it. */
	readonly name: string;
	readonly path: readonly (string | number)[];
	readonly why: "missing" | "choice" | "format" | "unknown";
	readonly value: unknown;
}

/** Writes problems as a framework does by default. The strangers of the exhaustive tests write those of others. */
type Framework = (problems: readonly [Problem, ...Problem[]]) => unknown;

/** Writes one of four sentences, with the name and the value of the property. */
const say =
	(missing: string, choice: string, format: string, unknown: string) =>
	({ name, why, value }: Problem): string =>
		({ missing, choice, format, unknown })[why]
			.replaceAll("{name}", name)
			.replaceAll("{words}", name.replace("_", " "))
			.replaceAll("{value}", `${value}`);

const byName = (
	problems: readonly Problem[],
	write: (problem: Problem) => string,
): Record<string, string[]> =>
	Object.fromEntries(problems.map((each) => [each.name, [write(each)]]));

/** Writes an object for each problem, with its property and a sentence. */
const list = (
	problems: readonly Problem[],
	[property, message]: readonly [property: string, message: string],
	write: (problem: Problem) => string,
	before = "",
) =>
	problems.map((each) => ({
		[property]: `${before}${each.name}`,
		[message]: write(each),
	}));

const capitals = (name: string): string =>
	name
		.split("_")
		.map((each) => `${each[0]?.toUpperCase()}${each.slice(1)}`)
		.join("")
		.replace(/Id$/, "ID");

const SERDE = say(
	"missing field `{name}`",
	"{name}: unknown variant `{value}`, expected `lend` or `return`",
	"{name}: UUID parsing failed: invalid character: expected an optional prefix of `urn:uuid:` followed by [0-9a-fA-F-], found `u` at 1",
	"book not found",
);
const JACKSON = say(
	"{name}: must not be null",
	'JSON parse error: Cannot deserialize value of type `com.books.Verb` from String "{value}": not one of the values accepted for Enum class: [lend, return]',
	'JSON parse error: Cannot deserialize value of type `java.util.UUID` from String "{value}": UUID has to be represented by standard 36-char representation',
	"Book {value} not found",
);
const ZOD = say(
	"Required",
	"Invalid enum value. Expected 'lend' | 'return', received '{value}'",
	"Invalid uuid",
	"Unknown book",
);
const AJV = say(
	"body must have required property '{name}'",
	"body/{name} must be equal to one of the allowed values",
	'body/{name} must match format "uuid"',
	"Book not found",
);
const RAILS = say(
	"can't be blank",
	"is not included in the list",
	"is invalid",
	"must exist",
);
const JOI = say(
	'"{name}" is required',
	'"{name}" must be one of [lend, return]',
	'"{name}" must be a valid GUID',
	"no such book",
);

const FRAMEWORKS: Readonly<Record<string, Framework>> = {
	"axum and serde": ([first]) =>
		first.why === "unknown"
			? { error: SERDE(first) }
			: `Failed to deserialize the JSON body into the target type: ${SERDE(first)} at line 1 column 40`,
	"Spring with Jackson": ([first]) => ({
		...{ timestamp: "2026-01-01T00:00:00.000+00:00", path: "/tasks" },
		...{ status: 400, error: "Bad Request", message: JACKSON(first) },
	}),
	"Spring with problem details": (problems) => ({
		...{ type: "about:blank", title: "Bad Request", status: 400 },
		...{ detail: "Invalid request content.", instance: "/tasks" },
		errors: list(
			problems,
			["field", "message"],
			say(
				"must not be null",
				"must match one of lend, return",
				"must be a valid UUID",
				"must exist",
			),
		),
	}),
	"Zod's issues": (problems) => ({
		success: false,
		error: {
			name: "ZodError",
			issues: problems.map((each) => ({
				...{ path: each.path, message: ZOD(each) },
				...{
					missing: {
						...{ code: "invalid_type", expected: "string" },
						received: "undefined",
					},
					choice: {
						...{ code: "invalid_enum_value", options: VERBS },
						received: each.value,
					},
					format: { validation: "uuid", code: "invalid_string" },
					unknown: { code: "custom" },
				}[each.why],
			})),
		},
	}),
	"Zod, flattened": (problems) => ({
		formErrors: [],
		fieldErrors: byName(problems, ZOD),
	}),
	"Fastify with Ajv": ([first]) => ({
		...{ statusCode: 400, code: "FST_ERR_VALIDATION", error: "Bad Request" },
		message: AJV(first),
	}),
	"Rails in full sentences": (problems) => ({
		errors: problems.map(
			(each) => `${capitals(each.name.replace("_id", ""))} ${RAILS(each)}`,
		),
	}),
	"Go's validator": (problems) => ({
		error: problems
			.map((each) => {
				const name = capitals(each.name);
				const tag = say("required", "oneof", "uuid", "exists")(each);
				return `Key: 'Task.${name}' Error:Field validation for '${name}' failed on the '${tag}' tag`;
			})
			.join("\n"),
	}),
	Joi: ([first]) => ({
		...{ statusCode: 400, error: "Bad Request", message: JOI(first) },
		validation: { source: "payload", keys: [first.name] },
	}),
	marshmallow: (problems) => ({
		...{ code: 422, status: "Unprocessable Entity" },
		errors: {
			json: byName(
				problems,
				say(
					"Missing data for required field.",
					"Must be one of: lend, return.",
					"Not a valid UUID.",
					"No such book.",
				),
			),
		},
	}),
	Quarkus: (problems) => ({
		...{ title: "Constraint Violation", status: 400 },
		violations: list(
			problems,
			["field", "message"],
			say(
				"must not be null",
				'must match "lend|return"',
				"must be a valid UUID",
				"no such book",
			),
			"create.task.",
		),
	}),
	"express-validator": (problems) => ({
		errors: problems.map(({ name, value }) => ({
			...{ type: "field", msg: "Invalid value", location: "body" },
			...{ path: name, value },
		})),
	}),
	Symfony: (problems) => ({
		...{ type: "https://symfony.com/errors/validation", status: 422 },
		...{ title: "Validation Failed" },
		violations: list(
			problems,
			["propertyPath", "title"],
			say(
				"This value should not be blank.",
				"The value you selected is not a valid choice.",
				"This value is not a valid UUID.",
				"This book does not exist.",
			),
		),
	}),
	"a list of names": (problems) => ({
		...{ ok: false, error: "bad_input", message: "Validation failed" },
		fields: problems.map(({ name }) => name),
	}),
	"Google's error details": (problems) => ({
		error: {
			...{ code: 400, status: "INVALID_ARGUMENT" },
			message: "Request contains an invalid argument.",
			details: [
				{
					"@type": "type.googleapis.com/google.rpc.BadRequest",
					fieldViolations: list(
						problems,
						["field", "description"],
						say(
							"This field is required.",
							"Allowed values are lend and return.",
							"This field must be a UUID.",
							"The book does not exist.",
						),
						"task.",
					),
				},
			],
		},
	}),
};

const isUuid = (value: unknown): boolean =>
	/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value));

type Properties = Readonly<Record<string, unknown>>;

/** Writes a path as most frameworks do. */
const join = (path: Problem["path"]): string =>
	path.map((each, index) => (index > 0 ? `.${each}` : each)).join("");
/** Writes a path as a language does: `steps[0].verb`. */
const joinIndices = (path: Problem["path"]): string =>
	join(path).replaceAll(/\.(\d+)/g, "[$1]");

/** Lists what is wrong with a task, the format before whether the book exists. */
function listProblems(
	body: Properties,
	write: (path: Problem["path"]) => string,
	at: Problem["path"] = [],
): Problem[] {
	const { verb, book_id } = body;
	const whyVerb = verb === undefined ? "missing" : "choice";
	const whyBook =
		book_id === undefined ? "missing" : isUuid(book_id) ? "unknown" : "format";
	const create = (
		own: string,
		why: Problem["why"],
		value: unknown,
	): Problem => ({
		...{ name: write([...at, own]), path: [...at, own], why, value },
	});
	return [
		...(VERBS.includes(`${verb}`) ? [] : [create("verb", whyVerb, verb)]),
		...(book_id === ID ? [] : [create("book_id", whyBook, book_id)]),
	];
}

/** Lets a service with this framework teach how it takes a body, and returns what it accepts. */
async function learn(
	framework: Framework,
	documented: () => unknown,
	judge: (body: Properties) => readonly Problem[],
): Promise<unknown> {
	const memory = createMemory();
	memory.note(received(200, { items: TASKS }), "/tasks");
	memory.note(received(200, { items: BOOKS }), "/books");
	let requests = 0;
	const learnt = await learnBody({
		...{ createBody: documented, wrappers: ["task", "data"], repairs: [] },
		...{ path: "/tasks", knowledge: memory },
		codes: {
			names: new Set(["message", "error", "errors", "detail", "code"]),
			...{ texts: new Set<string>(), places: new Set<string>() },
		},
		async send(body) {
			if (++requests > 200) return undefined;
			const [first, ...others] = judge(Object(body));
			return first
				? received(400, framework([first, ...others]))
				: received(201, {});
		},
	});
	return learnt?.isAccepted
		? applyRepairs(documented(), learnt.repairs)
		: learnt;
}

test.each(Object.entries(FRAMEWORKS))(
	"learns a body from the rejections of %s",
	async (_, framework) => {
		const accepted = await learn(
			framework,
			() => ({ task: "book.move", notes: { why: "x" } }),
			(body) => listProblems(body, join),
		);
		expect(accepted).toMatchObject({ verb: expect.any(String), book_id: ID });
	},
);

/** Those which name the places of items, and how they write them. */
const OF_ITEMS: Readonly<Record<string, (path: Problem["path"]) => string>> = {
	"Fastify with Ajv": (path) => path.join("/"),
	Joi: joinIndices,
	"a list of names": join,
	"Google's error details": joinIndices,
};

test.each(Object.entries(OF_ITEMS))(
	"learns the items of a body from the rejections of %s",
	async (name, write) => {
		const framework = FRAMEWORKS[name];
		if (!framework) throw new Error(`There is no framework ${name}.`);
		const accepted = await learn(
			framework,
			() => ({ steps: [{ task: "book.move" }, { task: "book.find" }] }),
			({ steps }) =>
				Array.isArray(steps)
					? steps.flatMap((each, index) =>
							listProblems(Object(each), write, ["steps", index]),
						)
					: [{ name: "steps", path: ["steps"], why: "missing", value: steps }],
		);
		const step = { verb: expect.any(String), book_id: ID };
		expect(accepted).toMatchObject({ steps: [step, step] });
	},
);
