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

/** A Chromium on this machine; undefined where there is none. */
export const chromium: string | undefined = findOnPath([
	"chromium",
	"chromium-browser",
	"google-chrome",
]);

export interface BrowserPage {
	/** What the expression comes to in the page. */
	evaluate(expression: string): Promise<unknown>;
	/** Waits until the expression comes to something true. */
	until(expression: string): Promise<void>;
	/** A PNG. */
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

/** Speaks the DevTools protocol over pipes: JSON, each message ended by a zero. */
function speak(child: ChildProcess): Send {
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
			// What it speaks of may not be there yet.
			const attempt = `(() => { try { return Boolean(${expression}); } catch { return false; } })()`;
			while (!(await evaluate(attempt))) {
				if (performance.now() > end)
					throw new Error(`It never came to: ${expression}`);
				await new Promise((resolve) => setTimeout(resolve, 20));
			}
		},
		async screenshot() {
			const { data } = await send("Page.captureScreenshot", {}, sessionId);
			return Buffer.from(String(data), "base64");
		},
	};
}

/** A browser without a window and without a past. */
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
	const send = speak(child);
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
