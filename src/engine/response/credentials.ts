import type { RequestHead } from "../../document/validate-request.ts";
import type {
	Credential,
	Credentials,
	OperationModel,
} from "../model/service.ts";

type Alternatives = NonNullable<OperationModel["security"]>;

const OF_KIND: Readonly<Record<Credentials, Credential>> = {
	bearer: { in: "header", name: "Authorization", scheme: "Bearer" },
	"api-key": { in: "header", name: "X-API-Key" },
};

const NONE: Alternatives = [];

/**
 * Returns the credentials of the scenario or the mock, or else the credentials that the OpenAPI document requires.
 * The former apply only to operations that list 401 and have no empty `security`.
 */
export function requiredCredentials(
	{ security, problems }: OperationModel,
	auth: Credentials | undefined,
): Alternatives {
	const canRequire = security
		? security.length > 0
		: problems.unauthorized !== undefined;
	return auth && canRequire ? [[OF_KIND[auth]]] : (security ?? NONE);
}

function readCredential(
	{ in: place, name }: Credential,
	request: RequestHead,
	search: string,
): string {
	if (place === "query") return new URLSearchParams(search).get(name) ?? "";
	if (place === "header") return request.header(name.toLowerCase()) ?? "";
	const cookies = request.header("cookie")?.split(/; */) ?? [];
	const found = cookies.find((each) => each.startsWith(`${name}=`)) ?? "";
	return found.slice(name.length + 1);
}

/** Whether a request has all credentials of one alternative. Any value counts. */
export const hasCredentials = (
	alternatives: Alternatives,
	request: RequestHead,
	search: string,
): boolean =>
	alternatives.some((all) =>
		all.every((each) => {
			const value = readCredential(each, request, search);
			if (each.scheme === undefined) return /\S/.test(value);
			const [, scheme = ""] = /^(\S+) +\S/.exec(value) ?? [];
			return scheme.toLowerCase() === each.scheme.toLowerCase();
		}),
	);

function describe({ in: place, name, scheme }: Credential): string {
	if (scheme !== undefined) return `${name}: ${scheme} <any token>`;
	if (place === "header") return `${name}: <any key>`;
	return place === "cookie"
		? `Cookie: ${name}=<any key>`
		: `the query parameter ${name}=<any key>`;
}

/** Describes the credentials to send. */
export const describeCredentials = (alternatives: Alternatives): string =>
	[...new Set(alternatives.map((all) => all.map(describe).join(" and ")))].join(
		", or ",
	);

/** RFC 9110 section 11.6.1; RFC 7617 section 2 requires a realm. */
function challengeOf({ scheme }: Credential): string {
	if (scheme === undefined) return "ApiKey";
	return scheme === "Basic" ? 'Basic realm="mock"' : scheme;
}

/** Returns the value of `WWW-Authenticate`. */
export const formatChallenges = (alternatives: Alternatives): string =>
	[...new Set(alternatives.flat().map(challengeOf))].join(", ") || "Bearer";
