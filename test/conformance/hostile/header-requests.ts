import { head, OK, problem, rejected } from "../../support/raw-request.ts";
import { expecting, forEach, type HostileRequests } from "./hostile-request.ts";

const NO_HOSTS =
	"a/b a?b a#b a@b a\\b http://a <a> %zz [ [::1 [:::] :80 a:b a:-1 a:99999 1.2.3.4.5";
const HOSTS = "localhost. localhost: a_b [::1]:80 _invalid_";

export const hostRequests: HostileRequests = (_, base) => {
	const withHosts = (...values: readonly string[]): string =>
		head(
			`GET ${base}/v1/health HTTP/1.1`,
			...values.map((value) => `Host: ${value}`),
		);
	const withHost = (value: string): string => withHosts(value);
	return [
		...expecting([rejected(400)], { "a NUL byte": withHosts("a\0b") }),
		...expecting([`${OK} closing`], {
			"HTTP/1.0 without a Host": head(`GET ${base}/v1/health HTTP/1.0`),
		}),
		...expecting([problem(400)], {
			"no Host": withHosts(),
			"the same Host twice": withHosts("a", "a"),
		}),
		...forEach([problem(400)], withHost, ["", "a b", "a\tb", "\xe9"]),
		...forEach([problem(400)], withHost, NO_HOSTS.split(" ")),
		...forEach(
			[problem(400)],
			// srvx builds its URL differently for such a path.
			(value) => head(`GET ${base}/v1/"/../zaps HTTP/1.1`, `Host: ${value}`),
			["[:::]", "a:99999", "999.999.999.999"],
		),
		...forEach([OK], withHost, HOSTS.split(" ")),
	];
};

export const headerRequests: HostileRequests = ({ get }) => {
	const withLine = (line: string): string => get("/v1/health", line);
	return [
		...forEach([rejected(400)], withLine, [": x", "a: b\nc: d"]),
		...forEach([OK], withLine, [
			"Origin: \xff\xfe",
			"__proto__: x",
			"Cookie: ;;;=;\xff",
			"X-Forwarded-Host: [",
			"X-Forwarded-Proto: javascript",
			"Connection: Upgrade\r\nUpgrade: websocket",
			`Prefer: ${'"'.repeat(8_000)}`,
			"Mock-Session: __proto__",
		]),
		...forEach([problem(400)], withLine, [
			`Prefer: ${"a,".repeat(4_000)}code=999`,
			"Prefer: scenario=__proto__",
			"Mock-Session: \xff\xfe",
		]),
		...expecting([rejected(431)], {
			"a header of 64 KiB": withLine(`Big: ${"a".repeat(65_536)}`),
			"headers of 100 KiB": withLine(`a: ${"b".repeat(97)}\r\n`.repeat(1_000)),
		}),
		...forEach([`${OK} closing`], withLine, ["Expect: 100-continue"]),
		...forEach([problem(417)], withLine, ["Expect: nonsense"]),
	];
};
