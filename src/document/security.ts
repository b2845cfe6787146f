import { attempt } from "../values/errors.ts";
import { HEADER_NAME } from "../values/http.ts";
import { describeUnknown } from "../values/validation.ts";
import type { Credential, OperationModel } from "./model.ts";
import {
	child,
	DocumentError,
	type DocumentOperation,
	type DocumentParts,
	entries,
	isNode,
	type Node,
	readString,
} from "./node.ts";

const PLACES = ["header", "query", "cookie"] as const;

const bearer: Credential = {
	in: "header",
	name: "Authorization",
	scheme: "Bearer",
};

const capitalize = (word: string): string =>
	word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Returns the credentials that a request must contain. A certificate adds none, because it belongs to the connection.
 */
function readScheme(name: string, scheme: Node): readonly Credential[] {
	const { type } = scheme;
	if (type === "http")
		return [{ ...bearer, scheme: capitalize(readString(scheme, "scheme")) }];
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

/**
 * Returns the credentials that an operation requires, in the form of its model.
 * @throws DocumentError if `security` names an unknown scheme
 */
export function readSecurity(
	{ root, resolve }: DocumentParts,
	{ id, node }: DocumentOperation,
): Pick<OperationModel, "security"> {
	const schemes = child(child(root, "components"), "securitySchemes");
	const required = node.security ?? root.security;
	if (!Array.isArray(required)) return {};
	// An operation with an empty list requires no credentials, even if the mock does. An empty list of the whole
	// document only states no requirement.
	if (required.length === 0) return node.security ? { security: [] } : {};
	const security = required.map((each) =>
		Object.keys(Object(each)).flatMap((name) => {
			const scheme = schemes[name];
			if (isNode(scheme)) return readScheme(name, resolve(scheme));
			throw new DocumentError(
				`security of ${id} names ${name}, which ${describeUnknown("security scheme", name, Object.keys(schemes))}`,
			);
		}),
	);
	return { security };
}
