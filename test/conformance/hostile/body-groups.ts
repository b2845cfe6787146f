import {
	CREATED,
	defineCase,
	type HostileRequests,
	problem,
	requestsOf,
} from "../../support/raw-request.ts";

const ZAP = '{"name":"x"}';
const DEPTH = 100_000;
const quote = (text: string): string => JSON.stringify(text.slice(0, 60));

const mediaTypes: HostileRequests = (base) => {
	const { post } = requestsOf(base);
	const withType = (...values: readonly string[]): string =>
		post(
			ZAP,
			...values.map((value) => `Content-Type: ${value}`),
			"Content-Length: 12",
		);
	return [
		defineCase(
			"rejects a body without a Content-Type",
			withType(),
			problem(415),
		),
		defineCase(
			"rejects two Content-Types",
			withType("application/json", "text/plain"),
			problem(415),
		),
		...[
			"",
			"\xff",
			"text/json",
			"application/jsonx",
			"application/json x",
			"application/problem+json",
			"application/json, text/plain",
			"text/plain, application/json",
			"text/plain; a=application/json",
			"multipart/form-data; boundary=x",
		].map((value) =>
			defineCase(
				`rejects the Content-Type ${quote(value)}`,
				withType(value),
				problem(415),
			),
		),
		...[
			"APPLICATION/JSON",
			"application/json;",
			"application/json;;;",
			"application/json\t;a",
			"application/json; charset=nonsense",
		].map((value) =>
			defineCase(
				`accepts the Content-Type ${quote(value)}`,
				withType(value),
				CREATED,
			),
		),
	];
};

const json: HostileRequests = (base) => {
	const { postJson } = requestsOf(base);
	const nested = (open: string, close: string): string =>
		open.repeat(DEPTH) + close.repeat(DEPTH);
	return [
		defineCase(
			`rejects ${DEPTH} unclosed brackets`,
			postJson("[".repeat(DEPTH)),
			problem(400),
		),
		defineCase(
			`rejects ${DEPTH} nested arrays`,
			postJson(nested("[", "]")),
			problem(400),
		),
		defineCase(
			`rejects ${DEPTH} nested arrays in a property`,
			postJson(`{"name":"x","a":${nested("[", "]")}}`),
			problem(400),
		),
		defineCase(
			`rejects ${DEPTH} nested objects`,
			postJson(nested('{"a":', "}").replace(":}", ":1}")),
			problem(400),
		),
		...[
			'{"__proto__":{"name":"x"}}',
			'{"constructor":{"prototype":{"name":"x"}}}',
			'{"name":"x","__proto__":{"a":1e999}}',
			'{"name":"x","a":1e999}',
			'{"name":"x","a":[-1e999]}',
			`{"name":"x","a":${"9".repeat(400)}}`,
			'{"name":"\\ud800"}',
			'{"name":"x","a":"\\udc00\\ud800"}',
			'{"name":"x","\\ud800":1}',
			'{"name":"\xff"}',
			'{"name":"\xed\xa0\x80"}',
			'{"name":"\xc0\x80"}',
			'{"name":"\0"}',
			'{"name":"x"}\0',
			"\0",
			"\xff\xfe{\0}\0",
			" ",
			"null",
			"1",
			"NaN",
			"[]",
			"{}",
			'{"name":["x"]}',
			'{"name":"x","name":1}',
			'{"name":"x","id":null}',
			'{"name":"x"}}',
			'{"name":"x",}',
			"{'name':'x'}",
			'{"name":"x"/**/}',
			`{"name":"${"x".repeat(500_000)}"}`,
		].map((body) =>
			defineCase(
				`rejects the body ${quote(body)}`,
				postJson(body),
				problem(400),
			),
		),
		...[
			'{"name":"x","a":1e308}',
			`{"name":"x","a":${"9".repeat(300)}}`,
			'{"name":"x","a":1e-999}',
			'{"name":"\\u0000"}',
			'{"name":"x","":{"":[]}}',
			'\xef\xbb\xbf{"name":"x"}',
		].map((body) =>
			defineCase(`accepts the body ${quote(body)}`, postJson(body), CREATED),
		),
		defineCase(
			"accepts 400,000 small values",
			postJson(`{"name":"x","a":[${"1,".repeat(399_999)}1]}`),
			CREATED,
		),
	];
};

/** Invalid and unusual bodies with correct framing. */
export const bodyGroups: Readonly<Record<string, HostileRequests>> = {
	"media type": mediaTypes,
	JSON: json,
};
