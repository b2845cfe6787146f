import { gzipSync } from "node:zlib";
import { createMismatch } from "../document/judgment/blame.ts";
import { essenceOf } from "../values/http.ts";
import type {
	Mismatch,
	OutgoingRequest,
	Probe,
	ProviderResponse,
} from "../verification/contract.ts";
import { createProbe, createRequestProbe } from "./probe.ts";
import {
	createNewBody,
	problemAssumptions,
	type Subject,
	type Tested,
} from "./subject.ts";

type Request = Omit<OutgoingRequest, "method" | "path">;

const JSON_TYPE = { "content-type": "application/json" };
const toJson = (body: string | Buffer): Request => ({
	headers: JSON_TYPE,
	body,
});

const ACCEPT_ENCODING = "accept-encoding";

/** Requests that are rejected before their body is read as the schema says, by what distinguishes them. */
type Requests = Readonly<Record<string, (valid: string) => Request>>;

const listTooLarge = (maxBytes: number): Requests => {
	// Blanks after the body break no other rule.
	const padding = " ".repeat(maxBytes);
	return {
		"with a body over the limit and its Content-Length": (valid) =>
			toJson(valid + padding),
		"with a body over the limit, sent in chunks": (valid) => ({
			...toJson(valid + padding),
			chunked: true,
		}),
	};
};

const UNSUPPORTED: Requests = {
	"with a body declared as plain text": (body) => ({
		headers: { "content-type": "text/plain" },
		body,
	}),
	"without a media type": (body) => ({ body }),
	"with a body declared as a form": () => ({
		headers: { "content-type": "application/x-www-form-urlencoded" },
		body: "understudy=1",
	}),
};

const COMPRESSED: Requests = {
	"with a compressed body": (valid) => ({
		headers: { ...JSON_TYPE, "content-encoding": "gzip" },
		body: gzipSync(valid),
	}),
};

/** Adds a property to an object, as text. */
const addProperty = (valid: string, value: string): string =>
	`${valid.slice(0, -1)}${valid === "{}" ? "" : ","}"understudy":${value}}`;

const listMalformed = (maxDepth: number): Requests => ({
	"with a body that is no JSON": (valid) => toJson(valid.slice(0, -1)),
	"without a body": () => toJson(""),
	"with a body that is not UTF-8": (valid) =>
		toJson(Buffer.from(addProperty(valid, '"\xff"'), "latin1")),
	"with a body that nests too deeply": (valid) =>
		toJson(
			addProperty(valid, `${"[".repeat(maxDepth)}${"]".repeat(maxDepth)}`),
		),
});

/** Requires that a rejection of a compressed body names what is accepted. */
const findEncodingMismatches = ({
	headers: { [ACCEPT_ENCODING]: actual = "missing" },
}: ProviderResponse): Mismatch[] =>
	actual.trim().toLowerCase() === "identity"
		? []
		: [createMismatch(`header ${ACCEPT_ENCODING}`, "identity", actual)];

/** Probes with bodies that Pact cannot send, or only against the OpenAPI document. */
export function createBodyProbes(subject: Subject, tested: Tested): Probe[] {
	const { operation, plan } = tested;
	const { id, method, path, bodies, problems, responses } = operation;
	if (bodies[0] !== JSON_TYPE["content-type"]) return [];
	const { maxBytes, maxDepth } = subject.document.service.limits;
	const create = (): string => JSON.stringify(createNewBody(plan, []));
	const probe = (
		requests: Requests,
		status: number,
		assumptions: readonly string[],
		find?: (response: ProviderResponse) => Mismatch[],
	): Probe[] =>
		Object.entries(requests).map(([what, request]) =>
			createRequestProbe(
				tested,
				what,
				status,
				assumptions,
				() => ({ method, path, ...request(create()) }),
				find,
			),
		);
	const { tooLarge, unsupportedMedia } = problems;
	const malformed = problems.malformed ?? problems.invalid;
	const headers = (status: number) =>
		subject.documented.findResponseAssumptions(id, status)?.headers ?? {};
	/** Of several assumptions of a status, those of a header are about what the header is about. */
	const without = (status: number, name: string): string[] => {
		const all = problemAssumptions(subject, id, status);
		const own = headers(status)[name] ?? [];
		return all.filter((each) => !own.includes(each));
	};
	const encoded = Object.keys(responses)
		.map(Number)
		.find((status) => status >= 400 && ACCEPT_ENCODING in headers(status));
	return [
		...(tooLarge === undefined
			? []
			: [
					...probe(
						listTooLarge(maxBytes),
						tooLarge,
						problemAssumptions(subject, id, tooLarge),
					),
					...probe(
						// Blanks at the end, because a service may reject unknown properties.
						{
							"with a body of the largest size": (valid) =>
								toJson(valid.padEnd(maxBytes)),
						},
						operation.success,
						problemAssumptions(subject, id, tooLarge).slice(0, 1),
					),
				]),
		...(unsupportedMedia === undefined
			? []
			: probe(
					UNSUPPORTED,
					unsupportedMedia,
					without(unsupportedMedia, ACCEPT_ENCODING),
				)),
		...(encoded === undefined
			? []
			: probe(
					COMPRESSED,
					encoded,
					[
						...(headers(encoded)[ACCEPT_ENCODING] ?? []),
						...(subject.documented.findResponseAssumptions(id, encoded)
							?.contentType ?? []),
					],
					findEncodingMismatches,
				)),
		...(malformed === undefined
			? []
			: probe(
					listMalformed(maxDepth),
					malformed,
					problemAssumptions(subject, id, malformed),
				)),
	];
}

