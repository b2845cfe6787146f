import { isTemplated } from "../../document/path-template.ts";
import { isJsonType } from "../../values/http.ts";
import { type Texts, tryParseJson } from "../../values/json.ts";
import type {
	Contract,
	ContractOperation,
	ExampleRequest,
	OutgoingRequest,
	ProviderResponse,
	Send,
} from "../contract.ts";
import { NOT_DOCUMENTED } from "../differences/additional-parts.ts";
import { isCheckFailure, keepCheckFailure } from "../errors.ts";
import { ACCESS_STATUSES, adviseOnAccess, CREDENTIALS } from "../judge.ts";
import { describeRejection } from "../learning/rejections/describe-rejection.ts";
import type { Sighting } from "../observed.ts";
import type { Observer } from "../observer.ts";
import { buildRequest, createExchanges } from "../operations.ts";
import type { SurfaceResult, SurfaceVerdict } from "../report.ts";

/** The header that tells a client how to authenticate (RFC 9110, section 11.6.1). */
const CHALLENGE = "www-authenticate";
const UNAUTHORIZED = 401;
const AS_SCHEME = " as scheme";

/** Returns a status with what a rejection says in its body, and in the header about credentials. */
function describeDenial(response: ProviderResponse): string {
	const { [CHALLENGE]: challenge } = response.headers;
	const said = describeRejection({ response });
	return challenge === undefined ? said : `${said}, ${CHALLENGE}: ${challenge}`;
}

/** Lists other credentials than valid ones: another token, the scheme in another case, and other usual schemes. */
function listWrong(valid: string): (readonly [value: string, what: string])[] {
	const [, scheme = "", token = ""] = /^(\w+ )?(.+)$/.exec(valid) ?? [];
	const lower = scheme.toLowerCase();
	const usual = lower === "token " ? "Bearer " : "token ";
	const others = new Set(scheme === "" ? [] : [lower, usual, "Basic "]);
	others.delete(scheme);
	return [
		[`${scheme}understudy`, "another value"],
		...Array.from(others, (each) => {
			return [each + token, `"${each.trim()}"${AS_SCHEME}`] as const;
		}),
	];
}

type FindAssumptions = Contract["documented"]["findResponseAssumptions"];

/** Returns the rejections of wrong credentials, and a function that sends requests with these. */
function createDenials(
	findResponseAssumptions: FindAssumptions,
	send: Send,
	headers: Texts,
	where: string,
) {
	const denied: Sighting[] = [];
	/** Whether a service rejects a request because of its credentials. It may do so as if another part was wrong. */
	async function isDenial(
		request: OutgoingRequest,
		response: ProviderResponse,
		expected: string,
	): Promise<boolean> {
		const { status } = response;
		if (ACCESS_STATUSES.includes(status)) return true;
		if (status < 400 || status >= 500 || expected.startsWith(`${status}`))
			return false;
		const own = { ...request, headers: { ...request.headers, ...headers } };
		const usual = await send(own).catch(keepCheckFailure);
		return (
			!isCheckFailure(usual) &&
			describeDenial(usual) !== describeDenial(response)
		);
	}
	/** Sends a request with wrong credentials. Returns the status; undefined without a response. */
	async function ask(
		{ id }: ContractOperation,
		request: OutgoingRequest,
		expected: string,
		change?: Sighting["change"],
	): Promise<number | undefined> {
		const response = await send(request).catch(keepCheckFailure);
		if (isCheckFailure(response)) return undefined;
		if (!(await isDenial(request, response, expected))) return response.status;
		const isAccess = ACCESS_STATUSES.includes(response.status);
		const status = isAccess ? response.status : UNAUTHORIZED;
		const documented = findResponseAssumptions(id, status);
		const shared = {
			...{ operation: id, explains: [] },
			assumptions: documented?.status ?? [],
			example: {
				...{ check: "", target: id, request, response },
				...{ status: Number.parseInt(expected, 10), isArrangement: true },
			},
		};
		const actual = describeDenial(response);
		// One scheme shows what the service says of others.
		const isOfScheme = (told: string): boolean => told.endsWith(AS_SCHEME);
		const isTold = denied.some(
			(each) => isOfScheme(each.expected) && each.actual === actual,
		);
		if (!isOfScheme(expected) || !isTold)
			denied.push({
				...{ ...shared, key: `credentials ${id} ${expected}` },
				...{ where, expected, actual, change },
			});
		const key = `challenge ${id}`;
		const isWithout = isAccess && !(CHALLENGE in response.headers);
		const isKnown = denied.some((each) => each.key === key);
		if (isWithout && !isKnown && CHALLENGE in Object(documented?.headers))
			denied.push({
				...{ ...shared, key, where: `header ${CHALLENGE}` },
				...{ expected: `${CHALLENGE} with ${status}`, actual: "missing" },
			});
		return response.status;
	}
	return { denied, ask };
}

