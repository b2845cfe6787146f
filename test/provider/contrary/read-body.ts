import type { IncomingMessage } from "node:http";
import { type InvalidPart, invalid, Problem } from "./problem.ts";

const MAX_BYTES = 2 ** 20;
const MAX_DEPTH = 128;

/** Reads the whole body whatever its size, because a client that cannot finish sending does not read the response. */
async function readBytes(request: IncomingMessage): Promise<Buffer> {
	let kept: Buffer[] = [];
	let size = 0;
	for await (const chunk of request) {
		size += chunk.length;
		kept = size > MAX_BYTES ? [] : [...kept, chunk];
	}
	if (size <= MAX_BYTES) return Buffer.concat(kept);
	const detail = `${size} bytes are more than ${MAX_BYTES}.`;
	throw new Problem("too-large", detail, [], ["CONNECTION", "close"]);
}

const createSegment = (name: string): string =>
	`/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`;
const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text);

/** Checks values with a queue, because a deeply nested body would overflow the stack. */
function findInvalidPart(body: unknown): InvalidPart | undefined {
	const queue = [{ value: body, pointer: "", depth: 1 }];
	for (const { value, pointer, depth } of queue) {
		if (typeof value === "string" && hasLoneSurrogate(value))
			return { pointer, code: "text", detail: "Has a lone surrogate." };
		if (typeof value === "number" && Math.abs(value) === Infinity)
			return { pointer, code: "number", detail: "Is too large for a double." };
		if (typeof value !== "object" || value === null) continue;
		if (depth > MAX_DEPTH)
			return { pointer, code: "depth", detail: "Is nested too deeply." };
		if (hasLoneSurrogate(Object.keys(value).join(" ")))
			return { pointer, code: "text", detail: "Has an invalid name." };
		for (const [name, property] of Object.entries(value))
			queue.push({
				value: property,
				pointer: pointer + createSegment(name),
				depth: depth + 1,
			});
	}
	return undefined;
}

/**
 * Reads the JSON body of a request.
 * @throws Problem of the kind too-large, not-json or invalid, in this order
 */
export async function readBody(request: IncomingMessage): Promise<unknown> {
	const bytes = await readBytes(request);
	const types = request.headersDistinct["content-type"] ?? [];
	const [type = "", ...others] = types;
	const [essence = ""] = type.split(";");
	if (
		others.length > 0 ||
		essence.replace(/[ \t]+$/, "").toLowerCase() !== "application/json"
	)
		throw new Problem("not-json", `The type is “${types.join("”, “")}”.`);
	if (request.headers["content-encoding"] !== undefined)
		throw new Problem(
			"encoded",
			"No coding.",
			[],
			["ACCEPT-ENCODING", "Identity"],
		);
	let body: unknown;
	try {
		body = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		const detail = "Is not JSON in UTF-8.";
		throw invalid({ pointer: "", code: "syntax", detail });
	}
	const part = findInvalidPart(body);
	if (part) throw invalid(part);
	return body;
}