/** Probes that HEAD has the same result as GET, if the document says so. */
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
				// Other checks look at GET. HEAD need only be the same.
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

const METHODS = ["DELETE", "PUT", "PATCH"];

/** Returns the mismatch of an Allow header that lacks a method of the path. It may have others, in any order. */
const createFindAllow =
	({ tested }: Subject, path: string) =>
	({ headers: { allow = "" } }: ProviderResponse): Mismatch[] => {
		const allowed = allow.split(",").map((each) => each.trim());
		const required = tested.flatMap(({ operation }) =>
			operation.path !== path
				? []
				: operation.method === "GET"
					? ["GET", "HEAD"]
					: [operation.method],
		);
		const missing = required.filter((each) => !allowed.includes(each));
		const message = `Allow does not name ${missing.join(", ")}`;
		const expected = required.join(", ");
		return missing.length > 0
			? [createMismatch("header allow", expected, allow || "missing", message)]
			: [];
	};

/** Probes of methods that a path does not define. */
export function createMethodProbes(subject: Subject): Probe[] {
	const { documented, tested } = subject;
	const [status] = documented.listStatuses("undefinedMethod");
	if (status === undefined) return [];
	const { headers = {} } =
		documented.findResponseAssumptions("undefinedMethod", status) ?? {};
	return tested.flatMap((each) => {
		const { path } = each.operation;
		const isDefined = (method: string): boolean =>
			tested.some(
				({ operation }) =>
					operation.path === path && operation.method === method,
			);
		const method = METHODS.find((one) => !isDefined(one));
		return method === undefined
			? []
			: [
					createRequestProbe(
						each,
						`with method ${method}`,
						status,
						problemAssumptions(subject, "undefinedMethod", status),
						() => ({ method, path }),
						"allow" in headers ? createFindAllow(subject, path) : undefined,
					),
				];
	});
}

/** Returns paths that are near the one of an operation, by what distinguishes them. */
const listNearPaths = (path: string): Readonly<Record<string, string>> => ({
	"at its path in capitals": path.toUpperCase(),
	"at its path with a trailing slash": `${path}/`,
	"at its path with a doubled slash": path.replace(/\/(?=[^/]+$)/, "//"),
	"at a longer path": `${path}/understudy`,
});

/** Probes of paths that the document does not define. Two of them for each operation, in turn. */
export function createPathProbes(subject: Subject): Probe[] {
	const [status] = subject.documented.listStatuses("unknownPath");
	if (status === undefined) return [];
	const known = subject.tested.map(({ operation }) => operation.path);
	return subject.tested.flatMap((each, index) => {
		const { method, path } = each.operation;
		return Object.entries(listNearPaths(path))
			.filter(
				([, near], place) => place % 2 === index % 2 && !known.includes(near),
			)
			.map(([what, near]) =>
				createRequestProbe(
					each,
					what,
					status,
					problemAssumptions(subject, "unknownPath", status),
					() => ({ method, path: near }),
				),
			);
	});
}
