import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Program } from "../../launch.ts";
import { findFreePort } from "../runners.ts";
import {
	createJsonServerDatabase,
	createMockoonEnvironment,
	createMountebankImposters,
	createPrismDocument,
	createWireMockMappings,
	type ZapsPage,
} from "./peer-files.ts";

const DOCUMENT = new URL("../../../../contracts/openapi.yaml", import.meta.url);

interface PeerSetup {
	/** The path of the package. */
	readonly root: string;
	/** An empty folder for its files, in which it runs. */
	readonly folder: string;
	readonly port: number;
	readonly page: ZapsPage;
}

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
	program(setup: PeerSetup): Promise<Program>;
}

async function write(
	folder: string,
	name: string,
	content: object,
): Promise<string> {
	const path = join(folder, name);
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, JSON.stringify(content));
	return path;
}

/** Sets up each server as its documentation says, without a log of each request. */
export const peers: readonly Peer[] = [
	{
		name: "Prism",
		package: "@stoplight/prism-cli",
		// The last version that runs on Node 20.
		version: "5.14.2",
		async program({ root, folder, port, page }) {
			const document = await readFile(DOCUMENT, "utf8");
			const content = createPrismDocument(document, page);
			const file = await write(folder, "openapi.json", content);
			const address = ["--host", "127.0.0.1", "--port", `${port}`];
			// The second process would only write the log.
			const quiet = ["--verboseLevel", "error", "--no-multiprocess"];
			const bin = join(root, "dist/index.js");
			return { args: [bin, "mock", file, ...quiet, ...address] };
		},
	},
	{
		name: "Mockoon",
		package: "@mockoon/cli",
		version: "9",
		async program({ root, folder, port, page }) {
			const content = createMockoonEnvironment(port, page);
			const file = await write(folder, "mockoon.json", content);
			const bin = join(root, "bin/run.js");
			return { args: [bin, "start", "--data", file, "--disable-log-to-file"] };
		},
	},
	{
		name: "json-server",
		package: "json-server",
		version: "0.17",
		async program({ root, folder, port, page }) {
			const content = createJsonServerDatabase(page);
			const file = await write(folder, "db.json", content);
			const routes = await write(folder, "routes.json", { "/v1/*": "/$1" });
			const flags = ["--routes", routes, "--port", `${port}`, "--quiet"];
			return { args: [join(root, "lib/cli/bin.js"), file, ...flags] };
		},
	},
	{
		name: "mountebank",
		package: "mountebank",
		version: "2",
		async program({ root, folder, port, page }) {
			const content = createMountebankImposters(port, page);
			const file = await write(folder, "imposters.json", content);
			// The control API needs a port too, but the benchmark does not use it.
			const controlPort = await findFreePort();
			return {
				args: [
					...[join(root, "bin/mb"), "start", "--configfile", file],
					...["--localOnly", "--nologfile", "--loglevel", "warn"],
					...["--port", `${controlPort}`, "--pidfile", join(folder, "mb.pid")],
				],
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
		async program({ root, folder, port, page }) {
			await write(folder, "mappings/zaps.json", createWireMockMappings(page));
			const files = await readdir(join(root, "build"));
			const jar = files.find((file) => file.endsWith(".jar")) ?? "";
			// As many as the mock keeps. The default, all of them, does not fit into memory.
			const journal = ["--max-request-journal-entries", "1000"];
			const flags = ["--port", `${port}`, "--root-dir", folder, ...journal];
			return {
				command: "java",
				args: ["-jar", join(root, "build", jar), ...flags],
			};
		},
	},
];
