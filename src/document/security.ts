import { attempt } from "../values/errors.ts";
import { HEADER_NAME } from "../values/http.ts";
import { plural } from "../values/plural.ts";
import { describeUnknown } from "../values/validation.ts";
import type { Credential, OperationModel } from "./model.ts";
import {
	child,
	DocumentError,
	type DocumentOperation,
	type DocumentParts,
	entries,
	type Node,
	readString,
} from "./node.ts";

const PLACES = ["header", "query", "cookie"] as const;

const bearer: Credential = {
	in: "header",
	name: "Authorization",
	scheme: "Bearer",
};

/**
 * Returns the credentials that a request must contain. A certificate adds none, because it belongs to the connection.
 */
function readScheme(name: string, scheme: Node): readonly Credential[] {
	const { type } = scheme;
	if (type === "http") {
		const word = readString(scheme, "scheme");
		return [
			{ ...bearer, scheme: word.charAt(0).toUpperCase() + word.slice(1) },
		];
	}
	if (type === "oauth2" || type === "openIdConnect") return [bearer];
	if (type === "mutualTLS") return [];
	const types = ["http", "apiKey", "oauth2", "openIdConnect", "mutualTLS"];
	const place = PLACES.find((each) => each === scheme.in);
	const key = String(scheme.name);
	if (type === "apiKey" && place === "header" && !HEADER_NAME.test(key))
		throw new DocumentError(
			`the security scheme ${name} is in the header "${key}", a name that no header can have. Use a name such as X-Key`,
		);
	if (type === "apiKey" && place)
		return [{ in: place, name: readString(scheme, "name") }];
	const [keyword, given, known] =
		type === "apiKey" ? ["in", scheme.in, PLACES] : ["type", type, types];
	throw new DocumentError(
		`${keyword} of the security scheme ${name} ${describeUnknown("value", String(given), [...known])}`,
	);
}

/** Lists the names of the keys that the document declares as credentials. */
export const listKeyNames = ({ root, resolve }: DocumentParts): string[] =>
	entries(child(child(root, "components"), "securitySchemes")).flatMap(
		([, each]) => {
			const { type, name } = attempt(() => resolve(each)) ?? {};
			return type === "apiKey" && typeof name === "string" ? name : [];
		},
	);

/** Returns the declared security schemes by name. A scheme may be a `$ref`. */
const readSchemes = (root: Node): ReadonlyMap<string, Node> =>
	new Map(entries(child(child(root, "components"), "securitySchemes")));

/**
 * Returns the credentials that an operation requires, in the form of its model. A scheme that the document does not
 * declare adds none, because its credential is unknown.
 * @throws DocumentError if a scheme or a requirement is invalid
 */
export function readSecurity(
	{ root, resolve }: DocumentParts,
	{ node }: DocumentOperation,
): Pick<OperationModel, "security"> {
	const schemes = readSchemes(root);
	const required = node.security ?? root.security;
	if (!Array.isArray(required)) return {};
	// An operation with an empty list requires no credentials, even if the mock does. An empty list of the whole
	// document only states no requirement.
	if (required.length === 0) return node.security ? { security: [] } : {};
	const security = required.map((each) => {
		if (typeof each === "string")
			throw new DocumentError(
				`the requirement "${each}" must be an object. Write { ${each}: [] }`,
			);
		return Object.keys(Object(each)).flatMap((name) => {
			const scheme = schemes.get(name);
			return scheme ? readScheme(name, resolve(scheme)) : [];
		});
	});
	return { security };
}

/** Lists the security schemes that operations name and the document does not declare, each with its place and the remedy. */
export function listUndeclaredSchemes(
	root: Node,
	operations: readonly DocumentOperation[],
): string[] {
	const declared = [...readSchemes(root).keys()];
	const places = new Map<string, Set<string>>();
	for (const { node, pointer } of operations) {
		const place = node.security ? `${pointer}/security` : "/security";
		const required = node.security ?? root.security;
		const all = Array.isArray(required) ? required : [];
		for (const name of all.flatMap((each) => Object.keys(Object(each))))
			if (!declared.includes(name))
				places.set(name, (places.get(name) ?? new Set()).add(place));
	}
	return [...places].map(([name, [first, ...others]]) => {
		const more =
			others.length > 0 ? ` and ${plural(others.length, "other place")}` : "";
		return `${name} (${first}${more}): it ${describeUnknown("security scheme", name, declared)}. Requests need no credential for it. Declare it in components.securitySchemes, or fix its name.`;
	});
}
