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
