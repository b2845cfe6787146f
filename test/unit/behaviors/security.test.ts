import { describe, expect, test, vi } from "vitest";
import { describePlans } from "../../../src/behaviors/describe-plans.ts";
import { createMock } from "../../../src/entries/index.ts";
import { setupMock } from "../../../src/entries/node.ts";
import {
	also,
	inQuery,
	NUMBER,
	object,
	respond,
	response,
	role,
	TEXT,
	withOperation,
} from "../../support/openapi.ts";
import { serveMock } from "../../support/serve-mock.ts";
import { loadContent } from "./write-document.ts";

const SCHEMES = {
	token: { type: "http", scheme: "bearer" },
	password: { type: "http", scheme: "basic" },
	team: { type: "apiKey", in: "header", name: "X-Team" },
	key: { type: "apiKey", in: "query", name: "key" },
	session: { type: "apiKey", in: "cookie", name: "sid" },
	login: { type: "oauth2", flows: {} },
	single: { $ref: "#/components/securitySchemes/login" },
	certificate: { type: "mutualTLS" },
};

/** A document whose operation may list a 401 with a body of its own. */
async function load(security: object, others = {}, isListed = true) {
	const error = object({ error: role("problem.message", TEXT) });
	const errors = isListed ? { 401: response(error) } : {};
	const content = withOperation(
		{ ...security, ...also(respond(object({ title: TEXT })), errors) },
		{ components: { securitySchemes: SCHEMES }, ...others },
	);
	return loadContent(content);
}

type Sent = [headers?: Record<string, string>, query?: string];

async function createClient(...args: Parameters<typeof load>) {
	const mock = createMock({ document: await load(...args) });
	const send = ([headers = {}, query = ""]: Sent = []) =>
		mock.fetch(new Request(`http://books.test/books${query}`, { headers }));
	const status = async (...sent: Sent) => (await send(sent)).status;
	return { mock, send, status };
}

test("the journal hides keys that the document declares, also if no operation requires them", async () => {
	const { mock, send } = await createClient({});
	await send([{ "x-team": "secret", cookie: "sid=secret" }, "?key=secret"]);
	const [entry] = (await mock.control.requests()).requests;
	expect(entry).toMatchObject({ query: { key: "[redacted]" } });
	expect(JSON.stringify(entry)).not.toContain("secret");
});

describe("an operation requires the credentials of its security scheme, with any value", () => {
	const TOKEN: Sent = [{ authorization: "Bearer t" }];
	test.each<[name: string, accepted: Sent, rejected: Sent, challenge: string]>([
		["token", TOKEN, [{ authorization: "Basic dDp0" }], "Bearer"],
		[
			"password",
			[{ authorization: "basic dDp0" }],
			TOKEN,
			'Basic realm="mock"',
		],
		["team", [{ "x-team": "a" }], [{ "x-team": " " }], "ApiKey"],
		["key", [{}, "?key=k"], [{ key: "k" }, "?key="], "ApiKey"],
		[
			"session",
			[{ cookie: "a=b; sid=1" }],
			[{ cookie: "xsid=1; sid=" }],
			"ApiKey",
		],
		["login", TOKEN, [{ authorization: "t" }], "Bearer"],
		["single", TOKEN, [], "Bearer"],
	])("%s", async (name, accepted, rejected, challenge) => {
		const { send } = await createClient({ security: [{ [name]: [] }] });
		expect((await send(accepted)).status).toBe(200);
		for (const each of [rejected, []] as Sent[]) {
			const { status, headers } = await send(each);
			expect(status).toBe(401);
			expect(headers.get("www-authenticate")).toBe(challenge);
		}
	});
});

test("the rejection has the form of the document, and names what to send", async () => {
	const { send } = await createClient({
		security: [{ token: [] }, { team: [], key: [] }],
	});
	const response = await send();
	expect(response.headers.get("content-type")).toBe("application/json");
	expect(response.headers.get("www-authenticate")).toBe("Bearer, ApiKey");
	expect(await response.json()).toEqual({
		error:
			"The request has no credentials. Send Authorization: Bearer <any token>, or X-Team: <any key> and the query parameter key=<any key>.",
	});
});

test("what to send is described with the operation, unless a request may send nothing", async () => {
	const describeWith = async (security: object[]) => {
		const { plans, service } = await load({ security });
		const [described] = describePlans(plans, service.operations);
		return described?.credentials;
	};
	expect(await describeWith([{ team: [] }, { session: [] }])).toBe(
		"X-Team: <any key>, or Cookie: sid=<any key>",
	);
	expect(await describeWith([{ team: [] }, {}])).toBeUndefined();
	expect(await describeWith([{ token: [] }, { token: ["write"] }])).toBe(
		"Authorization: Bearer <any token>",
	);
});

