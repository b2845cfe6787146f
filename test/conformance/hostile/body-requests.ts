import { CREATED, problem } from "../../support/raw-request.ts";
import { expecting, forEach, type HostileRequests } from "./hostile-request.ts";

const DEPTH = 100_000;
const nest = (open: string, close: string): string =>
	open.repeat(DEPTH) + close.repeat(DEPTH);

/** Unusual bodies with correct framing. `unit/properties` checks which JSON and which media types are valid. */
export const bodyRequests: HostileRequests = ({ post, postJson }) => {
	const withTypes = (...types: readonly string[]): string =>
		post(
			'{"name":"x"}',
			"Content-Length: 12",
			...types.map((type) => `Content-Type: ${type}`),
		);
	const withType = (type: string): string => withTypes(type);
	return [
		...expecting([problem(415)], {
			"two Content-Types": withTypes("application/json", "text/plain"),
			"no Content-Type": withTypes(),
		}),
		...forEach([problem(415)], withType, [
			"",
			"\xff",
			"application/jsonx",
			"application/json x",
			"text/plain, application/json",
			"text/plain; a=application/json",
		]),
		...forEach([CREATED], withType, [
			"application/json;;;",
			"application/json\t;a",
			"application/json; charset=nonsense",
		]),
		...expecting([problem(400)], {
			"unclosed brackets": postJson("[".repeat(DEPTH)),
			"nested arrays": postJson(`{"name":"x","a":${nest("[", "]")}}`),
			"nested objects": postJson(nest('{"a":', "}").replace(":}", ":1}")),
			"a long number": postJson(`{"name":"x","a":${"9".repeat(400)}}`),
		}),
		...forEach([problem(400)], postJson, [
			" ",
			"null",
			'{"__proto__":{"name":"x"}}',
			'{"name":"x","__proto__":{"a":1e999}}',
			'{"name":"x","name":1}',
		]),
		...expecting([CREATED], {
			"400,000 values": postJson(`{"name":"x","a":[${"1,".repeat(399_999)}1]}`),
		}),
		...forEach([CREATED], postJson, [
			'{"name":"\\u0000","a":[1e308,1e-999],"":{"":[]}}',
			'\xef\xbb\xbf{"name":"x"}',
		]),
	];
};
