import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findFreePort, type Program } from "../../launch.ts";
import {
	createJsonServerDatabase,
	createMockoonEnvironment,
	createMountebankImposters,
	createPrismDocument,
	createWireMockMappings,
	jsonServerRoutes,
	type ZapsPage,
} from "./peer-files.ts";

const DOCUMENT = new URL("../../../../contracts/openapi.yaml", import.meta.url);

/** Another mock server, installed from npm. */
export interface Peer {
	readonly name: string;
	readonly package: string;
	/** The version range to install. */
	readonly version: string;
	/** A command that has to be on the PATH. */
	readonly needs?: string;
	/** Set if the server needs a longer warm-up than the others. */
	readonly warmUpSeconds?: number;
	/** Writes the configuration files and returns the program to start. */
	program(packagePath: string, scratch: string, port: number): Promise<Program>;
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

/** Sets up each server as its documentation says, without a log of each request. */
export const createPeers = (page: ZapsPage): readonly Peer[] => [
	{
		name: "Prism",
		package: "@stoplight/prism-cli",
		// The last version that runs on Node 20.
		version: "5.14.2",
		async program(packagePath, scratch, port) {
			const text = createPrismDocument(await readFile(DOCUMENT, "utf8"), page);
			const file = await write(scratch, "openapi.json", text);
			const bin = join(packagePath, "dist/index.js");
			const address = ["--host", "127.0.0.1", "--port", `${port}`];
			// The second process would only write the log.
			const quiet = ["--verboseLevel", "error", "--no-multiprocess"];
			return { args: [bin, "mock", file, ...quiet, ...address] };
		},
	},
	{
		name: "Mockoon",
		package: "@mockoon/cli",
		version: "9",
		async program(packagePath, scratch, port) {
			const text = createMockoonEnvironment(port, page);
			const file = await write(scratch, "mockoon.json", text);
			const bin = join(packagePath, "bin/run.js");
			return { args: [bin, "start", "--data", file, "--disable-log-to-file"] };
		},
	},
	{
		name: "json-server",
		package: "json-server",
		version: "0.17",
		async program(packagePath, scratch, port) {
			const file = await write(
				scratch,
				"db.json",
				createJsonServerDatabase(page),
			);
			const routes = await write(scratch, "routes.json", jsonServerRoutes);
			const bin = join(packagePath, "lib/cli/bin.js");
			const flags = ["--routes", routes, "--port", `${port}`, "--quiet"];
			return { args: [bin, file, ...flags], cwd: scratch };
		},
	},
	{
		name: "mountebank",
		package: "mountebank",
		version: "2",
		async program(packagePath, scratch, port) {
			const text = createMountebankImposters(port, page);
			const file = await write(scratch, "imposters.json", text);
			const quiet = ["--nologfile", "--loglevel", "warn"];
			// The control API needs a port too, but the benchmark does not use it.
			const controlPort = await findFreePort();
			const flags = ["--configfile", file, "--localOnly", ...quiet];
			return {
				args: [
					...[join(packagePath, "bin/mb"), "start", ...flags],
					...["--port", `${controlPort}`, "--pidfile", join(scratch, "mb.pid")],
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
		// The JVM needs this time to compile the code.
		warmUpSeconds: 5,
		async program(packagePath, scratch, port) {
			await write(scratch, "mappings/zaps.json", createWireMockMappings(page));
			const files = await readdir(join(packagePath, "build"));
			const jar = files.find((file) => file.endsWith(".jar")) ?? "";
			// As many as the mock keeps. The default, all of them, does not fit into memory.
			const journal = ["--max-request-journal-entries", "1000"];
			const flags = ["--port", `${port}`, "--root-dir", scratch, ...journal];
			return {
				command: "java",
				args: ["-jar", join(packagePath, "build", jar), ...flags],
			};
		},
	},
];
