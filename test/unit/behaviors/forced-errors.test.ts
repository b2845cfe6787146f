import { expect, test } from "vitest";
import {
	also,
	NUMBER,
	object,
	respond,
	TEXT,
	withOperation,
} from "../../support/openapi.ts";
import { openContent } from "./open-document.ts";

const json = (schema: object, example?: unknown) => ({
	...{ description: "", content: { "application/json": { schema, example } } },
});

/** A mock of an operation with these errors, and functions that force one of them. */
async function open(errors: object) {
	const operation = also(respond(object({ title: TEXT })), errors);
	const { control, send, read } = await openContent(withOperation(operation));
	return {
		async prefer(status: number) {
			const headers = { prefer: `code=${status}` };
			return (await send("GET", "/books", undefined, headers)).body;
		},
		async fault(status: number) {
			await control.setFaults([
				{ operation: "listBooks", kind: "status", status, times: 1 },
			]);
			return read("/books");
		},
	};
}

test("a forced error without an example is written as a rejection is", async () => {
	const problem = object({
		...{ type: TEXT, title: TEXT, status: NUMBER, detail: TEXT },
	});
	const { prefer, fault } = await open({
		"404": json(problem),
		default: json(problem),
	});
	const common = { type: "about:blank", title: "Not Found", status: 404 };
	const asked = "The Prefer header of the request asked the mock for";
	expect(await prefer(404)).toEqual({ ...common, detail: `${asked} 404.` });
	expect(await fault(404)).toEqual({
		...{ ...common, detail: "A fault of the mock responds with 404." },
	});
	// One response of the document has several statuses.
	expect(await prefer(409)).toMatchObject({ title: "Conflict", status: 409 });
	expect(await prefer(502)).toMatchObject({
		...{ title: "Bad Gateway", status: 502, detail: `${asked} 502.` },
	});
});

test("it has the names of the document, and the codes that the document allows", async () => {
	const { prefer } = await open({
		"404": json(object({ error: object({ code: TEXT, message: TEXT }) })),
		"409": json(object({ code: { enum: ["E1", "E2"] }, message: TEXT })),
		"503": json(object({ status: { type: "string", enum: ["down"] } })),
	});
	const message = expect.stringContaining("asked the mock for");
	expect(await prefer(404)).toEqual({ error: { code: "not_found", message } });
	expect(await prefer(409)).toEqual({ code: "E1", message });
	expect(await prefer(503)).toEqual({ status: "down" });
});

test("an example of the document replaces it, and so does a sample where the schema allows no problem", async () => {
	const example = { message: "The books are gone." };
	const { prefer } = await open({
		"404": json(object({ message: TEXT }), example),
		"410": json({ type: "array", minItems: 2, items: { const: "gone" } }),
	});
	expect(await prefer(404)).toEqual(example);
	expect(await prefer(410)).toEqual(["gone", "gone"]);
});
