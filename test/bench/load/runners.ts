import { fileURLToPath } from "node:url";
import { freePort, type Program } from "../launch.ts";
import { HEALTH_PATH } from "./bench-requests.ts";

/** Somebody who answers the requests. */
export interface Runner {
	readonly name: string;
	/** Whether its answers have to be the mock's own, headers included. */
	readonly doesTheSame: boolean;
	/** Where it needs longer than the others before it is as fast as it gets. */
	readonly warmUpSeconds?: number | undefined;
	/** Another one for each start, since a port may have to be found. */
	program(): Promise<Program>;
}

const pathOf = (relative: string): string =>
	fileURLToPath(new URL(relative, import.meta.url));

const CLI = pathOf("../../../dist/cli/main.js");

/** What to start that serves at a port chosen beforehand, as those have to who do not tell theirs. */
export async function atFreePort(
	program: (port: number) => Program | Promise<Program>,
	path: string = HEALTH_PATH,
): Promise<Program> {
	const port = await freePort();
	const ready = { url: `http://127.0.0.1:${port}`, path };
	return { ...(await program(port)), ready };
}

const peer = (name: string, file: string): Runner => ({
	name,
	doesTheSame: true,
	program: async () => ({ args: [pathOf(`../peers/${file}`)] }),
});

const serve = (name: string, ...flags: readonly string[]): Runner => ({
	name,
	doesTheSame: true,
	program: () =>
		atFreePort((port) => ({
			args: [CLI, "serve", "--port", `${port}`, ...flags],
		})),
});

export const bareNode: Runner = peer("bare node:http", "bare-node-work.mjs");
/** With everything at its default, its log too, which goes nowhere. */
export const understudy: Runner = serve("understudy serve");

/** Those that come with the repository. */
export const runners: readonly Runner[] = [
	bareNode,
	understudy,
	serve("understudy serve, without its log", "--log", "silent"),
	peer("Express by hand", "express-work.mjs"),
	peer("@mswjs/http-middleware", "http-middleware.mjs"),
];
