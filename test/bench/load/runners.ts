import { fileURLToPath } from "node:url";
import { closedPort } from "../../support/stub-server.ts";
import type { Program } from "../launch.ts";

/** A server to measure. */
export interface Runner {
	readonly name: string;
	/** Whether its responses have to match those of the mock, including headers. */
	readonly hasSameResponses: boolean;
	/** Set if the server needs a longer warm-up than the others. */
	readonly warmUpSeconds?: number | undefined;
	/** Creates the program for one start, because each start can need a new free port. */
	program(): Promise<Program>;
}

const toPath = (relative: string): string =>
	fileURLToPath(new URL(relative, import.meta.url));

const CLI = toPath("../../../dist/cli/main.js");

/** Finds a free port, for programs that cannot report the port that they chose. */
export const findFreePort = async (): Promise<number> =>
	Number(new URL((await closedPort()).url).port);

/** Chooses the port beforehand, for programs that do not report their port in a `ready` line. */
export async function withFreePort(
	program: (port: number) => Program | Promise<Program>,
): Promise<Program> {
	const port = await findFreePort();
	return { ...(await program(port)), url: `http://127.0.0.1:${port}` };
}

const createPeer = (name: string, file: string): Runner => ({
	name,
	hasSameResponses: true,
	program: async () => ({ args: [toPath(`../peers/${file}`)] }),
});

/** Creates a runner of the mock with these flags. */
export const createUnderstudy = (
	name: string,
	...flags: readonly string[]
): Runner => ({
	name,
	hasSameResponses: true,
	program: () =>
		withFreePort((port) => ({
			args: [CLI, "serve", "--port", `${port}`, ...flags],
		})),
});

export const bareNode: Runner = createPeer(
	"bare node:http",
	"bare-node-work.mjs",
);
/** The mock with default flags. Its log is discarded. */
export const understudy: Runner = createUnderstudy("understudy serve");

/** The servers in this repository. */
export const runners: readonly Runner[] = [
	bareNode,
	understudy,
	createUnderstudy("understudy serve, without its log", "--log", "silent"),
	createPeer("Express by hand", "express-work.mjs"),
	createPeer("@mswjs/http-middleware", "http-middleware.mjs"),
];
