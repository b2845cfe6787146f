import { expect, test } from "vitest";
import { createMemory } from "../../../src/verification/learning/create-memory.ts";
import { learnBody } from "../../../src/verification/learning/learn-body.ts";
import { applyRepairs } from "../../../src/verification/learning/repairs.ts";

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

/** Writes problems as a framework does by default. */
type Framework = (problems: readonly [Problem, ...Problem[]]) => unknown;

const byName = (
	problems: readonly Problem[],
	say: (problem: Problem) => string,
): Record<string, string[]> =>
	Object.fromEntries(problems.map((each) => [each.name, [say(each)]]));

const capitals = (name: string): string =>
	name
		.split("_")
		.map((each) => `${each[0]?.toUpperCase()}${each.slice(1)}`)
		.join("")
		.replace(/Id$/, "ID");

const FRAMEWORKS: Readonly<Record<string, Framework>> = {
	"axum and serde": ([{ name, why, value }]) =>
		why === "unknown"
			? { error: "book not found" }
			: `Failed to deserialize the JSON body into the target type: ${
					{
						missing: `missing field \`${name}\``,
						choice: `${name}: unknown variant \`${value}\`, expected \`lend\` or \`return\``,
						format: `${name}: UUID parsing failed: invalid character: expected an optional prefix of \`urn:uuid:\` followed by [0-9a-fA-F-], found \`u\` at 1`,
					}[why]
				} at line 1 column 40`,
	"Spring with Jackson": ([{ name, why, value }]) => {
		const path = { timestamp: "2026-01-01T00:00:00.000+00:00", path: "/tasks" };
		const message = {
			missing: `${name}: must not be null`,
			choice: `JSON parse error: Cannot deserialize value of type \`com.books.Verb\` from String "${value}": not one of the values accepted for Enum class: [lend, return]`,
			format: `JSON parse error: Cannot deserialize value of type \`java.util.UUID\` from String "${value}": UUID has to be represented by standard 36-char representation`,
			unknown: `Book ${value} not found`,
		}[why];
		return { ...path, status: 400, error: "Bad Request", message };
	},
	"Spring with problem details": (problems) => ({
		...{ type: "about:blank", title: "Bad Request", status: 400 },
		...{ detail: "Invalid request content.", instance: "/tasks" },
		errors: problems.map(({ name, why }) => ({
			field: name,
			message: {
				missing: "must not be null",
				choice: "must match one of lend, return",
				format: "must be a valid UUID",
				unknown: "must exist",
			}[why],
		})),
	}),
	Pydantic: (problems) => ({
		detail: problems.map(({ path, why, value }) => ({
			...{ loc: ["body", ...path], input: value ?? {} },
			...{
				missing: { type: "missing", msg: "Field required" },
				choice: {
					...{ type: "enum", msg: "Input should be 'lend' or 'return'" },
					ctx: { expected: "'lend' or 'return'" },
				},
				format: {
					type: "uuid_parsing",
					msg: "Input should be a valid UUID, invalid character: expected an optional prefix of `urn:uuid:` followed by [0-9a-fA-F-], found `u` at 1",
				},
				unknown: { type: "value_error", msg: "Value error, no such book" },
			}[why],
		})),
	}),
	"Zod's issues": (problems) => ({
		success: false,
		error: {
			name: "ZodError",
			issues: problems.map(({ path, why, value }) => ({
				path,
				...{
					missing: {
						...{ code: "invalid_type", expected: "string" },
						...{ received: "undefined", message: "Required" },
					},
					choice: {
						...{ code: "invalid_enum_value", options: VERBS, received: value },
						message: `Invalid enum value. Expected 'lend' | 'return', received '${value}'`,
					},
					format: {
						...{ validation: "uuid", code: "invalid_string" },
						message: "Invalid uuid",
					},
					unknown: { code: "custom", message: "Unknown book" },
				}[why],
			})),
		},
	}),
	"Zod, flattened": (problems) => ({
		formErrors: [],
		fieldErrors: byName(
			problems,
			({ why, value }) =>
				({
					missing: "Required",
					choice: `Invalid enum value. Expected 'lend' | 'return', received '${value}'`,
					format: "Invalid uuid",
					unknown: "Unknown book",
				})[why],
		),
	}),
	"Fastify with Ajv": ([{ name, why }]) => ({
		...{ statusCode: 400, code: "FST_ERR_VALIDATION", error: "Bad Request" },
		message: {
			missing: `body must have required property '${name}'`,
			choice: `body/${name} must be equal to one of the allowed values`,
			format: `body/${name} must match format "uuid"`,
			unknown: "Book not found",
		}[why],
	}),
	"class-validator": (problems) => ({
		message: problems.map(
			({ name, why }) =>
				({
					missing: `${name} should not be empty`,
					choice: `${name} must be one of the following values: lend, return`,
					format: `${name} must be a UUID`,
					unknown: `${name} does not exist`,
				})[why],
		),
		...{ error: "Bad Request", statusCode: 400 },
	}),
	Rails: (problems) => ({
		errors: byName(
			problems,
			({ why }) =>
				({
					missing: "can't be blank",
					choice: "is not included in the list",
					format: "is invalid",
					unknown: "must exist",
				})[why],
		),
	}),
	"Rails in full sentences": (problems) => ({
		errors: problems.map(
			({ name, why }) =>
				`${name[0]?.toUpperCase()}${name.slice(1).replace("_id", "")} ${
					{
						missing: "can't be blank",
						choice: "is not included in the list",
						format: "is invalid",
						unknown: "must exist",
					}[why]
				}`,
		),
	}),
	Laravel: (problems) => {
		const say = ({ name, why }: Problem): string =>
			({
				missing: `The ${name.replace("_", " ")} field is required.`,
				choice: `The selected ${name.replace("_", " ")} is invalid.`,
				format: `The ${name.replace("_", " ")} field must be a valid UUID.`,
				unknown: `The selected ${name.replace("_", " ")} is invalid.`,
			})[why];
		return { message: say(problems[0]), errors: byName(problems, say) };
	},
	"Django REST framework": (problems) =>
		byName(
			problems,
			({ why, value }) =>
				({
					missing: "This field is required.",
					choice: `"${value}" is not a valid choice.`,
					format: "Must be a valid UUID.",
					unknown: `Invalid pk "${value}" - object does not exist.`,
				})[why],
		),
	"ASP.NET": (problems) => ({
		type: "https://tools.ietf.org/html/rfc9110#section-15.5.1",
		...{ title: "One or more validation errors occurred.", status: 400 },
		errors: Object.fromEntries(
			problems.map(({ name, why }) => [
				why === "missing" ? capitals(name) : `$.${name}`,
				[
					why === "missing"
						? `The ${capitals(name)} field is required.`
						: `The JSON value could not be converted to Books.${capitals(name)}. Path: $.${name} | LineNumber: 0 | BytePositionInLine: 30.`,
				],
			]),
		),
		traceId: "00-84c1fd4063c38d9f3900d06e56542d48-85d1d4-00",
	}),
	"Go's validator": (problems) => ({
		error: problems
			.map(
				({ name, why }) =>
					`Key: 'Task.${capitals(name)}' Error:Field validation for '${capitals(name)}' failed on the '${
						{
							...{ missing: "required", choice: "oneof" },
							...{ format: "uuid", unknown: "exists" },
						}[why]
					}' tag`,
			)
			.join("\n"),
	}),
	Joi: ([{ name, why }]) => ({
		...{ statusCode: 400, error: "Bad Request" },
		message: {
			missing: `"${name}" is required`,
			choice: `"${name}" must be one of [lend, return]`,
			format: `"${name}" must be a valid GUID`,
			unknown: "no such book",
		}[why],
		validation: { source: "payload", keys: [name] },
	}),
	marshmallow: (problems) => ({
		...{ code: 422, status: "Unprocessable Entity" },
		errors: {
			json: byName(
				problems,
				({ why }) =>
					({
						missing: "Missing data for required field.",
						choice: "Must be one of: lend, return.",
						format: "Not a valid UUID.",
						unknown: "No such book.",
					})[why],
			),
		},
	}),
	Quarkus: (problems) => ({
		...{ title: "Constraint Violation", status: 400 },
		violations: problems.map(({ name, why }) => ({
			field: `create.task.${name}`,
			message: {
				missing: "must not be null",
				choice: 'must match "lend|return"',
				format: "must be a valid UUID",
				unknown: "no such book",
			}[why],
		})),
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
		violations: problems.map(({ name, why }) => ({
			propertyPath: name,
			title: {
				missing: "This value should not be blank.",
				choice: "The value you selected is not a valid choice.",
				format: "This value is not a valid UUID.",
				unknown: "This book does not exist.",
			}[why],
			type: "urn:uuid:c1051bb4-d103-4f74-8988-acbcafc7fdc3",
		})),
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
					fieldViolations: problems.map(({ name, why }) => ({
						field: `task.${name}`,
						description: {
							missing: "This field is required.",
							choice: "Allowed values are lend and return.",
							format: "This field must be a UUID.",
							unknown: "The book does not exist.",
						}[why],
					})),
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
	const toResponse = (status: number, body: unknown) => ({
		...{ status, headers: {} },
		body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
	});
	memory.note(toResponse(200, { items: TASKS }), "/tasks");
	memory.note(toResponse(200, { items: BOOKS }), "/books");
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
				? toResponse(400, framework([first, ...others]))
				: toResponse(201, {});
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
	"axum and serde": joinIndices,
	"Spring with problem details": joinIndices,
	Pydantic: join,
	"Zod's issues": join,
	"Fastify with Ajv": (path) => path.join("/"),
	"class-validator": join,
	Laravel: join,
	"ASP.NET": joinIndices,
	Joi: joinIndices,
	Quarkus: joinIndices,
	"express-validator": joinIndices,
	Symfony: joinIndices,
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
