import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
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
	/** The folder with its files, in which it runs. */
	readonly folder: string;
	readonly port: number;
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
	/** Returns the content of its configuration files by their paths in the folder. */
	files(page: ZapsPage, port: number): Promise<Record<string, object>>;
	program(setup: PeerSetup): Promise<Program>;
}

/** Sets up each server as its documentation says, without a log of each request. */
export const peers: readonly Peer[] = [
	{
		name: "Prism",
		package: "@stoplight/prism-cli",
		// The last version that runs on Node 20.
		version: "5.14.2",
		files: async (page) => ({
			"openapi.json": createPrismDocument(
				await readFile(DOCUMENT, "utf8"),
				page,
			),
		}),
		program: async ({ root, folder, port }) => ({
			args: [
				...[join(root, "dist/index.js"), "mock", join(folder, "openapi.json")],
				// The second process would only write the log.
				...["--verboseLevel", "error", "--no-multiprocess"],
				...["--host", "127.0.0.1", "--port", `${port}`],
			],
		}),
	},
	{
		name: "Mockoon",
		package: "@mockoon/cli",
		version: "9",
		files: async (page, port) => ({
			"mockoon.json": createMockoonEnvironment(port, page),
		}),
		program: async ({ root, folder }) => ({
			args: [
				...[join(root, "bin/run.js"), "start", "--disable-log-to-file"],
				...["--data", join(folder, "mockoon.json")],
			],
		}),
	},
	{
		name: "json-server",
		package: "json-server",
		version: "0.17",
		files: async (page) => ({
			"db.json": createJsonServerDatabase(page),
			"routes.json": { "/v1/*": "/$1" },
		}),
		program: async ({ root, folder, port }) => ({
			args: [
				...[join(root, "lib/cli/bin.js"), join(folder, "db.json"), "--quiet"],
				...["--routes", join(folder, "routes.json"), "--port", `${port}`],
			],
		}),
	},
	{
		name: "mountebank",
		package: "mountebank",
		version: "2",
		files: async (page, port) => ({
			"imposters.json": createMountebankImposters(port, page),
		}),
		program: async ({ root, folder }) => ({
			args: [
				...[join(root, "bin/mb"), "start", "--localOnly", "--nologfile"],
				...["--loglevel", "warn", "--pidfile", join(folder, "mb.pid")],
				...["--configfile", join(folder, "imposters.json")],
				// The control API needs a port too, but the benchmark does not use it.
				...["--port", `${await findFreePort()}`],
			],
		}),
	},
	{
		name: "WireMock",
		package: "wiremock",
		version: "3",
		needs: "java",
		// The JVM needs this time to compile the code.
		warmUpSeconds: 5,
		files: async (page) => ({
			"mappings/zaps.json": createWireMockMappings(page),
		}),
		async program({ root, folder, port }) {
			const files = await readdir(join(root, "build"));
			const jar = files.find((file) => file.endsWith(".jar")) ?? "";
			return {
				command: "java",
				args: [
					...["-jar", join(root, "build", jar), "--port", `${port}`],
					// As many as the mock keeps. The default, all of them, does not fit into memory.
					...["--root-dir", folder, "--max-request-journal-entries", "1000"],
				],
			};
		},
	},
];
