import { execFileSync } from "node:child_process";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createExample } from "../../../src/verification/differences/difference-collection.ts";
import { formatExampleCommand } from "../../../src/verification/reports/summarize-differences.ts";
import { received } from "../../support/received.ts";

const step = { args: { format: "it's" }, command: "a" };
const packed = { "content-encoding": "gzip" };

test.each([
	["a short body", "{}", {}, " -d '{}'"],
	["a long text", "é".repeat(2_000), {}, "@-"],
	["more than a megabyte", `{"a":"${"x".repeat(1_048_576)}"}`, {}, "@-"],
	["many items", JSON.stringify({ steps: Array(101).fill(step) }), {}, "@-"],
	["deep arrays", `${"[".repeat(4_500)}1${"]".repeat(4_500)}`, {}, "@-"],
	["long text", Array.from(Array(900).keys()).join(), {}, "@-"],
	["bytes", Buffer.from([0x22, 0xff, 0]), {}, "@-"],
	["compressed text", gzipSync('{"a":"é"}'), packed, "@-"],
])("the command sends %s unchanged", (_, body, headers, end) => {
	const { request } = createExample(
		{
			...{ check: "", target: "", status: 200, isArrangement: false },
			request: { method: "POST", path: "/", headers, body },
			response: received(200),
		},
		[],
	);
	const command = formatExampleCommand("http://127.0.0.1", request);
	expect(command.endsWith(end)).toBe(true);
	expect(command.length).toBeLessThan(4_000);
	// Instead of sending the body, the function prints it.
	const script = `curl() { [ "\${@: -1}" = @- ] && cat || printf %s "\${@: -1}"; }; ${command}`;
	const sent = execFileSync("bash", ["-c", script], { maxBuffer: 2e6 });
	const unpack = headers === packed ? gunzipSync : Buffer.from;
	expect(unpack(sent).equals(unpack(Buffer.from(body)))).toBe(true);
});

test("the command has the media type that the client accepts, unless it is any", () => {
	const format = (accept: string) =>
		formatExampleCommand("http://127.0.0.1", {
			...{ method: "GET", path: "/books", headers: { accept }, body: null },
		});
	expect(format("text/html")).toBe(
		"curl -i 'http://127.0.0.1/books' -H 'accept: text/html'",
	);
	expect(format("*/*")).toBe("curl -i 'http://127.0.0.1/books'");
});

test("an example has the response of the service, not the documented values that replaced its own", () => {
	const response = received(200, '"meant"');
	const request = { method: "POST", path: "/" };
	const example = createExample(
		{ request, adapted: request, response, received: received(200, '"own"') },
		[],
	);
	expect(example.response.body).toBe("own");
});

test("the beginning of a long body in an example ends with a whole character", () => {
	const request = { method: "GET", path: "/" };
	const endings = ["", " "].map((start) => {
		const response = received(200, start + "😀".repeat(2_000));
		const exchange = { request, adapted: request, response };
		const { body } = createExample(exchange, []).response;
		return [...`${body}`].at(-1);
	});
	expect(endings).toEqual(["😀", "😀"]);
});
