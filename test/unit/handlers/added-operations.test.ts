import { expect, test } from "vitest";
import { defineHandler } from "../../../src/entries/index.ts";
import { respond, withOperation } from "../../support/openapi.ts";
import { loadContent } from "../behaviors/write-document.ts";
import { openHandlers } from "./open-handlers.ts";

const EMPTY = [
	defineHandler("DELETE /v1/zaps/{zapId}", ({ reply }) => reply(204)),
];
const PATH = "/v1/zaps/zap_1";

test("Prefer and faults may ask an added operation for any success, without a body, and for any error", async () => {
	const { mock, send } = openHandlers({ handlers: EMPTY });
	const prefer = (code: string) =>
		send("DELETE", PATH, undefined, { prefer: `code=${code}` });
	for (const status of [200, 202, 204]) {
		const response = await prefer(`${status}`);
		expect(response).toMatchObject({ status, body: undefined });
		expect(response.headers["content-type"]).toBeUndefined();
	}
	expect(await prefer("418")).toMatchObject({
		...{ status: 418, body: { status: 418, title: "I'm a Teapot" } },
	});
	const operation = "DELETE /v1/zaps/{zapId}";
	await mock.control.addFaults([{ operation, kind: "status", status: 204 }]);
	expect((await send("DELETE", PATH)).status).toBe(204);
	const body = { id: 1 };
	await mock.control.addFaults([
		{ operation, kind: "status", status: 201, body },
	]);
	expect(await send("DELETE", PATH)).toMatchObject({
		...{ status: 201, body, headers: { "content-type": "application/json" } },
	});
});

test("what is offered instead of an unlisted status is accepted", async () => {
	const { mock, send } = openHandlers({ handlers: EMPTY });
	const prefer = { prefer: "code=302" };
	expect((await send("DELETE", PATH, undefined, prefer)).body.detail).toMatch(
		/Use one of (\d+, )+200 to 299, 400 to 499, 500 to 599, or/,
	);
	const fault = { kind: "status", status: 302 } as const;
	await expect(
		mock.control.addFaults([
			{ ...fault, operation: "DELETE /v1/zaps/{zapId}" },
		]),
	).rejects.toThrow("200 to 299, 400 to 499, 500 to 599, or add force: true");
	const { responses } = respond({});
	const others = { ...responses, default: { description: "" } };
	const content = withOperation({ responses: others });
	const document = await loadContent(content);
	const books = openHandlers({ document });
	const { body } = await books.send("GET", "/books", undefined, {
		prefer: "code=abc",
	});
	expect(body.detail).toContain("Use one of 200, 200 to 599, or");
});

test("all errors of an added operation have one form", async () => {
	const { mock, send } = openHandlers({ handlers: EMPTY });
	const operation = "DELETE /v1/zaps/{zapId}";
	for (const status of [404, 409, 429, 500, 503, 599]) {
		await mock.control.setFaults([{ operation, kind: "status", status }]);
		expect(await send("DELETE", PATH)).toMatchObject({
			headers: { "content-type": "application/problem+json" },
			...{ status, body: { type: "about:blank", status } },
		});
	}
});

test("a response that never has a body has no type of one", async () => {
	const { send } = openHandlers({
		handlers: [
			defineHandler("GET /v1/own", ({ reply }) => reply(204, { a: 1 })),
		],
	});
	const { status, headers, body } = await send("GET", "/v1/own");
	expect({ status, body }).toEqual({ status: 204, body: undefined });
	expect(headers["content-type"]).toBeUndefined();
});
