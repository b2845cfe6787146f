import { randomBytes } from "node:crypto";
import { ControlError } from "../control-error.ts";
import type { ReadPageFile } from "./route.ts";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
	js: "text/javascript; charset=utf-8",
	css: "text/css; charset=utf-8",
};

async function requireFile(
	read: ReadPageFile | undefined,
	path: string,
): Promise<Uint8Array<ArrayBuffer>> {
	const file = await read?.(path);
	if (file) return file;
	throw new ControlError(
		404,
		`The page has no file ${path}. Reload the page. In the repository, run \`npm run build\` first.`,
	);
}

/** The page may load only its own files, run only its own scripts, and send requests only to the mock. */
const createPolicy = (nonce: string): string =>
	[
		"default-src 'none'",
		`script-src 'nonce-${nonce}'`,
		`style-src 'nonce-${nonce}'`,
		"img-src data:",
		"connect-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
	].join("; ");

/**
 * Returns a response with the page.
 * @throws ControlError if the page is not built
 */
export async function sendPage(read: ReadPageFile): Promise<Response> {
	const html = new TextDecoder().decode(await requireFile(read, "index.html"));
	const nonce = randomBytes(16).toString("base64");
	return new Response(html.replaceAll("NONCE", nonce), {
		headers: {
			"content-type": "text/html; charset=utf-8",
			"content-security-policy": createPolicy(nonce),
			"referrer-policy": "no-referrer",
		},
	});
}

/**
 * Returns a response with a script or a style of the page.
 * @throws ControlError if the file does not exist
 */
export async function sendAsset(
	read: ReadPageFile | undefined,
	name: string,
): Promise<Response> {
	const [, extension = ""] = /^[\w-]+\.([a-z]+)$/.exec(name) ?? [];
	const type = MEDIA_TYPES[extension];
	const file = await requireFile(type ? read : undefined, `assets/${name}`);
	return new Response(file, { headers: { "content-type": type ?? "" } });
}
