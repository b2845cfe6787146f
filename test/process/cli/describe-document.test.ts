import { expect, test } from "vitest";
import {
	list,
	may,
	NUMBER,
	respond,
	TEXT,
	withPaths,
} from "../../support/openapi.ts";
import { runInProcess } from "../../support/run-in-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

/** The document of a service that sells seats. */
const describeSeats = (rooms: number) => {
	const seat = may({ id: NUMBER, row: TEXT });
	const one = respond(seat);
	const seats = { get: list(seat), post: one };
	const matrix = { name: "seat", in: "path", required: true, style: "matrix" };
	const paths = Array.from({ length: rooms }, (_, index) => [
		...[`/rooms-on-the-upper-floor-${index}`, seats],
	]);
	return withPaths({
		"/me": { get: one, delete: one },
		"/plans/{plan}": { get: one },
		"/plans": { put: respond(TEXT) },
		"/logins": { get: { responses: {} }, post: one },
		"/pages": { get: { ...one, "x-behavior": "example" } },
		"/map/{seat}": { get: { ...one, parameters: [matrix] } },
		...Object.fromEntries(paths),
	});
};

test("understudy document says why an operation only responds with an example, and what is not served", async () => {
	await using folder = await scratchFolder();
	const file = await folder.file(
		"seats.json",
		JSON.stringify(describeSeats(1)),
	);
	const { stdout } = await runInProcess("document", file);
	const path = "its path does not end with the id of";
	expect(stdout.split("\n")).toEqual(
		expect.arrayContaining([
			`  GET /me: example, because ${path} the record that it returns`,
			`  DELETE /me: example, because ${path} a record`,
			"  GET /plans/{plan}: example, because no operation lists or adds records at /plans",
			"  GET /logins: example, because its response has no JSON body",
			"  POST /logins: create logins",
			"  GET /pages: example, because x-behavior says so",
			expect.stringMatching(
				/^ {2}Not served: GET \/map\/\{seat\} \(\/paths\/~1map~1\{seat\}\/get\/parameters\): .*matrix/,
			),
		]),
	);
	expect(stdout.split("\n").length).toBeLessThan(30);
});

test("understudy document gives an overview of many operations on one screen, and details of those with a text", async () => {
	await using folder = await scratchFolder();
	const file = await folder.file(
		"seats.json",
		JSON.stringify(describeSeats(130)),
	);
	const { stdout } = await runInProcess("document", file);
	expect(stdout).toMatch(/^Books \(.*seats\.json\): 267 operations\n/);
	expect(stdout).toContain("   130  list\n");
	expect(stdout).toContain(
		"   1 because no operation lists or adds records at the path above\n",
	);
	expect(stdout).toContain(
		"  131 collections:\n    rooms-on-the-upper-floor-0,",
	);
	expect(stdout).toMatch(/ and \d+ more\n/);
	expect(stdout).toContain("  Not served: GET /map/{seat} ");
	expect(stdout.split("\n").length).toBeLessThan(60);
	const only = async (...args: readonly string[]) =>
		runInProcess("document", file, "--only", ...args);
	expect((await only("FLOOR-129")).stdout.trim().split("\n").slice(1)).toEqual([
		"",
		"  GET /rooms-on-the-upper-floor-129: list rooms-on-the-upper-floor-129",
		"    response: id at [].id",
		"  POST /rooms-on-the-upper-floor-129: create rooms-on-the-upper-floor-129",
		"    response: id at id",
	]);
	const { operations, refused } = JSON.parse(
		(await only("plans", "--json")).stdout,
	);
	expect(operations).toHaveLength(2);
	expect(refused).toEqual([]);
	expect(await only("chairs")).toMatchObject({
		code: 2,
		stderr: expect.stringContaining(
			'No operation has the text "chairs" in its name, path or collection. Leave out --only to see all 267.',
		),
	});
});

test("understudy document says which security schemes are not checked, because they are not declared", async () => {
	await using folder = await scratchFolder();
	const { paths, ...others } = describeSeats(1);
	const own = { security: [{ tokn: [] }] };
	const file = await folder.file(
		"seats.json",
		JSON.stringify({
			...others,
			components: {
				securitySchemes: { token: { type: "http", scheme: "bearer" } },
			},
			security: [{ token: [], gone: [] }],
			paths: {
				"/me": { get: { ...paths["/me"].get, ...own } },
				"/logins": { post: { ...paths["/logins"].post, ...own } },
				"/pages": paths["/pages"],
			},
		}),
	);
	const tokn =
		'it is an unknown security scheme. Did you mean "token"? Available: token. Requests need no credential for it. Declare it in components.securitySchemes, or fix its name.';
	const gone = tokn.replace('Did you mean "token"? ', "");
	const { stdout } = await runInProcess("document", file);
	expect(stdout.split("\n").filter((line) => /^ {2}Not /.test(line))).toEqual([
		`  Not checked: tokn (/paths/~1me/get/security and 1 other place): ${tokn}`,
		`  Not checked: gone (/security): ${gone}`,
	]);
	expect(stdout).toContain(
		"  GET /pages: example, because x-behavior says so\n    credentials: Authorization: Bearer <any token>\n",
	);
	const only = await runInProcess("document", file, "--only", "me", "--json");
	expect(JSON.parse(only.stdout)).toMatchObject({
		refused: [],
		unchecked: [`tokn (/paths/~1me/get/security): ${tokn}`],
	});
});
