import { findRecord } from "../behaviors/collections.ts";
import { createIdForm, createTimeForm } from "../behaviors/forms.ts";
import { adapt, compose, readSource, sample } from "../document/compose.ts";
import { type Field, hasType, isForbidden, pathOf } from "../document/field.ts";
import { chooseMediaType, isForm } from "../document/write-request.ts";
import type { WriteContext } from "../store/write-context.ts";
import { BODILESS, isJsonType } from "../values/http.ts";
import { filterEntries, isObject, type Values } from "../values/json.ts";
import {
	createInteractions,
	type Exchange,
	type Interaction,
	nameInBody,
} from "./interaction.ts";
import { Matcher, matchValue, newText } from "./matcher.ts";
import { matchPatterns } from "./pattern-texts.ts";
import {
	listFreeTexts,
	replaceTexts,
	type Subject,
	type Tested,
} from "./subject.ts";
import {
	createBody,
	exampleBody,
	selectValid,
	withNewId,
} from "./valid-requests.ts";

const EXAMPLE_TIME = "2026-01-01T00:00:00.000Z";
const EXAMPLE_ULID = "01KDVQ2JM0R4T7XKQ5D2V9N8HC";

/** The context in which examples are made. */
export const EXAMPLE_CONTEXT: WriteContext = {
	at: EXAMPLE_TIME,
	id: (prefix) => `${prefix}${EXAMPLE_ULID}`,
	fraction: () => 0.5,
};

/** Returns an id in the form of the document. */
export const exampleId = (field: Field): string | number =>
	createIdForm(field)({ created: 0, context: EXAMPLE_CONTEXT });

/** Matches a value that the service generates, by its form. */
export function matchGenerated(field: Field): unknown {
	if (field.role === "id") return matchValue(field, exampleId(field));
	return field.role === "createdAt"
		? matchValue(field, createTimeForm(field)(EXAMPLE_TIME))
		: undefined;
}

/** Matches any value that the document allows. Pact has no rule for a value that may be null. */
export const matchAny = (field: Field): unknown => {
	const json = JSON.stringify(sample(field), (_, each) => each ?? undefined);
	return json === undefined ? undefined : matchValue(field, JSON.parse(json));
};

/**
 * Returns the media type of a successful response, and whether its body can be compared as JSON. The media type is
 * undefined if the document allows several.
 */
export function readMediaType({ operation }: Tested): {
	readonly mediaType: string | undefined;
	readonly isJson: boolean;
} {
	const { mediaType = "", isNegotiable = false } =
		operation.responses[operation.success] ?? {};
	const hasBody = !BODILESS.includes(operation.success);
	return {
		mediaType: isNegotiable || !hasBody ? undefined : mediaType || undefined,
		isJson: hasBody && isJsonType(mediaType),
	};
}

/** Returns the expected response to a body: a record with the values of the body. */
function matchRecord({ plan }: Tested, body: unknown): unknown {
	const { request, body: whole } = plan;
	const record = findRecord(plan);
	if (!whole || !record) return undefined;
	const otherwise = matchAny;
	const { roles, named } = request
		? readSource(request, body)
		: { roles: {}, named: {} };
	// A record may have a property with the same name and another type.
	const kept = Object.entries(named).filter(([name, value]) => {
		const field = record.byName.get(name);
		const isText = value instanceof Matcher;
		return !isText || !field || adapt(field, value.example) !== undefined;
	});
	const shown = compose(record, {
		...{ roles, named: Object.fromEntries(kept) },
		...{ make: matchGenerated, otherwise },
	});
	return record === whole
		? shown
		: compose(whole, {
				...{ roles: {}, named: {}, otherwise },
				whole: new Map([[record, shown]]),
			});
}

/** Whether the value may be any JSON value. */
export const isAny = ({ schema, alternatives, properties }: Field): boolean =>
	alternatives.length === 0 &&
	properties.length === 0 &&
	["type", "enum", "const", "not", "items"].every((each) => !(each in schema));

