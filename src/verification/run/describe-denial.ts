import { essenceOf } from "../../values/http.ts";
import { isObject, tryParseJson } from "../../values/json.ts";
import type { Contract, ProviderResponse } from "../contract.ts";

const CHALLENGE = "www-authenticate";

/** Returns the properties of a denial that are the same in all of these. Others may be times, paths or ids. */
function findConstants(
	denials: readonly ProviderResponse[],
): Readonly<Record<string, unknown>> {
	const [first, ...others] = denials.map(({ body }) =>
		Object(tryParseJson(`${body}`)),
	);
	const isSame = ([name, value]: readonly [string, unknown]): boolean =>
		others.every(
			(each) => JSON.stringify(each[name]) === JSON.stringify(value),
		);
	return Object.fromEntries(Object.entries(first ?? {}).filter(isSame));
}

const mediaTypeOf = ({ headers }: ProviderResponse): string =>
	essenceOf(headers["content-type"] ?? "");

/**
 * Describes a denial: its status, how to authenticate, and the names in its body.
 * @param other another denial. The description contains the values that are different there.
 * @param alike denials for the same reason
 */
export function describeDenial(
	denial: ProviderResponse,
	other: ProviderResponse = denial,
	alike: readonly ProviderResponse[] = [denial, other],
): string {
	const { status, headers, body } = denial;
	const json = tryParseJson(`${body}`);
	const constants = findConstants(alike);
	const values = Object(tryParseJson(`${other.body}`));
	const show = (name: string): string => {
		const value = Object(json)[name];
		const isText = typeof value === "string" && name in constants;
		return isText && typeof values[name] === "string" && values[name] !== value
			? `${name} ${JSON.stringify(value)}`
			: name;
	};
	const text = body.length > 0 ? "a text" : "an empty body";
	return [
		`${status}`,
		`WWW-Authenticate: ${headers[CHALLENGE] ?? "missing"}`,
		...(mediaTypeOf(denial) === "" ? [] : [mediaTypeOf(denial)]),
		isObject(json)
			? `an object with ${Object.keys(json).map(show).join(", ")}`
			: text,
	].join("; ");
}

/** Describes the denial of the document, if the service sends another one; undefined otherwise. */
export function describeDocumentedDenial(
	{ findResponse, findResponseAssumptions }: Contract["documented"],
	operation: string,
	denial: ProviderResponse,
): string | undefined {
	const { status, headers, body } = denial;
	const documented = findResponse(operation, status);
	if (!documented) return undefined;
	const { mediaType, schema: { required = [] } = {} } = documented;
	const known = findResponseAssumptions(operation, status)?.headers ?? {};
	const needsChallenge = CHALLENGE in known;
	const values = Object(tryParseJson(`${body}`));
	const isSame =
		mediaTypeOf(denial) === mediaType &&
		(!needsChallenge || CHALLENGE in headers) &&
		required.every((name) => name in values);
	if (isSame) return undefined;
	return [
		`${status}`,
		...(needsChallenge ? ["WWW-Authenticate"] : []),
		mediaType,
		...(required.length > 0 ? [`an object with ${required.join(", ")}`] : []),
	].join("; ");
}
