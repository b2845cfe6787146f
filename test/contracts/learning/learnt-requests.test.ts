import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { verify } from "zaps-understudy/verify";
import { attempt } from "../../../src/values/errors.ts";
import { isObject } from "../../../src/values/json.ts";
import { findUnrepresentable } from "../../../src/values/validation.ts";
import { startService } from "../../provider/server.ts";
import { startStub } from "../../support/stub-server.ts";

const UTF_8 = new TextDecoder("utf-8", { fatal: true });

type Body = Readonly<Record<string, unknown>>;

/** Returns the documented body, or why it has none. */
type Unwrap = (body: Body) => Body | string;

/** Starts a service that takes the bodies of a path in another form, and is as documented otherwise. */
async function startOther(path: string, unwrap: Unwrap) {
	const service = await startService();
	const stub = await startStub(async (request, response) => {
		const { method = "", url = "", headers } = request;
		let body: Uint8Array<ArrayBuffer> | string = Uint8Array.from(
			await buffer(request),
		);
		const sent =
			url === path
				? attempt(() => JSON.parse(UTF_8.decode(Buffer.from(body))))
				: undefined;
		// The service behind rejects what cannot be written again.
		const isWhole = body.length <= 1_048_576 && !findUnrepresentable(sent);
		const documented = isObject(sent) && isWhole ? unwrap(sent) : undefined;
		if (typeof documented === "string") {
			const problem = {
				...{ type: "about:blank", title: "Bad Request", status: 400 },
				...{
					detail: documented,
					errors: [{ pointer: "", detail: documented }],
				},
			};
			response.writeHead(400, { "content-type": "application/problem+json" });
			return response.end(JSON.stringify(problem));
		}
		if (documented) body = JSON.stringify(documented);
		const { host: _, "content-length": _length, ...others } = headers;
		const answer = await fetch(service.url + url, {
			...{ method, headers: Object(others) },
			...(body.length > 0 && { body }),
		});
		const text = Buffer.from(await answer.arrayBuffer());
		const { "content-encoding": _coded, ...shown } = Object.fromEntries(
			answer.headers,
		);
		return response.writeHead(answer.status, shown).end(text);
	});
	return {
		url: stub.url,
		async [Symbol.asyncDispose]() {
			await stub[Symbol.asyncDispose]();
			await service[Symbol.asyncDispose]();
		},
	};
}

type Form = readonly [
	unwrap: Unwrap,
	differences: readonly string[],
	only?: readonly string[],
];

/** The operations that need new zaps. */
const FEW = ["createZap", "listZaps"];

const FORMS: Readonly<Record<string, Form>> = {
	"wraps the request": [
		({ entry }) => (isObject(entry) ? entry : "the parameter is absent: entry"),
		["createZap request $ wrapped in entry"],
		FEW,
	],
	"requires one property more": [
		({ colour, ...body }) =>
			typeof colour === "string"
				? { ...body, colour }
				: "`colour` has to be given",
		[
			'createZap request $.colour required, such as "',
			"createZap request $.colour only values like a text, an empty text",
			"createZap request $ names only one of two problems",
		],
		FEW,
	],
	"names a property in another way": [
		({ label, name, ...body }) => {
			if (name !== undefined) return "unknown property: name";
			return label === undefined
				? "nothing found for `label`"
				: { ...body, name: label };
		},
		["createZap request $.name label"],
		FEW,
	],
};

test.each(Object.entries(FORMS))(
	"a service that %s is told apart in that, and hides nothing else",
	async (_, [unwrap, expected, only]) => {
		await using service = await startOther("/v1/zaps", unwrap);
		const { report } = await verify(service.url, { only });
		const found = report.differences.map(
			({ operation, where, actual }) => `${operation} ${where} ${actual}`,
		);
		for (const each of expected)
			expect(found).toContainEqual(expect.stringContaining(each));
		expect(report.learning).toMatchObject([
			{ operation: "createZap", isLearnt: true },
		]);
		// The documented request is rejected, too.
		expect(report.notReached).toEqual([]);
		expect(
			found.filter(
				(each) =>
					!/^createZap status 4\d\d/.test(each) &&
					!expected.some((one) => each.startsWith(one)),
			),
		).toEqual([]);
	},
	// A whole verification, which also learns.
	120_000,
);

/** Accepts only a colour that no rejection names. */
const takesTeal: Unwrap = ({ zap }) => {
	if (!isObject(zap)) return "the request is not valid";
	if (zap.colour === undefined) return "`colour` has to be given";
	return zap.colour === "teal" ? zap : "`colour` is not known";
};

test("what is required is told if no value is found, and an example shows the value", async () => {
	await using service = await startOther("/v1/zaps", takesTeal);
	const body = { zap: { name: "Any", colour: "teal" } };
	for (const examples of [{}, { createZap: { body } }]) {
		const { report } = await verify(service.url, { only: FEW, examples });
		const isLearnt = "createZap" in examples;
		expect(report.learning).toMatchObject([
			{ operation: "createZap", isLearnt },
		]);
		const found = report.differences.map(
			({ where, actual }) => `${where} ${actual}`,
		);
		expect(found).toContain("request $ wrapped in zap");
		expect(found).toContain(
			`request $.zap.colour required${isLearnt ? ', such as "teal"' : ""}`,
		);
	}
}, 240_000);