test("of several schemes in one requirement, all are required; of several requirements, one", async () => {
	const { status } = await createClient({
		security: [{ token: [] }, { team: [], key: [] }],
	});
	expect(await status({ "x-team": "a" })).toBe(401);
	expect(await status({ "x-team": "a" }, "?key=k")).toBe(200);
	expect(await status({ authorization: "Bearer t" })).toBe(200);
});

test("the security of the document applies unless the operation has its own", async () => {
	const whole = { security: [{ token: [] }] };
	expect(await (await createClient({}, whole)).status()).toBe(401);
	const none = await createClient({ security: [] }, whole);
	expect(await none.status()).toBe(200);
});

test.each([
	["an empty requirement", [{ token: [] }, {}]],
	["a certificate, which a mock cannot see", [{ certificate: [] }]],
	["a scheme that is not declared", [{ gone: [] }]],
	["a declared scheme or another", [{ token: [] }, { gone: [] }]],
])("%s lets every request pass", async (_, security) => {
	expect(await (await createClient({ security })).status()).toBe(200);
});

test.each(["gone", "constructor"])(
	"beside the scheme %s, which is not declared, a declared one is required",
	async (name) => {
		const security = [{ token: [], [name]: [] }];
		const { status } = await createClient({ security });
		expect(await status()).toBe(401);
		expect(await status({ authorization: "Bearer t" })).toBe(200);
	},
);

test("without a 401 in the document, the rejection is a problem of the mock", async () => {
	const { send } = await createClient({ security: [{ token: [] }] }, {}, false);
	const { status, headers } = await send();
	expect(status).toBe(401);
	expect(headers.get("content-type")).toBe("application/problem+json");
});

test("the order of rejections stays: faults, credentials, rate limit, input", async () => {
	const parameters = [inQuery("size", NUMBER)];
	const document = await load({ security: [{ token: [] }], parameters });
	const mock = createMock({ document, rateLimit: 1 });
	const status = async (query: string, headers = {}) => {
		const url = `http://books.test/books${query}`;
		return (await mock.fetch(new Request(url, { headers }))).status;
	};
	expect(await status("?size=x")).toBe(401);
	const token = { authorization: "Bearer t" };
	expect(await status("?size=x", token)).not.toBe(401);
	expect(await status("?size=x", token)).toBe(429);
	expect(await status("")).toBe(401);
	await mock.control.setFaults([
		{ operation: "listBooks", kind: "status", status: 503, force: true },
	]);
	expect(await status("")).toBe(503);
});

test("credentials that the mock or a scenario requires replace those of the document", async () => {
	const document = await load({ security: [{ team: [] }] });
	const mock = createMock({ document, auth: "bearer" });
	const status = async (headers: Record<string, string>) =>
		(await mock.fetch(new Request("http://books.test/books", { headers })))
			.status;
	expect(await status({ "x-team": "a" })).toBe(401);
	expect(await status({ authorization: "Bearer t" })).toBe(200);
});

test("a real service checks the credentials itself, which forwarding may add", async () => {
	const document = await load({ security: [{ token: [] }] });
	const { loadForwarder } = document;
	const service = createMock({ document });
	await using served = await serveMock(service);
	const { url } = served;
	const status = async (headers: Record<string, string>) => {
		const forward = { url, headers };
		const mock = createMock({ document, forward, loadForwarder });
		const request = new Request("http://books.test/books");
		return (await mock.fetch(request)).status;
	};
	expect(await status({ authorization: "Bearer t" })).toBe(200);
	expect(await status({})).toBe(401);
	expect((await service.control.requests()).total).toBe(2);
});

test("interception in a test requires them, too, and reads the cookies of a page", async () => {
	const document = await load({ security: [{ session: [] }] });
	const url = "http://books.test/books";
	await using _ = setupMock({
		document,
		baseUrl: "http://books.test",
	}).listen();
	expect((await fetch(url)).status).toBe(401);
	expect((await fetch(url, { headers: { cookie: "sid=1" } })).status).toBe(200);
	vi.stubGlobal("document", { cookie: "sid=1" });
	try {
		expect((await fetch(url)).status).toBe(200);
		expect((await fetch(url, { credentials: "omit" })).status).toBe(401);
	} finally {
		vi.unstubAllGlobals();
	}
});
