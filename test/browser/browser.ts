import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { scratchFolder } from "../support/scratch-folder.ts";

function findOnPath(names: readonly string[]): string | undefined {
	const folders = (process.env.PATH ?? "").split(delimiter);
	return names
		.flatMap((name) => folders.map((folder) => join(folder, name)))
		.find((file) => {
			try {
				accessSync(file, constants.X_OK);
				return true;
			} catch {
				return false;
			}
		});
}

/** The path of Chromium; undefined if it is not installed. */
export const chromium: string | undefined = findOnPath([
	"chromium",
	"chromium-browser",
	"google-chrome",
]);

export interface BrowserPage {
	/** Evaluates an expression in the page. */
	evaluate(expression: string): Promise<unknown>;
	/** Waits until the expression is true. */
	until(expression: string): Promise<void>;
	/** Returns a PNG. */
	screenshot(): Promise<Buffer>;
}

export interface Browser extends AsyncDisposable {
	open(url: string): Promise<BrowserPage>;
}

type Message = Readonly<Record<string, unknown>>;
type Send = (
	method: string,
	params?: Message,
	sessionId?: string,
) => Promise<Message>;

const BOUND_MS = 10_000;

/** Connects to the DevTools protocol over pipes: JSON messages, each followed by a zero byte. */
function connectDevTools(child: ChildProcess): Send {
	const [, , , input, output] = child.stdio;
	const waiting = new Map<unknown, (message: Message) => void>();
	let last = 0;
	let text = "";
	(output as Readable).setEncoding("utf8").on("data", (chunk: string) => {
		const messages = (text + chunk).split("\0");
		text = messages.pop() ?? "";
		for (const message of messages) {
			const read: Message = JSON.parse(message);
			waiting.get(read.id)?.(read);
			waiting.delete(read.id);
		}
	});
	return (method, params = {}, sessionId) =>
		new Promise((resolve, reject) => {
			last += 1;
			waiting.set(last, ({ result, error }) => {
				if (error) reject(new Error(`${method}: ${JSON.stringify(error)}`));
				else resolve(result as Message);
			});
			const message = { id: last, method, params, sessionId };
			(input as Writable).write(`${JSON.stringify(message)}\0`);
		});
}

function pageOf(send: Send, sessionId: string): BrowserPage {
	async function evaluate(expression: string): Promise<unknown> {
		const { result, exceptionDetails } = await send(
			"Runtime.evaluate",
			{ expression, awaitPromise: true, returnByValue: true },
			sessionId,
		);
		if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
		return (result as { value?: unknown }).value;
	}
	return {
		evaluate,
		async until(expression) {
			const end = performance.now() + BOUND_MS;
			// The elements of the expression may not exist yet.
			const attempt = `(() => { try { return Boolean(${expression}); } catch { return false; } })()`;
			while (!(await evaluate(attempt))) {
				if (performance.now() > end)
					throw new Error(`Timed out waiting for: ${expression}`);
				await new Promise((resolve) => setTimeout(resolve, 20));
			}
		},
		async screenshot() {
			const { data } = await send("Page.captureScreenshot", {}, sessionId);
			return Buffer.from(String(data), "base64");
		},
	};
}

/** Opens a headless browser with an empty profile. */
export async function openBrowser(
	executable: string,
	args: readonly string[] = [],
): Promise<Browser> {
	const profile = await scratchFolder();
	const child = spawn(
		executable,
		[
			"--headless",
			"--no-sandbox",
			"--disable-gpu",
			"--hide-scrollbars",
			"--window-size=1300,700",
			"--remote-debugging-pipe",
			`--user-data-dir=${profile.path}`,
			...args,
		],
		{ stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
	);
	const ended = new Promise((resolve) => child.on("exit", resolve));
	const send = connectDevTools(child);
	return {
		async open(url) {
			const { targetId } = await send("Target.createTarget", { url });
			const { sessionId } = await send("Target.attachToTarget", {
				targetId,
				flatten: true,
			});
			return pageOf(send, String(sessionId));
		},
		async [Symbol.asyncDispose]() {
			await send("Browser.close");
			await ended;
			await profile[Symbol.asyncDispose]();
		},
	};
}
