import type { IncomingMessage } from "node:http";
import { doesNotFit, type Objection, Refusal } from "./refusal.ts";

const MAX_BYTES = 2 ** 20;
const DEEPEST = 128;

/** Reads the whole body whatever its size, because a client that cannot finish sending does not read the response. */
function collect(request: IncomingMessage): Promise<Buffer> {
	return new Promise((resolve, reject) => {
		let kept: Buffer[] = [];
		let weight = 0;
		request.on("data", (piece: Buffer) => {
			weight += piece.length;
			kept = weight > MAX_BYTES ? [] : [...kept, piece];
		});
		request.on("error", reject);
		request.on("end", () => {
			if (weight <= MAX_BYTES) resolve(Buffer.concat(kept));
			else
				reject(
					new Refusal(
						"too-heavy",
						`${weight} bytes; ${MAX_BYTES} are the most.`,
						{ headers: ["CONNECTION", "close"] },
					),
				);
		});
	});
}

const segment = (name: string): string =>
	`/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`;
const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text);

/** Checks values with a queue, because a deeply nested body would overflow the stack. */
function inspect(whole: unknown): Objection | undefined {
	const queue: { value: unknown; pointer: string; depth: number }[] = [
		{ value: whole, pointer: "", depth: 1 },
	];
	for (const { value, pointer, depth } of queue) {
		if (typeof value === "string" && hasLoneSurrogate(value))
			return { pointer, code: "text", detail: "Half a surrogate pair." };
		if (typeof value === "number" && Math.abs(value) === Infinity)
			return { pointer, code: "number", detail: "No double is that large." };
		if (typeof value !== "object" || value === null) continue;
		if (depth > DEEPEST)
			return { pointer, code: "depth", detail: `${DEEPEST} levels at most.` };
		for (const [name, member] of Object.entries(value)) {
			if (hasLoneSurrogate(name))
				return { pointer, code: "text", detail: "Half a pair, in a name." };
			queue.push({
				value: member,
				pointer: pointer + segment(name),
				depth: depth + 1,
			});
		}
	}
	return undefined;
}

/**
 * Reads the JSON body of a request.
 * @throws Refusal with the kind too-heavy, not-json or does-not-fit, in this order
 */
export async function takeIn(request: IncomingMessage): Promise<unknown> {
	const bytes = await collect(request);
	const types = request.headersDistinct["content-type"] ?? [];
	const [type = "", ...others] = types;
	const [essence = ""] = type.split(";");
	if (
		others.length > 0 ||
		essence.replace(/[ \t]+$/, "").toLowerCase() !== "application/json"
	)
		throw new Refusal(
			"not-json",
			`You sent “${types.join("”, “")}”; send application/json.`,
		);
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		throw doesNotFit({
			pointer: "",
			code: "syntax",
			detail: "This is no JSON in UTF-8.",
		});
	}
	const objection = inspect(value);
	if (objection) throw doesNotFit(objection);
	return value;
}