/**
 * Finds operations that require credentials although the document does not, and what the service says of wrong ones. All
 * other requests of the verification contain credentials.
 * @param send sends a request without credentials
 * @param headers the headers of the other requests
 */
export async function askWithoutCredentials(
	{
		findResponseAssumptions,
	}: { readonly findResponseAssumptions: FindAssumptions },
	operations: readonly ContractOperation[],
	send: Send,
	headers: Texts,
): Promise<Sighting[]> {
	const names = Object.keys(headers).filter((name) => CREDENTIALS.test(name));
	const [name] = names;
	if (name === undefined) return [];
	const { denied, ask } = createDenials(
		...([findResponseAssumptions, send, headers] as const),
		`request header ${names.join(", ")}`,
	);
	const [, scheme = ""] = /^([\w-]+) /.exec(headers.authorization ?? "") ?? [];
	const asked = operations.filter(
		({ path, security }) => !security && !isTemplated(path),
	);
	for (const each of asked)
		await ask(each, buildRequest(each, each.example), `${each.success}`, {
			...{ kind: "credentials", headers: names, scheme },
		});
	const closed = asked.filter(({ id }) =>
		denied.some(({ operation }) => operation === id),
	);
	const reading = closed.find(({ method }) => method === "GET") ?? closed[0];
	const [first] = operations;
	if (!first || !reading) return denied;
	const required = denied.filter(({ change }) => change && scheme !== "");
	const schemes = [scheme];
	const request = buildRequest(reading, reading.example);
	for (const [value, what] of listWrong(headers[name] ?? "")) {
		const wrong = { ...request.headers, ...headers, [name]: value };
		const status = await ask(
			...([reading, { ...request, headers: wrong }] as const),
			`${reading.success} with ${what}`,
		);
		const [other = ""] = value.split(" ");
		const isOther = other.toLowerCase() !== scheme.toLowerCase();
		if (status === reading.success && isOther) schemes.push(other);
	}
	const actual = `has the scheme ${schemes.join(" or ")}`;
	for (const { change: _, ...each } of required)
		denied.push({
			...{ ...each, key: `scheme ${each.operation}` },
			...{ expected: NOT_DOCUMENTED, actual },
		});
	const unknown = { method: "GET", path: `${first.path}-understudy` };
	await ask(first, unknown, "404 to an unknown path");
	const { path } = reading;
	await ask(reading, { method: "DELETE", path }, "405 to an undefined method");
	const writing = closed.find(({ bodies }) => bodies.some(isJsonType));
	if (!writing) return denied;
	const create = (type: string, body: string): OutgoingRequest => ({
		...{ method: writing.method, path: writing.path, body },
		headers: { "content-type": type },
	});
	const plain = create("text/plain", "understudy");
	await ask(writing, plain, "415 to a body that is not declared as JSON");
	const malformed = create("application/json", "{");
	await ask(writing, malformed, "400 to a body that is no JSON");
	return denied;
}

/** Statuses that only an existing operation sends. */
const REJECTED = new Set([400, 409, 412, 413, 415, 422, 428]);
const NOT_FOUND = new Set([404, 405, 410, 501]);

const WEB_PAGE =
	"responded with a web page, as a proxy or another server would. Check the base URL.";

const UNREADABLE =
	"responded with JSON that cannot be read: it is malformed, or nests more than 500 levels deep. Check the base URL.";

/** Bodies that another server may have sent, as an operation that exists shows them. */
const BODIES: Texts = {
	[WEB_PAGE]: "a web page",
	[UNREADABLE]: "JSON that cannot be read",
};

/**
 * Accepts such bodies if only some operations respond with one: they come from the service, so the operation exists. A
 * single operation with JSON that cannot be read is a defect of the service.
 */
function acceptSingle(results: SurfaceResult[]): SurfaceResult[] {
	const isOther =
		results.every(({ verdict }) => verdict !== "passed") &&
		(results.length > 1 || results[0]?.why !== UNREADABLE);
	if (isOther) return results;
	return results.map((result) => {
		const body = BODIES[result.why];
		if (body === undefined) return result;
		const why = `responded with ${result.status} and ${body}`;
		return { ...result, verdict: "passed", why };
	});
}

const isUnreadable = ({ headers, body }: ProviderResponse): boolean =>
	isJsonType(headers["content-type"] ?? "") &&
	body.length > 0 &&
	tryParseJson(`${body}`) === undefined;

