import { createMismatch } from "../document/judgment/blame.ts";
import { createPathFinder, isTemplated } from "../document/path-template.ts";
import { essenceOf } from "../values/http.ts";
import type {
	Mismatch,
	Probe,
	ProviderResponse,
} from "../verification/contract.ts";
import { createProbe, createRequestProbe } from "./probe.ts";
import type { Subject } from "./subject.ts";

/** Creates probes that HEAD has the same result as GET, if the document states this. */
export function createHeadProbes({ document, tested }: Subject): Probe[] {
	const [, rule] =
		document.parts.unmatched.find(([kind]) => kind === "head") ?? [];
	if (!rule) return [];
	const { head } = document.service.unmatched;
	return tested
		.filter(({ operation }) => operation.method === "GET")
		.map((each) =>
			createProbe(each, "with method HEAD", head.assumptions, async (send) => {
				const { path } = each.operation;
				// Other checks test GET. HEAD only needs the same result.
				const got = await send({ method: "GET", path });
				const found = await send({ method: "HEAD", path });
				if (found.status !== got.status)
					return [createMismatch("status", `${got.status}`, `${found.status}`)];
				const expected = got.headers["content-type"] ?? "none";
				const actual = found.headers["content-type"] ?? "none";
				return essenceOf(actual) === essenceOf(expected)
					? []
					: [createMismatch("header content-type", expected, actual)];
			}),
		);
}

/** Returns a function that lists the operations of the document that have a path. */
function createListMatches({ document: { plans } }: Subject) {
	const find = createPathFinder(
		plans.map(({ operation }) => [operation.path, operation]),
	);
	return (path: string) => [...find(path)].map(({ value }) => value);
}

const METHODS = ["DELETE", "PUT", "PATCH"];

/** Returns the mismatch if an `Allow` header lacks a method of the path. More methods, in any order, are valid. */
const createFindAllow =
	({ tested, document }: Subject, path: string) =>
	({ headers: { allow = "" } }: ProviderResponse): Mismatch[] => {
		const allowed = allow.split(",").map((each) => each.trim());
		const describesHead = document.parts.unmatched.some(
			([kind]) => kind === "head",
		);
		const head = describesHead ? ["HEAD"] : [];
		const required = tested.flatMap(({ operation }) =>
			operation.path !== path
				? []
				: operation.method === "GET"
					? ["GET", ...head]
					: [operation.method],
		);
		const missing = required.filter((each) => !allowed.includes(each));
		const message = `Allow does not name ${missing.join(", ")}`;
		const expected = required.join(", ");
		return missing.length > 0
			? [createMismatch("header allow", expected, allow || "missing", message)]
			: [];
	};

/** Creates probes of methods that a path does not define. */
export function createMethodProbes(subject: Subject): Probe[] {
	const { documented, tested } = subject;
	const listMatches = createListMatches(subject);
	const [status] = documented.listStatuses("undefinedMethod");
	if (status === undefined) return [];
	const { headers = {} } =
		documented.findResponseAssumptions("undefinedMethod", status) ?? {};
	return tested.flatMap((each) => {
		const { path } = each.operation;
		const matches = listMatches(path);
		const isDefined = (method: string): boolean =>
			matches.some((operation) => operation.method === method);
		const method = METHODS.find((one) => !isDefined(one));
		return method === undefined
			? []
			: [
					createRequestProbe(
						each,
						`with method ${method}`,
						status,
						subject.problemAssumptions("undefinedMethod", status),
						() => ({ method, path }),
						"allow" in headers ? createFindAllow(subject, path) : undefined,
					),
				];
	});
}

/** Changes of a path that lead to an undefined path, by a name for each. */
const NEAR_PATHS: readonly (readonly [string, (path: string) => string])[] = [
	["at its path in capitals", (path) => path.toUpperCase()],
	["at its path with a trailing slash", (path) => `${path}/`],
	[
		"at its path with a doubled slash",
		(path) => path.replace(/\/(?=[^/]+$)/, "//"),
	],
	["at a longer path", (path) => `${path}/understudy`],
];
/** Distributes these changes among the operations. */
const STRIDE = 3;

/** Creates probes of undefined paths. Each is similar to the path of another operation. */
export function createPathProbes(subject: Subject): Probe[] {
	const { documented } = subject;
	const tested = subject.tested.filter(
		({ operation }) => !isTemplated(operation.path),
	);
	const [status] = documented.listStatuses("unknownPath");
	if (status === undefined) return [];
	const listMatches = createListMatches(subject);
	return NEAR_PATHS.flatMap(([what, createPath], index) => {
		const each = tested[(index * STRIDE) % tested.length];
		if (!each) return [];
		const { method, path } = each.operation;
		const near = createPath(path);
		return listMatches(near).length > 0
			? []
			: [
					createRequestProbe(
						each,
						what,
						status,
						subject.problemAssumptions("unknownPath", status),
						() => ({ method, path: near }),
					),
				];
	});
}
