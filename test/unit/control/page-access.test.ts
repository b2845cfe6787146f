import { expect, test } from "vitest";
import { type ServedStage, serveStage } from "../../support/serve-stage.ts";
import { corsHeadersOf, detailOf, sendRawRequest } from "./raw-request.ts";
import { bearer, TOKEN } from "./token.ts";

type Headers = Readonly<Record<string, string>>;

/** The ways to have access to a mock. */
const PROOFS: readonly (readonly [
	proof: string,
	options: { readonly token?: string },
	headers: Headers,
])[] = [
	["no token", {}, {}],
	["the token", { token: TOKEN }, bearer(TOKEN)],
];

/** Returns the headers of requests of pages that are not the mock's own. */
const otherPages = ({ url }: ServedStage): readonly Headers[] => [
	{ origin: "https://evil.example" },
	{ origin: "null" },
	{ origin: "http://127.0.0.1:1" },
	{ origin: `${url}.evil.example` },
	{ origin: "http://" },
	{ "sec-fetch-site": "cross-site" },
	{ "sec-fetch-site": "same-site" },
];

/** Requests and preflights, each with its status for the mock's own page. */
const REQUESTS = [
	["GET /__mock/requests", 200],
	["GET /__session/mine/__mock/requests", 200],
	["GET /api/__mock/state", 200],
	["GET /api/__session/mine/__mock/state", 200],
	["OPTIONS /__mock/", 405],
	["OPTIONS /__mock/nothing", 404],
	["OPTIONS /__session/x/__mock/state", 405],
	["OPTIONS /api/__mock/state", 405],
	["OPTIONS /api/__session/mine/__mock/state", 405],
	["POST /__session/default/__mock/reset", 204],
	["POST /__mock/reset", 204],
] as const;

test.each(PROOFS)(
	"with %s, accepts requests of its own page, rejects those of others, and allows no page in a preflight",
	async (_, options, proof) => {
		await using stage = await serveStage({ ...options, basePath: "/api" });
		const send = (line: string, page: Headers) => {
			const [method = "", path = ""] = line.split(" ");
			const preflight = {
				"access-control-request-method": "PUT",
				"access-control-request-headers": "content-type, authorization",
			};
			const headers = { ...page, ...proof, ...preflight };
			return sendRawRequest(stage.url, { method, path, headers });
		};
		await stage.send("/api/v1/zaps", {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: '{"name":"Mine"}',
		});
		for (const page of otherPages(stage))
			for (const [line] of REQUESTS) {
				const rejected = await send(line, page);
				expect(rejected.status, `${line} ${JSON.stringify(page)}`).toBe(403);
				expect(detailOf(rejected)).toContain(
					"only the mock's own page may use the control API",
				);
				expect(corsHeadersOf(rejected)).toEqual([]);
			}
		const { zaps } = await stage.control.state();
		expect(zaps?.[0]).toMatchObject({ name: "Mine" });
		const ownPage = { origin: stage.url, "sec-fetch-site": "same-origin" };
		for (const [line, status] of REQUESTS) {
			const response = await send(line, ownPage);
			expect(response.status, line).toBe(status);
			expect(corsHeadersOf(response)).toEqual([]);
		}
	},
);

test.each([
	["text/plain", '{"dataset":"empty"}'],
	["application/x-www-form-urlencoded", "dataset=empty"],
	["multipart/form-data; boundary=x", "--x--"],
])(
	"rejects a form of the type %s, even if the route takes no body",
	async (type, body) => {
		await using stage = await serveStage();
		await stage.createZap("Mine");
		const statusOf = async (path: string, page: Headers = {}) => {
			const headers = { "content-type": type, ...page };
			const post = { method: "POST", path: `/__mock${path}`, headers, body };
			return (await sendRawRequest(stage.url, post)).status;
		};
		expect(await statusOf("/reset")).toBe(415);
		expect(await statusOf("/reset", { origin: "https://a.example" })).toBe(403);
		expect(await statusOf("/snapshots")).toBe(415);
		const { zaps } = await stage.control.state();
		expect(zaps?.[0]).toMatchObject({ name: "Mine" });
		expect(await stage.control.snapshots()).toEqual([]);
	},
);
