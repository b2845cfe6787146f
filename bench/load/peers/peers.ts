import {
	createJsonServerFiles,
	createMockoonFiles,
	createMountebankFiles,
	createPrismFiles,
	createWireMockFiles,
	type Files,
} from "./files.ts";

/** Another mock server, installed from npm. */
export interface Peer {
	readonly name: string;
	readonly package: string;
	/** The version range to install. */
	readonly version: string;
	/** The command that runs it instead of Node, which has to be on the PATH. */
	readonly runtime?: "java";
	/** Set if the server needs a longer warm-up than the others. */
	readonly warmUpSeconds?: number;
	files(page: object, port: string): Files | Promise<Files>;
	/** Returns the file of the package to run in the folder of the files, and its arguments. */
	command(port: string, otherPort: string, version: string): string;
}

/** Sets up each server as its documentation says, without a log of each request. */
export const peers: readonly Peer[] = [
	{
		name: "Prism",
		package: "@stoplight/prism-cli",
		// The last version that runs on Node 20.
		version: "5.14.2",
		files: createPrismFiles,
		// The second process would only write the log.
		command: (port) =>
			`dist/index.js mock openapi.json --host 127.0.0.1 --port ${port} --verboseLevel error --no-multiprocess`,
	},
	{
		name: "Mockoon",
		package: "@mockoon/cli",
		version: "9",
		files: createMockoonFiles,
		command: () => "bin/run.js start --data mockoon.json --disable-log-to-file",
	},
	{
		name: "json-server",
		package: "json-server",
		version: "0.17",
		files: createJsonServerFiles,
		command: (port) =>
			`lib/cli/bin.js db.json --routes routes.json --quiet --port ${port}`,
	},
	{
		name: "mountebank",
		package: "mountebank",
		version: "2",
		files: createMountebankFiles,
		// The control API needs a port too, but the benchmark does not use it.
		command: (_, otherPort) =>
			`bin/mb start --configfile imposters.json --localOnly --loglevel warn --nologfile --pidfile mb.pid --port ${otherPort}`,
	},
	{
		name: "WireMock",
		package: "wiremock",
		version: "3",
		runtime: "java",
		// The JVM needs this time to compile the code.
		warmUpSeconds: 5,
		files: createWireMockFiles,
		// Keeps as many requests as the mock. The default, all of them, does not fit into memory.
		command: (port, _, version) =>
			`build/wiremock-standalone-${version}.jar --port ${port} --max-request-journal-entries 1000`,
	},
];

export const installPeers = (folder: string, list = peers): string =>
	`npm install --ignore-scripts --prefix ${folder} ${list.map((peer) => `${peer.package}@${peer.version}`).join(" ")}`;
