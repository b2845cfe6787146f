import { gzipSync } from "node:zlib";
import { createMismatch } from "../document/judgment/blame.ts";
import { isBodyOptional } from "../document/read-body.ts";
import type {
	Mismatch,
	OutgoingRequest,
	Probe,
	ProviderResponse,
} from "../verification/contract.ts";
import { createProbe, createRequestProbe } from "./probe.ts";
import type { Subject, Tested } from "./subject.ts";
import { createNewBody, createQuery } from "./valid-requests.ts";

type Request = Omit<OutgoingRequest, "method" | "path">;

const JSON_TYPE = { "content-type": "application/json" };
const toJson = (body: string | Buffer): Request => ({
	headers: JSON_TYPE,
	body,
});

const ACCEPT_ENCODING = "accept-encoding";

/** Requests that are rejected before the schema of their body matters, by a name for each. */
type Requests = Readonly<Record<string, (valid: string) => Request>>;

const listTooLarge = (maxBytes: number): Requests => {
	// Blanks after the body violate no other rule.
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
};

const OTHERS_UNSUPPORTED: Requests = {
	"without a media type": (body) => ({ body }),
	"with a body declared as a form": (body) => ({
		headers: { "content-type": "application/x-www-form-urlencoded" },
		body,
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

const MALFORMED: Requests = {
	"with a body that is no JSON": (valid) => toJson(valid.slice(0, -1)),
};

const MISSING: Requests = { "without a body": () => toJson("") };

const NOT_UTF8: Requests = {
	"with a body that is not UTF-8": (valid) =>
		toJson(Buffer.from(addProperty(valid, '"\xff"'), "latin1")),
};

const listTooDeep = (maxDepth: number): Requests => ({
	"with a body that nests too deeply": (valid) =>
		toJson(
			addProperty(valid, `${"[".repeat(maxDepth)}${"]".repeat(maxDepth)}`),
		),
});

/** Requires that the rejection of a compressed body names the accepted encodings. */
const findEncodingMismatches = ({
	headers: { [ACCEPT_ENCODING]: actual = "missing" },
}: ProviderResponse): Mismatch[] =>
	actual.trim().toLowerCase() === "identity"
		? []
		: [createMismatch(`header ${ACCEPT_ENCODING}`, "identity", actual)];

/** Creates a probe that the largest allowed body is accepted. Other checks compare the response. */
function createLargestProbe(
	subject: Subject,
	tested: Tested,
	tooLarge: number,
): Probe {
	const { id, method, path } = tested.operation;
	const target = `${path}${createQuery(tested.plan)}`;
	const { maxBytes } = subject.document.service.limits;
	return createProbe(
		tested,
		"with a body of the largest size",
		subject.problemAssumptions(id, tooLarge).slice(0, 1),
		async (send, _, compare) => {
			const valid = JSON.stringify(createNewBody(tested.plan, []));
			// Blanks at the end, because a service may reject unknown properties.
			const request = {
				method,
				path: target,
				...toJson(valid.padEnd(maxBytes)),
			};
			const response = await send(request);
			return response.status < 300 ? [] : compare(request, response);
		},
	);
}

/**
 * Creates probes of bodies that Pact cannot send, or sends only if they match the OpenAPI document.
 * @param isFirst whether to include requests that a service rejects before it knows the operation
 */
function createBodyProbesOf(
	subject: Subject,
	tested: Tested,
	isFirst: boolean,
): Probe[] {
	const { operation, plan } = tested;
	const { id, method, path, problems } = operation;
	const { maxBytes, maxDepth } = subject.document.service.limits;
	const target = `${path}${createQuery(plan)}`;
	const create = (): string => JSON.stringify(createNewBody(plan, []));
	const probe = (
		requests: Requests,
		status: number | undefined,
		assumptions: (status: number) => readonly string[] = (known) =>
			subject.problemAssumptions(id, known),
		find?: (response: ProviderResponse) => Mismatch[],
	): Probe[] =>
		status === undefined
			? []
			: Object.entries(requests).flatMap(([what, request]) => {
					const write = () => ({ method, path: target, ...request(create()) });
					// An operation may accept a media type that others do not.
					const expected = subject.documented.expectStatus(id, write());
					return expected.status === status
						? createRequestProbe(
								tested,
								what,
								status,
								assumptions(status),
								write,
								find,
							)
						: [];
				});
	const { unsupportedMedia, malformed = problems.invalid } = problems;
	const { operations, resolve } = subject.document.parts;
	/** Whether the document states this keyword. A default of the mock is not a rule for a service. */
	const says = (keyword: string): boolean =>
		operations.some(({ responses }) =>
			responses.some(([, response]) => keyword in resolve(response)),
		);
	const tooLarge = says("x-max-bytes") ? problems.tooLarge : undefined;
	const partsOf = (status: number) =>
		subject.documented.findResponseAssumptions(id, status);
	const encodingOf = (status: number): readonly string[] | undefined =>
		partsOf(status)?.headers[ACCEPT_ENCODING];
	/** If a status has several assumptions, the assumption of a header is about the subject of this header. */
	const aboutMedia = (status: number): string[] =>
		subject
			.problemAssumptions(id, status)
			.filter((each) => !encodingOf(status)?.includes(each));
	const aboutEncoding = (status: number): string[] => [
		...(encodingOf(status) ?? []),
		...(partsOf(status)?.contentType ?? []),
	];
	const all = [
		...probe(listTooLarge(maxBytes), tooLarge),
		...probe(UNSUPPORTED, unsupportedMedia, aboutMedia),
		...probe(MALFORMED, malformed),
		...(isBodyOptional(plan.operation, resolve)
			? []
			: probe(MISSING, malformed)),
	];
	if (!isFirst) return all;
	const { unsupportedEncoding = 0 } = problems;
	const encoded = encodingOf(unsupportedEncoding) && unsupportedEncoding;
	return [
		...all,
		...(tooLarge === undefined
			? []
			: [createLargestProbe(subject, tested, tooLarge)]),
		...probe(OTHERS_UNSUPPORTED, unsupportedMedia, aboutMedia),
		...probe(COMPRESSED, encoded, aboutEncoding, findEncodingMismatches),
		...probe(NOT_UTF8, malformed),
		...(says("x-max-depth") ? probe(listTooDeep(maxDepth), malformed) : []),
	];
}

/** Creates probes of bodies that are rejected before an operation reads them. */
export function createBodyProbes(subject: Subject): Probe[] {
	const [json] = Object.values(JSON_TYPE);
	return subject.tested
		.filter(({ operation }) => operation.bodies[0] === json)
		.flatMap((each, index) => createBodyProbesOf(subject, each, index === 0));
}
