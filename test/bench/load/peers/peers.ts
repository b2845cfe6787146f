import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { freePort, type Program } from "../../launch.ts";
import {
	jsonServerDatabase,
	jsonServerRoutes,
	mockoonEnvironment,
	mountebankImposters,
	type Page,
	prismDocument,
	wireMockMappings,
} from "./peer-files.ts";

const DOCUMENT = new URL("../../../../contracts/openapi.yaml", import.meta.url);

/** Another mock server, as npm has it. */
export interface Peer {
	readonly name: string;
	readonly package: string;
	/** As npm is asked for it. */
	readonly version: string;
	/** What it needs besides, by the command that says its version. */
	readonly needs?: string;
	/** Where the second that the others get is not enough. */
	readonly warmUpSeconds?: number;
	/** Writes its files and gives what to start; `at` is its package. */
	program(at: string, scratch: string, port: number): Promise<Program>;
}

async function write(
	scratch: string,
	name: string,
	text: string,
): Promise<string> {
	const path = join(scratch, name);
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, text);
	return path;
}

/** Each as its own documentation sets it up, and told not to log each request. */
export const peersWith = (page: Page): readonly Peer[] => [
	{
		name: "Prism",
		package: "@stoplight/prism-cli",
		// The last that runs on Node 20.
		version: "5.14.2",
		async program(at, scratch, port) {
			const text = prismDocument(await readFile(DOCUMENT, "utf8"), page);
			const file = await write(scratch, "openapi.json", text);
			const bin = join(at, "dist/index.js");
			const where = ["--host", "127.0.0.1", "--port", `${port}`];
			// Its second process only writes the log.
			const quiet = ["--verboseLevel", "error", "--no-multiprocess"];
			return { args: [bin, "mock", file, ...quiet, ...where] };
		},
	},
	{
		name: "Mockoon",
		package: "@mockoon/cli",
		version: "9",
		async program(at, scratch, port) {
			const text = mockoonEnvironment(port, page);
			const file = await write(scratch, "mockoon.json", text);
			const bin = join(at, "bin/run.js");
			return { args: [bin, "start", "--data", file, "--disable-log-to-file"] };
		},
	},
	{
		name: "json-server",
		package: "json-server",
		version: "0.17",
		async program(at, scratch, port) {
			const file = await write(scratch, "db.json", jsonServerDatabase(page));
			const routes = await write(scratch, "routes.json", jsonServerRoutes);
			const bin = join(at, "lib/cli/bin.js");
			const flags = ["--routes", routes, "--port", `${port}`, "--quiet"];
			return { args: [bin, file, ...flags], cwd: scratch };
		},
	},
	{
		name: "mountebank",
		package: "mountebank",
		version: "2",
		async program(at, scratch, port) {
			const text = mountebankImposters(port, page);
			const file = await write(scratch, "imposters.json", text);
			const quiet = ["--nologfile", "--loglevel", "warn"];
			// Its own interface needs a port too, and nobody asks there.
			const control = await freePort();
			const flags = ["--configfile", file, "--localOnly", ...quiet];
			return {
				args: [
					...[join(at, "bin/mb"), "start", ...flags],
					...["--port", `${control}`, "--pidfile", join(scratch, "mb.pid")],
				],
				cwd: scratch,
			};
		},
	},
	{
		name: "WireMock",
		package: "wiremock",
		version: "3",
		needs: "java",
		// The time a JVM takes until it has compiled what it runs.
		warmUpSeconds: 5,
		async program(at, scratch, port) {
			await write(scratch, "mappings/zaps.json", wireMockMappings(page));
			const files = await readdir(join(at, "build"));
			const jar = files.find((file) => file.endsWith(".jar")) ?? "";
			// As many as the mock keeps. All of them, which is the default, are more than the memory holds.
			const journal = ["--max-request-journal-entries", "1000"];
			const flags = ["--port", `${port}`, "--root-dir", scratch, ...journal];
			return {
				command: "java",
				args: ["-jar", join(at, "build", jar), ...flags],
			};
		},
	},
];
