import { findIdIn } from "./find-id.ts";
import type {
	Credentials,
	Parameter,
	PublicDocument,
	PublicOperation,
} from "./public-document.ts";
import type { DocumentServer } from "./serve-document.ts";

/** A request, by its parts. */
export interface Sent {
	readonly method: string;
	readonly path: string;
	readonly credentials: Credentials;
	readonly values: ReadonlyMap<Parameter, unknown>;
	readonly body:
		| { readonly mediaType: string; readonly value: unknown }
		| undefined;
}

export interface Answer {
	readonly status: number;
	readonly type: string;
	readonly text: string;
	/** The value of a JSON body. */
	readonly body: unknown;
	readonly location: string | null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the pairs of a query for a parameter (OpenAPI 3.1, "Style Examples"). */
function writeQuery(
	{ name, node }: Parameter,
	value: unknown,
): [string, string][] {
	const { style = "form", explode = style === "form", content } = node;
	if (content) return [[name, JSON.stringify(value)]];
	const texts = (list: readonly unknown[]) => list.map(String);
	if (Array.isArray(value))
		return explode === true
			? texts(value).map((each) => [name, each])
			: [[name, texts(value).join(",")]];
	if (!isObject(value)) return [[name, String(value)]];
	const pairs = Object.entries(value);
	if (style === "deepObject")
		return pairs.map(([key, each]) => [`${name}[${key}]`, String(each)]);
	return explode === true
		? pairs.map(([key, each]) => [key, String(each)])
		: [[name, pairs.flat().join(",")]];
}

/** Writes a value in the style `simple`. */
function writeSimple({ node }: Parameter, value: unknown): string {
	if (node.content) return JSON.stringify(value);
	if (Array.isArray(value)) return value.join(",");
	if (!isObject(value)) return String(value);
	return node.explode === true
		? Object.entries(value)
				.map((pair) => pair.join("="))
				.join(",")
		: Object.entries(value).flat().join(",");
}

/** Writes a value for a header, which has no characters but those of ASCII. */
function writeHeader(parameter: Parameter, value: unknown): string {
	const text = writeSimple(parameter, value);
	return /^[ -~]*$/.test(text) ? text : encodeURI(text);
}

function writeBody(mediaType: string, value: unknown): BodyInit {
	if (/[/+]json(;|$)|^\*\/\*$/.test(mediaType)) return JSON.stringify(value);
	if (mediaType.startsWith("application/x-www-form-urlencoded")) {
		const form = new URLSearchParams();
		for (const [name, each] of Object.entries(Object(value)))
			for (const item of [each].flat())
				form.append(name, isObject(item) ? JSON.stringify(item) : String(item));
		return form;
	}
	if (mediaType.startsWith("multipart/form-data")) {
		const form = new FormData();
		for (const [name, each] of Object.entries(Object(value)))
			for (const item of [each].flat())
				form.append(name, isObject(item) ? JSON.stringify(item) : String(item));
		return form;
	}
	return typeof value === "string" ? value : JSON.stringify(value);
}

/** Sends the requests of a document, with ids of records that exist. */
export class Client {
	readonly #document: PublicDocument;
	readonly #server: DocumentServer;
	/** The id of a record, by the path before it, and apart from those of parents. */
	readonly #ids = new Map<string, string | undefined>();

	constructor(document: PublicDocument, server: DocumentServer) {
		this.#document = document;
		this.#server = server;
	}

	/** Returns a valid request with what is required; undefined if none can be made. */
	async createRequest(
		operation: PublicOperation,
		path?: string,
	): Promise<Sent | undefined> {
		const values = new Map<Parameter, unknown>();
		for (const each of operation.parameters) {
			if (each.in === "path" || !each.isRequired) continue;
			// The credentials of the operation set these.
			if (/^(accept|content-type|authorization)$/i.test(each.name)) continue;
			const sampled = this.#document.sample(each.schema);
			if (!sampled) return undefined;
			values.set(each, sampled.value);
		}
		const { body } = operation;
		const sampled = body && this.#document.sample(body.schema ?? {});
		if (body && !sampled) return undefined;
		const filled = path ?? (await this.fillPath(operation, operation.path));
		if (filled === undefined) return undefined;
		return {
			...{ method: operation.method, path: filled, values },
			credentials: this.#document.credentialsOf(operation),
			body: body &&
				sampled && { mediaType: body.mediaType, value: sampled.value },
		};
	}

