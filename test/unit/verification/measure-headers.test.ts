import { expect, test } from "vitest";
import { tryParseJson } from "../../../src/values/json.ts";
import { measureHeaders } from "../../../src/verification/learning/effects/measure-headers.ts";
import type { Acting } from "../../../src/verification/learning/effects/record-actor.ts";
import { watchTrail } from "../../../src/verification/learning/effects/record-source.ts";

type Headers = Readonly<Record<string, string>>;

/** Measures the headers of a service that creates books. */
async function measure(
	respond: (headers: Headers) => {
		readonly status?: number;
		readonly record?: object;
		readonly book?: object;
	},
	measureOf: (acting: Acting) => Promise<unknown> = async (acting) => {
		const send = () => acting.tryRequest(acting.build(acting.create()));
		const usual = await watchTrail(acting.source, send);
		if (usual) await measureHeaders(acting, usual);
	},
): Promise<string[]> {
	const trail: unknown[] = [];
	const acting: Acting = {
		...{ at: [], rules: [], recorded: undefined },
		create: () => ({ title: "Title" }),
		build: (body) => ({
			...{ method: "POST", path: "/books", body: JSON.stringify(body) },
		}),
		async tryRequest(request) {
			const { status = 201, record, book } = respond(request.headers ?? {});
			if (record) trail.unshift({ n: trail.length, ...record });
			const sent = Object(tryParseJson(`${request.body}`));
			const said = status < 300 ? { ...sent, ...book } : "no such header";
			const body = Buffer.from(JSON.stringify(said));
			const response = { status, headers: {}, body };
			return { request, response, isTaken: status < 300 };
		},
		source: {
			readRecords: async () => [],
			readTrails: async () =>
				new Map([["listTrail", trail.map((each) => Object(each))]]),
			newest: () => undefined,
			isRecord: () => false,
			fresh: () => undefined,
		},
	};
	await measureOf(acting);
	return acting.rules.map(
		({ where, expected, actual }) => `${where}: ${expected} > ${actual}`,
	);
}

test("tells which header sets a property of records, and what stands there without it", async () => {
	const rules = await measure(({ "x-editor": editor = "nobody" }) => ({
		record: { editor },
	}));
	expect(rules).toEqual([
		'request header x-editor: not documented > sets editor in records of listTrail, which is "nobody" without it',
	]);
});

test("tells a header that sets a property of the response", async () => {
	const rules = await measure(({ "x-user-id": createdBy = null }) => ({
		book: { createdBy },
	}));
	expect(rules).toEqual([
		"request header x-user-id: not documented > sets createdBy in the response, which is null without it",
	]);
});

test("a service that takes no headers has none", async () => {
	expect(await measure(() => ({ record: { editor: "nobody" } }))).toEqual([]);
	expect(
		await measure((headers) => ({
			...(Object.keys(headers).length > 0 && { status: 400 }),
			record: { editor: "nobody" },
		})),
	).toEqual([]);
});