/** The responses of nginx, Apache and Go to a request without TLS at a TLS port. */
const NEEDS_TLS = /plain HTTP (request was sent )?to|HTTP request to an HTTPS/;

function judgeResponse(
	response: ProviderResponse,
	headerNames: readonly string[],
	success: number,
): [verdict: SurfaceVerdict, why: string] {
	const { status, headers, body } = response;
	const why = `responded with ${status}`;
	if (status === 400 && NEEDS_TLS.test(body.toString("latin1")))
		return ["not verified", "expects TLS. Pass a base URL with https"];
	const isSuccess = status >= 200 && status < 300;
	if (isSuccess && /^text\/html\b/i.test(headers["content-type"] ?? ""))
		return ["not verified", WEB_PAGE];
	if (isSuccess && isUnreadable(response)) return ["not verified", UNREADABLE];
	if (isSuccess || status === success) return ["passed", why];
	if (REJECTED.has(status)) return ["passed", `${why}, so it exists`];
	if (NOT_FOUND.has(status)) return ["failed", `${why}, so it does not exist`];
	const advice = adviseOnAccess(status, headerNames);
	if (advice !== undefined) return ["not verified", `${why}. ${advice}`];
	if (status >= 500) return ["failed", why];
	if (status >= 300 && status < 400)
		return [
			"failed",
			`redirected with ${status}${headers.location ? ` to ${headers.location}` : ""}; pass the base URL that the service is served at`,
		];
	return [
		"not verified",
		`${why}, which does not show whether it exists. Pass --examples with a request that the service accepts.`,
	];
}

/**
 * Finds whether an operation that responds with 404 exists: its example may name a record that does not exist. Only an
 * operation that reads the body rejects a malformed one.
 * @returns the status of the rejection; undefined if nothing shows that it exists
 */
async function findRejection(
	{ documented }: Contract,
	target: string,
	send: Send,
	request: OutgoingRequest,
	{ status }: ProviderResponse,
): Promise<number | undefined> {
	const type = request.headers?.["content-type"] ?? "";
	if (status !== 404 || !isJsonType(type)) return undefined;
	const malformed = { ...request, body: "{" };
	const expects = documented.expectStatus(target, malformed).status;
	const other = await send({ ...malformed, expects }).catch(keepCheckFailure);
	if (isCheckFailure(other)) return undefined;
	return REJECTED.has(other.status) ? other.status : undefined;
}

/**
 * Sends the example request of each operation, without following redirects.
 * @param operations the operations to probe
 * @param examples requests to send instead, by operation id
 * @param observer keeps the exchanges
 * @param headerNames the additional headers of every request
 */
export async function probeSurface(
	contract: Contract,
	operations: Contract["operations"],
	examples: Readonly<Record<string, ExampleRequest>>,
	observer: Observer,
	headerNames: readonly string[],
): Promise<SurfaceResult[]> {
	const probe = async (
		operation: ContractOperation,
	): Promise<SurfaceResult> => {
		const { id, method, path, example, success } = operation;
		const description = `${id}: the surface`;
		const start = performance.now();
		// The records in its path are created first.
		const exchanges = createExchanges(
			contract,
			observer.arrangeFor(description),
		);
		const send = exchanges.fill(
			observer.sendFor({ description, status: success }),
		);
		const request = buildRequest(operation, examples[id] ?? example);
		const outcome = await send(request).catch(keepCheckFailure);
		const isMissing = isCheckFailure(outcome);
		const rejection = isMissing
			? undefined
			: await findRejection(contract, id, send, request, outcome);
		const [verdict, why] = isMissing
			? (["not verified", outcome.message] as const)
			: rejection === undefined
				? judgeResponse(outcome, headerNames, success)
				: ([
						"passed",
						`responded with 404, but with ${rejection} to a malformed body, so it exists`,
					] as const);
		return {
			...{ operation: id, method, path },
			status: isMissing ? null : outcome.status,
			...{ verdict, why },
			durationMs: Math.round(performance.now() - start),
		};
	};
	// Before the first event, metrics show which counters are missing until then.
	const [reading, writing] = [true, false].map((isReading) =>
		operations.filter(({ method }) => (method === "GET") === isReading),
	);
	const results: SurfaceResult[] = [];
	for (const group of [reading, writing])
		results.push(...(await Promise.all((group ?? []).map(probe))));
	const ids = operations.map(({ id }) => id);
	return acceptSingle(
		results.sort((a, b) => ids.indexOf(a.operation) - ids.indexOf(b.operation)),
	);
}