/** A value of a property that may have any value. */
export const ANY_VALUE: Values = {
	list: [1, 2.5, null, true],
	nested: { text: "é" },
};
/** Properties that no document knows. */
export const OTHERS: Values = {
	colour: "red",
	nested: { list: [1, null], empty: {}, none: [] },
	nothing: null,
};
const A_20 = "a".repeat(20);
const USUAL = newText("Understudy [a-z]{20}", `Understudy ${A_20}`);
const SPACED = newText("  understudy[a-z]{20}  ", `  understudy${A_20}  `);

/** Lists bodies that the operation should accept, by a name for each. */
function listBodies({ documented }: Subject, tested: Tested) {
	const { plan, operation } = tested;
	const { request } = plan;
	if (!request) return { "as it is": undefined };
	const texts = listFreeTexts(plan);
	const renew = (body: unknown, replaced = texts, text = USUAL): unknown =>
		matchPatterns(
			plan,
			replaceTexts(body, replaced, () => text),
		);
	const base = Object(renew(createBody(plan, [])));
	const bodies: Record<string, unknown> = {
		"with only what it requires": base,
	};
	if (isObject(exampleBody(plan)))
		bodies["as the document shows it"] = renew(createBody(plan));
	const spaced = texts.filter(({ isRequired }) => isRequired);
	const names = spaced.map(({ path }) => path.at(-1)).join(" and ");
	if (spaced.length > 0)
		bodies[`with ${names} between spaces, which are kept`] = renew(
			createBody(plan, []),
			spaced,
			SPACED,
		);
	const isInForm = isForm(chooseMediaType(operation.bodies, base));
	// Without a type, the value in a form is a text.
	for (const [name, field] of isInForm ? [] : request.properties)
		if (!isForbidden(field) && isAny(field))
			bodies[`with ${name}, which comes back as sent`] = {
				...base,
				[name]: ANY_VALUE,
			};
	const optional = request.properties.flatMap(([name, field]) =>
		request.required.includes(name) ||
		isForbidden(field) ||
		isAny(field) ||
		hasType(field, "array")
			? []
			: [name],
	);
	const others = selectValid(documented, tested, optional);
	if (others.length > 0)
		bodies[`with ${others.join(", ")}`] = renew(createBody(plan, others));
	return bodies;
}

/** Creates interactions that each create a record, and expect the values that were sent. */
export function createCreations(
	subject: Subject,
	tested: Tested,
): Interaction[] {
	const { plan, operation } = tested;
	const { request } = plan;
	const record = findRecord(plan);
	const { isJson, mediaType } = readMediaType(tested);
	const at = record && plan.body ? (pathOf(plan.body, record) ?? []) : [];
	const assumptions = [
		...new Set([
			...subject.problemAssumptions(operation.id, operation.success),
			...subject.bodyAssumptions(operation, ["$", ...at].join(".")),
		]),
	];
	const accept = (body: unknown): Exchange => ({
		assumptions,
		body,
		mediaType,
		...(isJson && { json: matchRecord(tested, nameInBody(tested, body)) }),
	});
	const exchanges: Record<string, Exchange> = {};
	for (const [what, body] of Object.entries(listBodies(subject, tested)))
		exchanges[what] = accept(withNewId(plan, body));
	const base = exchanges["with only what it requires"]?.body;
	const unknown = filterEntries(
		OTHERS,
		(name) => !request?.properties.some(([known]) => known === name),
	);
	const isOpen = request?.schema.additionalProperties !== false;
	const isInForm = isForm(chooseMediaType(operation.bodies, base));
	if (request?.isOpen && record?.isOpen && !isInForm)
		exchanges["with additional properties, which are kept"] = accept(
			withNewId(plan, { ...Object(base), ...unknown }),
		);
	else if (request && isOpen)
		exchanges["with unknown properties"] = {
			assumptions: subject.documented.findRequestAssumptions(operation.id),
			body: withNewId(plan, { ...Object(base), ...unknown }),
		};
	return createInteractions(tested, exchanges);
}
