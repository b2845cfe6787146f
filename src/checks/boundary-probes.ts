import type { Plan } from "../behaviors/find-behaviors.ts";
import { type Field, hasType, isFreeText } from "../document/field.ts";
import { isObject } from "../values/json.ts";
import { uniqueWord } from "../values/unique-word.ts";
import type {
	ContractBehavior,
	ContractOperation,
	OutgoingRequest,
	Probe,
} from "../verification/contract.ts";
import { buildRequest } from "../verification/operations.ts";

/** Creates a check of one request. */
export type CreateProbe = (
	operation: ContractOperation,
	what: string,
	status: number,
	assumptions: readonly string[],
	create: () => OutgoingRequest,
) => Probe;

const FIRST_LETTER = 0x4e00;
const LETTERS = 20_000;

/** Returns a new text of so many characters, since a service may require that names are unique. */
function textOf(length: number): string {
	const letter = String.fromCharCode(
		FIRST_LETTER + Math.floor(Math.random() * LETTERS),
	);
	const word = uniqueWord();
	return length < word.length
		? letter.repeat(length)
		: word.padEnd(length, "x");
}

/** Creates the value that a keyword just allows, by keyword. */
const BOUNDARIES: Readonly<
	Record<string, (limit: number, valid: unknown) => unknown>
> = {
	minLength: (length) => textOf(length),
	maxLength: (length) => textOf(length),
	minimum: (least) => least,
	maximum: (most) => most,
	minItems: (count, valid) => repeat(valid, count),
	maxItems: (count, valid) => repeat(valid, count),
};

const repeat = (valid: unknown, count: number): unknown[] =>
	Array<unknown>(count).fill(Array.isArray(valid) ? valid[0] : {});

interface Boundary {
	readonly place: string;
	readonly what: string;
	/** Returns the whole input; new in each call. */
	readonly create: () => unknown;
}

/**
 * Lists the inputs that a keyword just allows.
 * @param valid a value that satisfies the field; undefined for an optional one
 * @param insert returns the whole input with another value at this place
 */
function listBoundaries(
	field: Field,
	valid: unknown,
	place = "",
	insert: (value: unknown) => unknown = (value) => value,
): Boundary[] {
	const { schema, properties, items, role } = field;
	// A text of that length may violate its pattern.
	const isFree = !hasType(field, "string") || isFreeText(field);
	const own = Object.entries(BOUNDARIES).flatMap(([keyword, make]) => {
		const limit = schema[keyword];
		// Only the service knows a valid cursor.
		if (typeof limit !== "number" || !isFree || role === "cursor") return [];
		return [
			{
				place,
				what: `${keyword} ${limit}`,
				create: () => insert(make(limit, valid)),
			},
		];
	});
	const below = properties.flatMap(([name, each]) =>
		listBoundaries(
			each,
			isObject(valid) ? valid[name] : undefined,
			`${place}/${name}`,
			(value) => insert({ ...Object(valid), [name]: value }),
		),
	);
	const inItems =
		items && Array.isArray(valid)
			? listBoundaries(items, valid[0], `${place}/0`, (value) =>
					insert(valid.with(0, value)),
				)
			: [];
	return [...own, ...below, ...inItems];
}

/** Creates a check of each value that a constraint just allows. */
export function createBoundaryProbes(
	plans: readonly Plan[],
	documented: ContractBehavior,
	exampleOf: (plan: Plan) => unknown,
	createProbe: CreateProbe,
): Probe[] {
	return plans.flatMap((plan) => {
		const { id } = plan.operation;
		const operation = documented.operations.find((each) => each.id === id);
		if (!operation) return [];
		const inBody = plan.request
			? listBoundaries(plan.request, exampleOf(plan)).map((each) => ({
					...each,
					request: () => buildRequest(operation, { body: each.create() }),
				}))
			: [];
		const inQuery = listBoundaries(plan.query, {}).map((each) => ({
			...each,
			request: () => {
				const values = Object.entries(Object(each.create()));
				const query = new URLSearchParams(
					values.map(([name, value]) => [name, String(value)]),
				);
				return buildRequest(operation, { query: `?${query}` });
			},
		}));
		return [...inQuery, ...inBody].flatMap(({ place, what, request }) => {
			const { status, because } = documented.expectStatus(id, request());
			if (because !== undefined) return [];
			const shown = place || "the body";
			const assumptions = documented.findRequestAssumptions(id);
			return [
				createProbe(
					operation,
					`${shown} at ${what}`,
					status,
					assumptions,
					request,
				),
			];
		});
	});
}

const METHODS = ["DELETE", "PUT", "PATCH"];

/** Creates checks of a path and of a method that the document does not define, if it says what the service then does. */
export function createUnmatchedProbes(
	documented: ContractBehavior,
	createProbe: CreateProbe,
): Probe[] {
	const { operations } = documented;
	const [first] = operations;
	const [unknown] = documented.listStatuses("unknownPath");
	const [undefinedMethod] = documented.listStatuses("undefinedMethod");
	const atUnknown =
		first && unknown !== undefined
			? [
					createProbe(first, "below its path", unknown, [], () => ({
						method: first.method,
						path: `${first.path}/understudy`,
					})),
				]
			: [];
	const byPath = new Map(operations.map((each) => [each.path, each]));
	return [
		...atUnknown,
		...Array.from(byPath.values()).flatMap((operation) => {
			const { path } = operation;
			const method = METHODS.find((each) =>
				operations.every((one) => one.path !== path || one.method !== each),
			);
			return undefinedMethod === undefined || method === undefined
				? []
				: [
						createProbe(
							operation,
							`with the method ${method}`,
							undefinedMethod,
							[],
							() => ({ method, path }),
						),
					];
		}),
	];
}
