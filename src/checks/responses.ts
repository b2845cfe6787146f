import {
	isDistribution,
	type MeasuredFamily,
	readFamilies,
} from "../behaviors/metrics.ts";
import { ownAssumptions } from "../document/extensions.ts";
import { child } from "../document/node.ts";
import { essenceOf } from "../values/http.ts";
import { matchAny, readMediaType } from "./creations.ts";
import { createInteractions, type Interaction } from "./interaction.ts";
import { like } from "./matcher.ts";
import { createPageReader } from "./page-reader.ts";
import { CREATED } from "./records.ts";
import type { Subject, Tested } from "./subject.ts";
import { createBody } from "./valid-requests.ts";

/** Creates interactions with an operation whose response does not depend on records. */
export function createResponses(
	subject: Subject,
	tested: Tested,
): Interaction[] {
	const { plan, operation } = tested;
	const { isJson, mediaType } = readMediaType(tested);
	// Pact would need a path or a query with all required parameters.
	if (plan.operation.parameters.some(({ required }) => required === true))
		return [];
	const example = operation.success in operation.responses && plan.body;
	const { const: constant } = plan.body?.schema ?? {};
	// It is unknown which alternative a service chooses. The schema is compared with the parts that all alternatives
	// allow.
	const isOpen =
		operation.responses[operation.success]?.isNegotiable === true ||
		(plan.body?.properties.length === 0 && plan.body.alternatives.length > 1);
	const isText = !isJson && typeof constant === "string";
	const body = createBody(plan);
	return createInteractions(tested, {
		"as the document shows it": {
			assumptions: subject.problemAssumptions(operation.id, operation.success),
			mediaType,
			...(body !== undefined && { body }),
			...(isJson && !isOpen && example && { json: matchAny(example) }),
			...(isText && { text: { example: constant, includes: [constant] } }),
		},
	});
}

/** Creates an interaction with a page, whatever records it contains. */
export function createPages(subject: Subject, tested: Tested): Interaction[] {
	const { id, success } = tested.operation;
	const reader = createPageReader(tested);
	const { isJson, mediaType } = readMediaType(tested);
	if (!reader || !isJson) return [];
	return createInteractions(tested, {
		"returns a page": {
			assumptions: subject.problemAssumptions(id, success),
			...{ ...reader.input({}), mediaType },
			json: reader.write(like([])),
		},
	});
}

/** Returns example metrics in the text format. */
const exposeExample = (families: readonly MeasuredFamily[]): string =>
	families
		.map(({ name, type, labels }) => {
			const own = labels
				.map(
					([label, content]) =>
						`${label}="${content === "status" ? "200" : "understudy"}"`,
				)
				.join(",");
			const all = `{${[own, `le="+Inf"`].filter((each) => each !== "").join(",")}}`;
			const bucket = type === "histogram" ? `${name}_bucket${all} 1\n` : "";
			const ofExchange = own === "" ? "" : `{${own}}`;
			return isDistribution(type)
				? `# TYPE ${name} ${type}\n${bucket}${name}_sum${ofExchange} 0.001\n${name}_count${ofExchange} 1\n`
				: `# TYPE ${name} ${type}\n${name} 1\n`;
		})
		.join("");

/** Returns the assumptions that the families of metrics depend on. */
export const familyAssumptions = ({ plan }: Tested): readonly string[] =>
	ownAssumptions(child(plan.response, "x-metrics"));

/** Creates interactions with metrics. */
export function createScrapes(
	subject: Subject,
	tested: Tested,
	creators: readonly Tested[],
): Interaction[] {
	const { operation } = tested;
	const { mediaType = "" } = readMediaType(tested);
	const families = readFamilies(subject.document.model.metricFamilies);
	const example = exposeExample(families);
	const [creator] = creators;
	return createInteractions(tested, {
		"as a Prometheus server scrapes them": {
			assumptions: subject.problemAssumptions(operation.id, operation.success),
			mediaType,
			text: { example, includes: [] },
		},
		...(creator && {
			"contains each family": {
				assumptions: familyAssumptions(tested),
				given: {
					state: CREATED,
					params: { operation: creator.operation.id },
				},
				mediaType: essenceOf(mediaType),
				text: { example, includes: families.map(({ name }) => name) },
			},
		}),
	});
}
