import type {
	FormChange,
	ServiceChange,
} from "../document/judgment/service-change.ts";
import { isNode, type Node } from "../document/node.ts";
import {
	type Change,
	type DocumentEdit,
	joinPointer,
	removeKeywords,
	setAt,
} from "./edit.ts";
import { keepKeywords } from "./form-sightings.ts";
import { isGone, type Subject } from "./form-subjects.ts";
import { adaptSchema, inferSchema, isSentence } from "./infer-schema.ts";
import {
	addRequired,
	editRequired,
	insertWithin,
	joinAlternatives,
	pathOf,
	propertiesOf,
	wrapIn,
} from "./schema-edits.ts";

/** By kind, the known facts about a change. */
type Kinds = {
	readonly [Each in FormChange as Each["kind"]]: Each;
};

type CreateChanges<Each> = (
	subject: Subject,
	change: Each,
) => readonly Change[];

const ofOwner = (
	{ owner, name }: Subject,
	edit: (owner: Node, path: string) => readonly DocumentEdit[],
): readonly Change[] =>
	owner === undefined
		? []
		: [
				{
					pointer: owner,
					// Another place of the same schema may have shown the same change.
					edit: (before) =>
						isNode(before) && name in propertiesOf(before)
							? edit(before, joinPointer("properties", name))
							: [],
				},
			];

/** Replaces a missing required property by the properties that all objects have. */
function replaceRequired(
	owner: Node,
	{ name, extras }: Subject,
): DocumentEdit[] {
	const added = Object.keys(extras).filter(
		(each) => !(each in propertiesOf(owner)),
	);
	return [
		...added.map((each) => ({
			pointer: joinPointer("properties", each),
			value: inferSchema(extras[each] ?? []),
		})),
		...editRequired(owner, name, added),
	];
}

const wrap = ({ at }: Subject, names: readonly string[]): readonly Change[] => [
	{
		pointer: at,
		edit: (before) =>
			isNode(before) && (names[0] ?? "") in propertiesOf(before)
				? []
				: [{ pointer: "", value: wrapIn(names, before), keep: pathOf(names) }],
	},
];

/** Marks the property of an error that contains its sentence, if there is exactly one. */
function withMessage(schema: Node, values: readonly unknown[]): Node {
	const properties = Object.entries(propertiesOf(schema));
	const sentences = properties.filter(([name]) =>
		values.every((each) => isNode(each) && isSentence(each[name])),
	);
	const [[name, property] = []] = sentences;
	if (name === undefined || sentences.length > 1) return schema;
	const message = { "x-role": "problem.message", ...Object(property) };
	return {
		...schema,
		properties: { ...propertiesOf(schema), [name]: message },
	};
}

const replace: CreateChanges<unknown> = ({
	pointer,
	schema,
	values,
	isError,
}) => {
	const inferred = inferSchema(values);
	const value = {
		...keepKeywords(schema),
		...(isError ? withMessage(inferred, values) : inferred),
	};
	return [setAt(pointer, value)];
};

const adapt: CreateChanges<unknown> = ({ pointer, values, isExhaustive }) => [
	{
		pointer,
		edit: (before) =>
			isNode(before) ? adaptSchema(before, values, isExhaustive) : [],
	},
];

type Position = Extract<FormChange, { kind: "position" }>;

/** Returns the schema of the number of a page, or of records before it. */
export const schemaOfPosition = ({ first, hasMinimum }: Position): Node => ({
	type: "integer",
	...(hasMinimum && { minimum: first }),
	default: first,
});

/** Returns the role and the description of a position, instead of those of a cursor. */
export const describePosition = (
	cursor: unknown,
	{ role, first }: Position,
): Node => {
	const [group] = `${Object(cursor)["x-role"] ?? ""}`.split(".");
	return {
		"x-role": group ? `${group}.${role}` : role,
		description:
			role === "page"
				? `The number of the page, from ${first}.`
				: "The number of records before the page.",
	};
};

/** Returns the schema of an array, which takes the place of the schema of its items. */
const listOf = (schema: Node): Node => {
	const kept = keepKeywords(schema);
	const items = Object.fromEntries(
		Object.entries(schema).filter(([name]) => !(name in kept)),
	);
	return { ...kept, type: "array", items };
};

