import { CREATED, problem } from "../../support/raw-request.ts";
import { type HostileRequests, requestsByValue } from "./hostile-request.ts";

const DEPTH = 100_000;
const nest = (open: string, close: string): string =>
	open.repeat(DEPTH) + close.repeat(DEPTH);

/** Invalid and unusual bodies with correct framing. */
export const bodyRequests: HostileRequests = ({ post, postJson }) => {
	const withTypes = (...types: readonly string[]): string =>
		post(
			'{"name":"x"}',
			"Content-Length: 12",
			...types.map((type) => `Content-Type: ${type}`),
		);
	const withType = (type: string): string => withTypes(type);
	return [
		[
			[problem(415)],
			{
				"no Content-Type": withTypes(),
				"two Content-Types": withTypes("application/json", "text/plain"),
				...requestsByValue(
					[
						"",
						"\xff",
						"text/json",
						"application/jsonx",
						"application/json x",
						"application/problem+json",
						"text/plain, application/json",
						"text/plain; a=application/json",
					],
					withType,
				),
			},
		],
		[
			[CREATED],
			requestsByValue(
				[
					"APPLICATION/JSON",
					"application/json;;;",
					"application/json\t;a",
					"application/json; charset=nonsense",
				],
				withType,
			),
		],
		[
			[problem(400)],
			{
				"unclosed brackets": postJson("[".repeat(DEPTH)),
				"nested arrays": postJson(`{"name":"x","a":${nest("[", "]")}}`),
				"nested objects": postJson(nest('{"a":', "}").replace(":}", ":1}")),
				"a string of 500 kB": postJson(`{"name":"${"x".repeat(500_000)}"}`),
				...requestsByValue(
					[
						'{"__proto__":{"name":"x"}}',
						'{"name":"x","__proto__":{"a":1e999}}',
						`{"name":"x","a":${"9".repeat(400)}}`,
						'{"name":"\\ud800"}',
						'{"name":"x","\\ud800":1}',
						'{"name":"\xff"}',
						'{"name":"x"}\0',
						"\xff\xfe{\0}\0",
						" ",
						"null",
						'{"name":"x","name":1}',
						'{"name":"x"}}',
						"{'name':'x'}",
					],
					postJson,
				),
			},
		],
		[
			[CREATED],
			{
				"400,000 values": postJson(
					`{"name":"x","a":[${"1,".repeat(399_999)}1]}`,
				),
				...requestsByValue(
					[
						'{"name":"x","a":1e308}',
						'{"name":"x","a":1e-999}',
						'{"name":"\\u0000"}',
						'{"name":"x","":{"":[]}}',
						'\xef\xbb\xbf{"name":"x"}',
					],
					postJson,
				),
			},
		],
	];
};
