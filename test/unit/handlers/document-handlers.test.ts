import { expect, test } from "vitest";
import { defineHandler } from "../../../src/entries/index.ts";
import {
	also,
	creates,
	inPath,
	may,
	NUMBER,
	object,
	respond,
	response,
	role,
	TEXT,
	withPaths,
} from "../../support/openapi.ts";
import { loadContent } from "../behaviors/write-document.ts";
import { openHandlers } from "./open-handlers.ts";

const ERROR = object({
	error: object({
		message: role("problem.message", TEXT),
		code: role("problem.code", TEXT),
	}),
});
const MEMBER = object({ number: role("member.id", NUMBER), name: TEXT });
const addMember = {
	...{ operationId: "addMember", security: [{ key: [] }] },
	...also(creates(MEMBER, may({})), { 401: response(ERROR) }),
};
const readMember = {
	...{ operationId: "readMember", security: [{ key: [] }] },
	...also(respond(MEMBER), { default: response(ERROR) }),
};
const KEY = { type: "apiKey", in: "header", name: "x-key" };

/** A document with errors of its own, counted ids, and credentials for members only. */
const MEMBERS = withPaths(
	{
		"/status": { get: { operationId: "readStatus", ...respond({}) } },
		"/members": { post: addMember },
		"/members/{number}": { ...inPath("number", NUMBER), get: readMember },
	},
	{ components: { securitySchemes: { key: KEY } } },
);

test("handlers of another document have its errors, its records, its credentials and its checks", async () => {
	const { mock, send } = openHandlers({
		document: await loadContent(MEMBERS),
		handlers: [
			defineHandler("PATCH /members/{number}", async (exchange) => {
				const { path, state, reply, reject } = exchange;
				const members = "members" as "zaps";
				const changed = await state.update(members, path.number, {
					name: "New",
				});
				if (path.number === "9") return reject(409, "The member is away.");
				return changed ? reply(200, changed.record) : reject(404, "No member.");
			}),
			defineHandler("readMember" as "getHealth", ({ path, reply }) =>
				reply(200, { ...Object(path), name: 1 }),
			),
		],
	});
	const key = { "x-key": "any" };
	const added = { number: 1, name: "A" };
	expect((await send("POST", "/members", { name: "A" }, key)).body).toEqual(
		added,
	);
	expect(await send("PATCH", "/members/1")).toMatchObject({
		status: 401,
		body: { error: { code: "unauthorized" } },
	});
	const patch = (number: number) =>
		send("PATCH", `/members/${number}`, undefined, key);
	expect((await patch(1)).body).toEqual({ number: 1, name: "New" });
	expect(await patch(9)).toMatchObject({
		status: 409,
		body: { error: { message: "The member is away.", code: "conflict" } },
	});
	expect(await patch(2)).toMatchObject({
		status: 404,
		body: { error: { message: "No member.", code: "not_found" } },
	});
	// The parameter is a number, by the document.
	expect((await send("GET", "/members/1", undefined, key)).body).toEqual({
		number: 1,
		name: 1,
	});
	const [{ violations } = {}] = (await mock.control.requests()).requests;
	expect(violations).toMatchObject([
		{ where: "$.name", expected: "must be a string", actual: "1" },
	]);
});

test.each([
	["text/csv", undefined],
	["application/json", ["$.number is required", "$.name is required"]],
])(
	"a reply or a fault may have another media type of the document, and is checked as JSON only: %s",
	async (type, violations) => {
		const { content } = response(MEMBER);
		const responses = {
			"200": { description: "", content: { ...content, "text/csv": {} } },
		};
		const paths = { "/members": { get: { operationId: "list", responses } } };
		const headers = { "content-type": type };
		const operation = "list";
		const { mock, send } = openHandlers({
			document: await loadContent({ ...MEMBERS, paths }),
			handlers: [
				defineHandler("list" as never, ({ reply }) =>
					reply(200 as never, {} as never, headers),
				),
			],
		});
		await mock.fetch(new Request("http://a.test/members"));
		await mock.control.setFaults([
			{ operation, kind: "status", status: 200, body: {}, headers },
		]);
		await send("GET", "/members");
		const { requests } = await mock.control.requests();
		const found = requests.map((each) =>
			each.violations?.map(({ message }) => message),
		);
		expect(found).toEqual([violations, violations]);
	},
);
