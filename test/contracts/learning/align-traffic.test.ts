import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { understudy } from "../verification/built.ts";
import { createProject } from "./align-project.ts";

const SERVICE = "http://service.example";

interface Recorded {
	readonly request: readonly [method: string, url: string, body?: unknown];
	readonly response: readonly [status: number, body: unknown, type?: string];
}

/** Browsers join the values of several headers, and `Headers` accepts bytes only. */
const ODD = [
	{ name: "Set-Cookie", value: "sid=cookie-secret; Path=/\na=b" },
	{ name: "Link", value: "</a?access_token=url-secret>; title=日本" },
	{ name: "a b", value: "x" },
];

/** Returns the text of a HAR file. */
const toHar = (all: readonly Recorded[]): string => {
	const entries = all.map(({ request, response }) => {
		const [method, url, sent] = request;
		const [status, body, type = "application/json"] = response;
		const text = JSON.stringify(body);
		const json = { name: "Content-Type", value: "application/json" };
		const credential = { name: "Authorization", value: "Bearer secret-token" };
		return {
			request: {
				...{ method, url, headers: [json, credential] },
				...(sent !== undefined && { postData: { text: JSON.stringify(sent) } }),
			},
			response: {
				...{ status, headers: [{ name: "Content-Type", value: type }, ...ODD] },
				content: { size: text.length, text },
			},
		};
	});
	return JSON.stringify({ log: { entries } });
};

const ZAP = { id: `zap_${"0".repeat(26)}`, name: "A" };
const TIMES = { createdAt: "2026-01-01T00:00:00.000Z" };

const created = (
	body: object,
	sent: object = { name: "A" },
	status = 201,
): Recorded => ({
	request: ["POST", `${SERVICE}/v1/zaps`, sent],
	response: [status, body],
});

const listed = (items: readonly object[], origin = SERVICE): Recorded => ({
	request: ["GET", `${origin}/v1/zaps?limit=2`],
	response: [200, { items, nextCursor: "abc" }],
});

/** Aligns a document with recorded traffic. */
async function alignWith(all: readonly Recorded[], ...args: readonly string[]) {
	await using project = await createProject();
	const traffic = await project.file("recorded.har", toHar(all));
	const json = join(project.path, "report.json");
	const { code, stdout, stderr } = await understudy(
		...["align", "--traffic", traffic, ...project.args, ...args],
		...["--report", `json=${json}`],
	);
	const report = await readFile(json, "utf8").catch(() => "{}");
	const { proposals = [], undecided = [] } = JSON.parse(report);
	const read = async (name: string) => await project.read(name);
	return {
		...{ code, stdout, stderr, report, proposals, undecided },
		document: await read("openapi.yaml"),
		ledger: await read("ledger.yaml"),
	};
}

