import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { adaptBody } from "../../../src/verification/learning/bodies/adapt-body.ts";

test("a compressed body gets the accepted form, too", () => {
	const repairs = [
		{ kind: "rename", at: [], name: "title", to: "label" } as const,
	];
	const adapted = adaptBody(
		{ repairs },
		{
			...{ method: "POST", path: "/books" },
			headers: { "content-encoding": "gzip" },
			body: gzipSync('{"title":"Dune"}'),
		},
	);
	const { body = "" } = adapted?.request ?? {};
	expect(`${gunzipSync(body)}`).toBe('{"label":"Dune"}');
});

test("an object that an item needs replaces the documented one, which the response has instead", () => {
	const at = ["steps", "*"];
	const make = () => ({ name: "Dune" });
	const replace = { kind: "set", at, name: "args", make } as const;
	const adapted = adaptBody(
		{ repairs: [{ ...replace, isReplacing: true }] },
		{
			...{ method: "POST", path: "/pipeline" },
			body: '{"steps":[{"args":{"size":1}},{"args":5},{}]}',
		},
	);
	const sent = `${adapted?.request.body}`;
	expect(sent).toBe(
		'{"steps":[{"args":{"name":"Dune"}},{"args":5},{"args":{"name":"Dune"}}]}',
	);
	const response = { status: 200, headers: {}, body: Buffer.from(sent) };
	expect(`${adapted?.restore(response).body}`).toContain(
		'[{"args":{"size":1}}',
	);
});
