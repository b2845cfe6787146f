import type { Node } from "../document/node.ts";
import { attempt } from "../values/errors.ts";
import { groupBy } from "../values/group-by.ts";
import type { Sighting } from "../verification/observed.ts";
import { insertAt } from "./edit.ts";
import type { Group, Learn, Round } from "./lesson.ts";
import { findOtherForm } from "./request-inputs.ts";
import {
	findElements,
	findParameters,
	findResponse,
	listParts,
} from "./schema-places.ts";

/** A link to the next page. Parts end at the next sign of a link, so that a long header takes no long time. */
const NEXT = /<([^<>]*)>\s*;[^,<]*\brel="?next\b/i;

/** By the role of a parameter, the role of what a link to the next page has for it. */
const IN_LINK: Readonly<Record<string, string>> = {
	...{ limit: "limit", cursor: "nextCursor" },
	...{ page: "nextPage", offset: "nextOffset" },
};

const roleOf = (node: Node): string =>
	`${node["x-role"] ?? ""}`.split(".").at(-1) ?? "";

/** Returns what a link to the next page has for the parameters, by the names that the service has for them. */
const listLinked = (
	round: Round,
	operation: string,
): ReadonlyMap<string, string> =>
	new Map(
		findParameters(round.document, operation).flatMap(({ node }) => {
			const name = `${node.name}`;
			const { change } = findOtherForm(round, operation, name) ?? {};
			const role = change?.kind === "position" ? change.role : roleOf(node);
			const to =
				change?.kind === "position" || change?.kind === "rename"
					? change.to
					: name;
			const linked = IN_LINK[role];
			return linked === undefined ? [] : [[to, linked] as const];
		}),
	);

/** Whether responses have the cursor of the next page where the document has it. */
function hasCursor(
	{ document, observations }: Round,
	{ operation, example: { status } }: Sighting,
): boolean {
	const body = { target: operation, status };
	return findElements(document, { ...body, where: "$" })
		.flatMap((each) => listParts(document.root, each))
		.flatMap(({ node }) => Object.entries(Object(node.properties)))
		.some(
			([name, property]) =>
				roleOf(Object(property)) === "nextCursor" &&
				observations.countAt({ ...body, where: `$.${name}` }) > 0,
		);
}

/** Returns the template of a link; undefined if the link does not say where the next page is. */
function toTemplate(
	link: string,
	linked: ReadonlyMap<string, string>,
): string | undefined {
	const url = attempt(() => new URL(link, "http://localhost"));
	const parts = [...(url?.searchParams.keys() ?? [])].flatMap((name) => {
		const role = linked.get(name);
		return role === undefined ? [] : [[name, role] as const];
	});
	const query = parts.map(([name, role]) => `${name}={${role}}`).join("&");
	return url && parts.some(([, role]) => role.startsWith("next"))
		? `<${url.pathname}?${query}>; rel="next"`
		: undefined;
}

/** Groups what shows that the place of the next page is not where the document has it, by list. */
export const groupLinks = ({ observations: { sightings } }: Round): Group[] => {
	const isOfPage = ({ change, example }: Sighting): boolean =>
		change?.kind === "position" ||
		(example.response.status < 300 &&
			(change?.kind === "bare list" || change?.kind === "missing"));
	return groupBy(sightings.filter(isOfPage), ({ operation }) => operation);
};

/** Learns that a header links to the next page. */
export const learnLink: Learn = (round, [first]) => {
	const { operation } = first;
	const seen = round.observations.exchanges.filter(
		({ target, response }) => target === operation && response.status < 300,
	);
	const [page] = seen;
	const response = page && findResponse(round.document, operation, page.status);
	const known = Object.keys(Object(response?.node.headers));
	if (!page || !response || known.some((each) => /^link$/i.test(each)))
		return undefined;
	const linked = listLinked(round, operation);
	const [template] = seen
		.map((each) => NEXT.exec(each.response.headers.link ?? "")?.[1])
		.flatMap((link) => (link && toTemplate(link, linked)) ?? [])
		// A link has the size of a page only if its request has.
		.sort((a, b) => b.length - a.length);
	if (template === undefined || hasCursor(round, { ...first, example: page }))
		return undefined;
	const header = {
		description: "The link to the next page, if there is one.",
		"x-template": template,
		schema: { type: "string" },
	};
	return {
		...{ kind: "link", where: "header link", from: "no link" },
		...{ to: template, isCertain: true },
		changes: [insertAt(response.pointer, ["headers", "Link"], header)],
	};
};
