import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Socket } from "node:net";
import { devNull } from "node:os";
import { fileURLToPath } from "node:url";
import { VerificationError } from "../errors.ts";
import type { PactVerifier } from "../verify-options.ts";
import type { PactChildResponse } from "./pact-child.ts";

const CHILD = fileURLToPath(new URL("./pact-child.js", import.meta.url));

/**
 * Returns the environment of the verifier, which sends requests to servers on this machine only.
 * - Without proxies, because the verifier would use them for these servers too.
 * - Without certificates, because the verifier would read those of the system before each request,
 *   which takes a third of a verification.
 */
function createEnvironment(): NodeJS.ProcessEnv {
	const variables = Object.entries(process.env).filter(
		([name]) => !/^(https?|all|no)_proxy$/i.test(name),
	);
	return {
		...Object.fromEntries(variables),
		SSL_CERT_FILE: devNull,
		SSL_CERT_DIR: devNull,
		PACT_DO_NOT_TRACK: "true",
	};
}

interface Child {
	readonly child: ChildProcess;
	readonly exited: Promise<undefined>;
}

/** A child process without work. The next verification uses it, because its start takes as long as many checks. */
let idle: Child | undefined;

/** Starts a child process that does not keep this process alive, and ends with it. */
function startChild(): Child {
	const child = fork(CHILD, {
		silent: true,
		env: createEnvironment(),
		execArgv: [],
	});
	child.unref();
	child.channel?.unref();
	for (const stream of [child.stdout, child.stderr])
		if (stream instanceof Socket) stream.unref();
	// Not `close`, which does not occur after a disconnect.
	const exited = once(child, "exit")
		.catch(() => {})
		.then(() => undefined);
	return { child, exited };
}

/**
 * Starts Pact's verifier in a child process, because a verification in this process could not be stopped.
 * @param onOutput receives the verifier's log
 */
export function startPactVerifier(
	onOutput?: (text: string) => void,
): PactVerifier {
	// Pact's verifier chooses what it logs once in a process.
	const shared = onOutput ? undefined : idle;
	if (shared) idle = undefined;
	const own = shared?.child.connected ? shared : startChild();
	const { child, exited } = own;
	let isReusable = false;
	let output = "";
	const onData = (chunk: unknown): void => {
		output = `${output}${chunk}`.slice(-2000);
		onOutput?.(String(chunk));
	};
	const streams = [child.stdout, child.stderr];
	for (const stream of streams) stream?.on("data", onData);
	const kill = () => child.kill("SIGKILL");

	return {
		async verify(options, signal) {
			signal.addEventListener("abort", kill, { once: true });
			output = "";
			isReusable = false;
			const responded = new Promise<PactChildResponse>((resolve) => {
				child.once("message", resolve);
			});
			// Ignore errors of sending to a child that has exited, because `exited` resolves then.
			child.send(options, () => {});
			const response = await Promise.race([responded, exited]);
			signal.removeEventListener("abort", kill);
			if (signal.aborted) throw signal.reason;
			if (response && "results" in response) {
				isReusable = onOutput === undefined;
				return response.results;
			}
			throw new VerificationError(
				`Pact's verifier failed: ${response?.error ?? output.trim()}. See --log debug.`,
			);
		},
		async [Symbol.asyncDispose]() {
			if (isReusable && !idle?.child.connected) {
				for (const stream of streams) stream?.off("data", onData).resume();
				idle = own;
				return;
			}
			child.ref();
			kill();
			await exited;
		},
	};
}
