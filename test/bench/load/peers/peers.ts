import {
	createJsonServerDatabase,
	createMockoonEnvironment,
	createMountebankImposters,
	createPrismDocument,
	createWireMockMappings,
} from "./files.ts";

/** Another mock server, installed from npm. */
export interface Peer {
	readonly name: string;
	readonly package: string;
	/** The version range to install. */
	readonly version: string;
	/** Whether it runs on Java instead of Node. Defaults to false. */
	readonly java?: boolean;
	/** Set if the server needs a longer warm-up than the others. */
	readonly warmUpSeconds?: number;
	/** Returns the content of its configuration files by their paths in the folder. */
	files(page: object, port: string): Promise<Record<string, object>>;
	/** Returns the file of the package to run in that folder, and its arguments. */
	command(port: string, otherPort: string, version: string): string;
}

/** Sets up each server as its documentation says, without a log of each request. */
export const peers: readonly Peer[] = [
	{
		name: "Prism",
		package: "@stoplight/prism-cli",
		// The last version that runs on Node 20.
		version: "5.14.2",
		files: async (page) => ({
			"openapi.json": await createPrismDocument(page),
		}),
		// The second process would only write the log.
		command: (port) =>
			`dist/index.js mock openapi.json --host 127.0.0.1 --port ${port} --verboseLevel error --no-multiprocess`,
	},
	{
		name: "Mockoon",
		package: "@mockoon/cli",
		version: "9",
		files: async (page, port) => ({
			"mockoon.json": createMockoonEnvironment(port, page),
		}),
		command: () => "bin/run.js start --data mockoon.json --disable-log-to-file",
	},
	{
		name: "json-server",
		package: "json-server",
		version: "0.17",
		files: async (page) => ({
			"db.json": createJsonServerDatabase(page),
			"routes.json": { "/v1/*": "/$1" },
		}),
		command: (port) =>
			`lib/cli/bin.js db.json --routes routes.json --quiet --port ${port}`,
	},
	{
		name: "mountebank",
		package: "mountebank",
		version: "2",
		files: async (page, port) => ({
			"imposters.json": createMountebankImposters(port, page),
		}),
		// The control API needs a port too, but the benchmark does not use it.
		command: (_, otherPort) =>
			`bin/mb start --configfile imposters.json --localOnly --loglevel warn --nologfile --pidfile mb.pid --port ${otherPort}`,
	},
	{
		name: "WireMock",
		package: "wiremock",
		version: "3",
		java: true,
		// The JVM needs this time to compile the code.
		warmUpSeconds: 5,
		files: async (page) => ({
			"mappings/zaps.json": createWireMockMappings(page),
		}),
		// Keeps as many requests as the mock. The default, all of them, does not fit into memory.
		command: (port, _, version) =>
			`build/wiremock-standalone-${version}.jar --port ${port} --max-request-journal-entries 1000`,
	},
];

export const installPeers = (folder: string, list = peers): string =>
	`npm install --ignore-scripts --prefix ${folder} ${list.map((peer) => `${peer.package}@${peer.version}`).join(" ")}`;
