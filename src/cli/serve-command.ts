import { Command, Option } from "commander";
import type { MockOptions } from "../mock/engine.ts";
import { createLog, LOG_FORMATS, type LogFormat } from "./log.ts";
import { UsageError } from "./usage-error.ts";
import { wholeNumber } from "./whole-number.ts";

interface ServeFlags {
	port: number;
	host: string;
	basePath: string;
	seed: number;
	clock: string;
	dataset: string;
	log: LogFormat;
}

async function serveUntilStopped(flags: ServeFlags): Promise<void> {
	const [
		{ createCore, ledger, operations, title },
		{ serve },
		{ FastResponse },
	] = await Promise.all([
		import("../core.ts"),
		import("../transports/serve.ts"),
		import("srvx/node"),
	]);
	const log = createLog(flags.log);
	const { port, host, basePath, seed, clock, dataset } = flags;
	const options: MockOptions = {
		basePath,
		seed,
		clock,
		dataset,
		Response: FastResponse,
		onError: log.error,
	};
	const { mock, served } = await (async () => {
		try {
			const mock = createCore(options);
			return {
				mock,
				served: await serve({ mock, port, host, onExchange: log.exchange }),
			};
		} catch (error) {
			throw error instanceof Error
				? new UsageError(error.message, { cause: error })
				: error;
		}
	})();
	log.ready({
		url: `${served.url}${basePath.replace(/\/+$/, "")}`,
		title,
		operations,
		ledger,
		dataset,
		seed,
		clock,
	});

	const stop = async (): Promise<void> => {
		for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, stop);
		await served.close();
		await mock.close();
		log.stopped();
	};
	for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
}

export function serveCommand(): Command {
	return new Command("serve")
		.description("Serve the mock over HTTP (what plain `understudy` does too).")
		.option(
			"--port <number>",
			"port to listen on; 0 for any free one",
			wholeNumber(0, 65_535),
			4010,
		)
		.option("--host <address>", "address to listen on", "127.0.0.1")
		.option(
			"--base-path <path>",
			"what the paths of the service begin with, like /api",
			"",
		)
		.option(
			"--dataset <name>",
			"data to start from: empty, default or large",
			"default",
		)
		.option(
			"--seed <number>",
			"what data, ids and chance follow from",
			wholeNumber(-2_147_483_648, 2_147_483_647),
			1,
		)
		.option(
			"--clock <time>",
			'"system", or an RFC 3339 time to start at, going on 1 ms a write',
			"system",
		)
		.addOption(
			new Option("--log <format>", "what to print")
				.choices(LOG_FORMATS)
				.default("pretty"),
		)
		.addHelpText(
			"after",
			`
Examples:
  understudy                                  a fake backend at http://127.0.0.1:4010
  understudy serve --port 0 --log json        for scripts: the first line has the URL
  understudy serve --clock 2026-01-01T00:00:00.000Z --seed 7
                                              the same requests give the same bytes, every time`,
		)
		.action(serveUntilStopped);
}
