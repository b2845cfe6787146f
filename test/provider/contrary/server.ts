import { createServer, type Server } from "node:http";
import { createArchive } from "./archive.ts";
import { createExchange } from "./exchange.ts";
import { createMeter } from "./exposition.ts";
import type { Scene } from "./operation.ts";
import { createMint } from "./ulid.ts";

export interface ContraryOptions {
	/** 0 for any free port. */
	readonly port: number;
	readonly host: string;
	/** Milliseconds since the epoch, with fractions. */
	readonly now?: () => number;
}

export interface Contrary {
	/** Without a trailing slash. */
	readonly url: string;
	close(): Promise<void>;
}

const GRACE = 2_000;
async function listen(
	server: Server,
	port: number,
	host: string,
): Promise<number> {
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, resolve);
	});
	const address = server.address();
	return typeof address === "object" && address ? address.port : port;
}

/** @throws Error if it cannot listen on the address */
export async function startContrary({
	port,
	host,
	now = () => performance.timeOrigin + performance.now(),
}: ContraryOptions): Promise<Contrary> {
	const archive = createArchive();
	const meter = createMeter(() => Math.floor(now()));
	const scene: Scene = {
		archive,
		mint: createMint(() => Math.floor(now())),
		clock: () => BigInt(Math.floor(now() * 1000)),
		expose: () =>
			meter.expose({
				...archive.tallies,
				zaps: archive.zaps.length,
				auditRecords: archive.audit.length,
			}),
	};
	const server = createServer(createExchange(scene, meter, now));
	const actual = await listen(server, port, host);
	return {
		url: `http://${host.includes(":") ? `[${host}]` : host}:${actual}`,
		close: () =>
			new Promise((resolve) => {
				const end = setTimeout(() => server.closeAllConnections(), GRACE);
				server.close(() => {
					clearTimeout(end);
					resolve();
				});
			}),
	};
}