/** How a document says each kind of form that differs from it. */
const CHANGES: {
	readonly [Kind in keyof Kinds]: CreateChanges<Kinds[Kind]>;
} = {
	rename: (subject, { to, isListed }) => [
		...ofOwner(subject, (owner, path) => [
			to in propertiesOf(owner)
				? { pointer: path, remove: true }
				: { pointer: path, rename: to },
			...(isListed
				? [
						{
							pointer: joinPointer("properties", to),
							value: listOf(Object(propertiesOf(owner)[subject.name])),
						},
					]
				: []),
			...editRequired(owner, subject.name, [to]),
		]),
		...joinAlternatives(subject.owner),
	],
	position: (subject, change) => [
		...ofOwner(subject, (owner, path) => [
			...(change.to === subject.name
				? []
				: [
						{ pointer: path, rename: change.to },
						...editRequired(owner, subject.name, [change.to]),
					]),
			{
				pointer: joinPointer("properties", change.to),
				value: {
					...keepKeywords(Object(propertiesOf(owner)[subject.name])),
					...describePosition(propertiesOf(owner)[subject.name], change),
					...schemaOfPosition(change),
				},
			},
		]),
		...joinAlternatives(subject.owner),
	],
	move: (subject, { to }) =>
		ofOwner(subject, (owner, path) => {
			const [outer = "", ...inner] = to;
			const { [subject.name]: value, [outer]: known } = propertiesOf(owner);
			const pointer = joinPointer("properties", outer);
			const isRequired = [owner.required].flat().includes(subject.name);
			// Others may be in the same object.
			if (known !== undefined)
				return [
					...insertWithin(owner, to, value, isRequired),
					{ pointer: path, remove: true },
					...editRequired(owner, subject.name, []),
				];
			const wrapped = wrapIn(inner, value, isRequired);
			return [
				{ pointer: path, rename: outer },
				{ pointer, value: wrapped, keep: pathOf(inner) },
				...editRequired(owner, subject.name, [outer]),
			];
		}),
	flatten: (subject, { to }) =>
		ofOwner(subject, (owner, path) => [
			...Object.entries(to).map(([inner, outer]) => ({
				pointer: joinPointer("properties", outer),
				value: propertiesOf(subject.schema)[inner],
			})),
			{ pointer: path, remove: true },
			...editRequired(owner, subject.name, Object.values(to)),
		]),
	missing: (subject) => [
		...ofOwner(subject, (owner, path) =>
			isGone(subject)
				? [...replaceRequired(owner, subject), { pointer: path, remove: true }]
				: editRequired(owner, subject.name, []),
		),
		// The value is missing where the document expects null.
		...adapt(subject, undefined),
	],
	// The document does not name the property: none that it does not name comes back here.
	dropped: ({ pointer, extras }, { into }) => [
		removeKeywords(pointer, "additionalProperties"),
		...(into
			? [
					setAt(
						pointer,
						{},
						joinPointer(...pathOf(into), "additionalProperties"),
					),
				]
			: []),
		...Object.entries(extras).map(([name, values]) => {
			// Requests may set what was null without them.
			const isKnown = values.some((each) => each !== null);
			const schema = isKnown ? inferSchema(values) : {};
			return setAt(pointer, schema, joinPointer("properties", name));
		}),
	],
	required: ({ pointer }, { name, value }) => [
		{
			pointer,
			edit(before) {
				if (!isNode(before)) return [];
				const isKnown = name in propertiesOf(before);
				const added = addRequired(before, name);
				if (added.length === 0) return [];
				return [
					...(isKnown
						? []
						: [
								{
									pointer: joinPointer("properties", name),
									value: inferSchema([value]),
								},
							]),
					...added,
				];
			},
		},
	],
	wrap: (subject, { to }) => wrap(subject, [to]),
	list: (subject, { to }) => wrap(subject, [to]),
	"bare list": ({ at, schema }) => {
		const items = Object.values(propertiesOf(schema)).find(
			(each) => isNode(each) && each.type === "array",
		);
		const value = { type: "array", items: Object(items).items };
		return [setAt(at, value)];
	},
	"other object": replace,
	"other type": (subject, { value }) =>
		Array.isArray(value) && subject.schema.type !== "array"
			? [setAt(subject.pointer, listOf(subject.schema))]
			: adapt({ ...subject, values: [value] }, undefined),
	value: adapt,
	count: adapt,
};

/** Whether the form of a body differs, so that its schema changes. */
export const isForm = (change: ServiceChange): change is FormChange =>
	change.kind in CHANGES;

/** Returns the changes of a document that give a place the seen form. */
export const createFormChanges = <Kind extends keyof Kinds>(
	subject: Subject,
	change: Kinds[Kind] & { readonly kind: Kind },
): readonly Change[] => CHANGES[change.kind](subject, change);