describe("understudy align --traffic", () => {
	test("proposes what all recorded responses show, and keeps their credentials out of the report", async () => {
		const renamed = { ...ZAP, created_at: TIMES.createdAt };
		const { code, proposals, report } = await alignWith([
			created(renamed),
			listed([renamed]),
		]);
		expect(code).toBe(1);
		expect(proposals).toMatchObject([
			{
				...{ kind: "rename", from: "createdAt", to: "created_at" },
				...{ operation: "createZap, listZaps", seen: 2, of: 2 },
			},
		]);
		expect(report).not.toContain("secret-token");
		expect(report).toContain("[redacted]");
	});

	test("keeps credentials that a service repeats out of everything that it writes", async () => {
		const secrets = ["secret-token", "cookie-secret", "url-secret"];
		const [caller, cookie, link] = secrets;
		const { code, ...written } = await alignWith(
			[1, 2, 3, 4, 5].map((up) => ({
				request: ["GET", `${SERVICE}/v1/health`],
				response: [200, { up, caller, cookie, link }],
			})),
			"--apply",
		);
		expect(code).toBe(1);
		expect(written.document).toContain("[redacted]");
		for (const secret of secrets)
			expect(JSON.stringify(written)).not.toContain(secret);
	});

	test("writes document and ledger with --apply, and verifies against the same traffic", async () => {
		const { stderr, document, ledger } = await alignWith(
			[
				created({ ...ZAP, ...TIMES }, { name: "A" }, 200),
				created({ ...ZAP, ...TIMES }, { name: "A" }, 200),
			],
			"--apply",
		);
		expect(stderr).toContain("Wrote 1 of 1 proposal in 2 rounds.\n");
		expect(document).toContain(
			'"200":\n          description: The created zap.',
		);
		expect(ledger).toMatch(
			/- id: zaps\.created\n {2}assumes: "?createZap: responds with 200 instead of 201\."?\n {2}status: confirmed\n {2}digest: \S+\n {2}evidence: "recorded\.har, /,
		);
	});

	test("makes a missing property optional, and removes it only if many objects lack it", async () => {
		const few = [1, 2].map((index) => created({ ...ZAP, name: `A${index}` }));
		const { document } = await alignWith(few, "--apply");
		expect(document).toContain("required: [id, name]");
		expect(document).toContain("createdAt:\n          x-role: zap.createdAt");
		const many = [1, 2, 3, 4, 5, 6].map((index) =>
			created({ ...ZAP, name: `A${index}` }),
		);
		const { document: without } = await alignWith(many, "--apply");
		expect(without).not.toContain("x-role: zap.createdAt");
	});

	test("calls nothing limited because the service rejected a request", async () => {
		const problem = { type: "about:blank", title: "No", status: 400 };
		const rejected = created(
			{ ...problem, detail: "No.", errors: [{ pointer: "/a", detail: "No." }] },
			{ name: "A", unknown: 1 },
			400,
		);
		const { code, proposals, undecided } = await alignWith([
			{ ...rejected, response: [400, rejected.response[1], PROBLEM] },
			created({ ...ZAP, ...TIMES }),
		]);
		expect([code, proposals, undecided]).toEqual([0, [], []]);
	});

	test("learns nothing from paths that are no operations, or from another service", async () => {
		const { code, proposals } = await alignWith([
			{
				request: ["GET", `${SERVICE}/index.html`],
				response: [200, "<p>", "text/html"],
			},
			listed([{ ...ZAP, ...TIMES }]),
		]);
		expect([code, proposals]).toEqual([0, []]);
		const both = [listed([]), listed([], "http://other.example")];
		const several = await alignWith(both);
		expect(several.code).toBe(2);
		expect(several.stderr).toMatch(
			/has requests to several services: http:\/\/service\.example, http:\/\/other\.example\. Pass the base URL of one of them\.\n$/,
		);
		const chosen = await alignWith(both, SERVICE);
		expect(chosen.code).toBe(0);
	});

	test.each([
		["no JSON", "<html>", "is neither a HAR file nor the journal of a mock."],
		["other JSON", '{"a":1}', "is neither a HAR file nor the journal"],
		["no requests", '{"log":{"entries":[]}}', "none of the 0 exchanges in"],
	])(
		"says in a sentence why it learns nothing from %s",
		async (_, text, why) => {
			await using project = await createProject();
			const traffic = await project.file("traffic", text);
			const { code, stderr } = await understudy(
				...["align", "--traffic", traffic, ...project.args],
			);
			expect(code).toBe(2);
			expect(stderr).toContain(why);
			expect(stderr.trim().split("\n")).toHaveLength(1);
		},
	);

	test("reads the journal of a mock, and only what the real service responded", async () => {
		await using project = await createProject();
		const entry = (body: unknown, forwarded: object) => ({
			...{ method: "GET", path: "/v1/health", query: {}, fault: null },
			...{ status: 200, request: { headers: {}, body: null } },
			response: { headers: { "content-type": "application/json" }, body },
			...forwarded,
		});
		const up = entry({ status: "UP" }, { forwarded: true });
		const requests = [up, up, entry({ status: "of the mock" }, {})];
		for (const text of [
			JSON.stringify({ requests }),
			requests.map((each) => JSON.stringify(each)).join("\n"),
		]) {
			const journal = await project.file("journal", text);
			const { code, stdout } = await understudy(
				...["align", "--traffic", journal, ...project.args],
			);
			expect(code).toBe(1);
			expect(stdout).toContain("+                    const: UP");
		}
	});
});

const PROBLEM = "application/problem+json";