	/** Fills the parameters of a path with the ids of records that exist or, where nothing lists them, with samples. */
	async fillPath(
		operation: PublicOperation,
		template: string,
	): Promise<string | undefined> {
		const segments = template.split("/");
		let filled = "";
		for (const [index, segment] of segments.entries()) {
			if (index === 0) continue;
			const [, name] = /^\{([^{}]+)\}$/.exec(segment) ?? [];
			const found =
				name === undefined
					? undefined
					: await this.findId(
							segments.slice(0, index).join("/") || "/",
							filled || "/",
							name,
							index < segments.length - 1,
						);
			let text: string | undefined = found;
			if (text === undefined) {
				let isSampled = true;
				text = segment.replace(/\{([^{}]+)\}/g, (_, each: string) => {
					const parameter = operation.parameters.find(
						(one) => one.in === "path" && one.name === each,
					);
					const sampled = this.#document.sample(
						parameter?.schema ?? { type: "string" },
					);
					if (!sampled || String(sampled.value) === "") isSampled = false;
					return encodeURIComponent(
						parameter
							? writeSimple(parameter, sampled?.value)
							: String(sampled?.value),
					);
				});
				if (!isSampled) return undefined;
			} else text = encodeURIComponent(text);
			filled += `/${text}`;
		}
		return filled;
	}

	/**
	 * Returns the id of a record in the list of a collection, or of a new record.
	 * @param isParent whether other records should belong to it
	 */
	async findId(
		template: string,
		path: string,
		parameter: string,
		isParent: boolean,
	): Promise<string | undefined> {
		const place = isParent ? `${path} parent` : path;
		const known = this.#ids.get(place);
		if (known !== undefined || this.#ids.has(place)) return known;
		this.#ids.set(place, undefined);
		for (const method of ["GET", "POST"]) {
			const operation = this.#document.operations.find(
				(each) =>
					each.method === method && each.path.replace(/\/$/, "") === template,
			);
			const slash = operation?.path.endsWith("/") ? "/" : "";
			const request =
				operation && (await this.createRequest(operation, path + slash));
			if (!request) continue;
			const answer = await this.send(request);
			const id =
				answer.status < 300
					? findIdIn(answer, method === "GET", parameter, template, isParent)
					: undefined;
			if (id === undefined) continue;
			this.#ids.set(place, id);
			return id;
		}
		return undefined;
	}

	forget(path: string): void {
		this.#ids.delete(path);
		this.#ids.delete(`${path} parent`);
	}

	async send(sent: Sent): Promise<Answer> {
		const { method, path, values, credentials, body } = sent;
		const query = new URLSearchParams(
			credentials.query.map((pair) => [...pair]),
		);
		const headers = new Headers(
			credentials.header.map(([name, text]): [string, string] => [name, text]),
		);
		const cookies = credentials.cookie.map((pair) => pair.join("="));
		for (const [parameter, value] of values) {
			if (parameter.in === "query")
				for (const [name, text] of writeQuery(parameter, value))
					if (!query.has(name) || parameter.schema.type === "array")
						query.append(name, text);
			if (parameter.in === "header")
				headers.set(parameter.name, writeHeader(parameter, value));
			if (parameter.in === "cookie")
				cookies.push(
					`${parameter.name}=${encodeURIComponent(writeSimple(parameter, value))}`,
				);
		}
		if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
		const init: RequestInit = { method, headers };
		// Fetch sends no body with GET.
		if (body && method !== "GET") {
			init.body = writeBody(body.mediaType, body.value);
			if (typeof init.body === "string")
				headers.set(
					"content-type",
					body.mediaType.replace("*/*", "application/json"),
				);
		}
		const search = query.size > 0 ? `?${query}` : "";
		const response = await this.#server.fetch(
			new Request(`http://mock.test${path}${search}`, init),
		);
		const text = await response.text();
		let value: unknown;
		try {
			value = JSON.parse(text);
		} catch {}
		return {
			...{ status: response.status, text, body: value },
			type: response.headers.get("content-type") ?? "",
			location: response.headers.get("location"),
		};
	}
}
