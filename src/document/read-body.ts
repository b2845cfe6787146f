import { essenceOf, isJsonType, isMediaType } from "../values/http.ts";
import type { Validator } from "../values/validation.ts";
import { type Field, hasType, readField } from "./field.ts";
import { inline } from "./inline.ts";
import { child, type DocumentOperation, isNode, type Resolve } from "./node.ts";
import { readObject } from "./parameter-values.ts";
import type { BodyKind, FindBodyKind, ReadBody } from "./validate-request.ts";

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";

/** Returns each byte as one character, so that texts and binary parts can be split in one way. */
const toCharacters = (body: Parameters<ReadBody>[0]): string => {
	const bytes =
		"bytes" in body ? body.bytes : new TextEncoder().encode(body.text);
	let characters = "";
	for (const byte of bytes) characters += String.fromCharCode(byte);
	return characters;
};

const fromCharacters = (text: string): string =>
	new TextDecoder().decode(Uint8Array.from(text, (each) => each.charCodeAt(0)));

/** A parameter of a header, whose value may be in quotes. */
const PARAMETER = /(?:^|;)\s*([\w*]+)=(?:"([^"]*)"|([^\s;]*))/g;

/** Reads the parts of a multipart body (RFC 7578). Returns undefined if the body is malformed. */
function readParts(
	body: Parameters<ReadBody>[0],
	mediaType: string,
): [name: string, text: string][] | undefined {
	const [, quoted, plain] =
		/boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(mediaType) ?? [];
	const boundary = quoted ?? plain;
	const [start, ...parts] = `\r\n${toCharacters(body)}`.split(
		`\r\n--${boundary}`,
	);
	const end = parts.pop();
	if (boundary === undefined || start === undefined || !end?.startsWith("--"))
		return undefined;
	const read = parts.map((part): [string, string] | undefined => {
		const [, head = "", content = ""] =
			/^[ \t]*\r\n([\s\S]*?\r\n)\r\n([\s\S]*)$/.exec(part) ?? [];
		const [, disposition = ""] =
			/^content-disposition:((?:[^\r]|\r\n[ \t])*)/im.exec(head) ?? [];
		const [, , quoted, plain] =
			[...disposition.matchAll(PARAMETER)].find(([, each]) =>
				/^name$/i.test(each ?? ""),
			) ?? [];
		const name = quoted ?? plain;
		return name === undefined
			? undefined
			: [fromCharacters(name), fromCharacters(content)];
	});
	return read.includes(undefined) ? undefined : (read as [string, string][]);
}

/** Returns the function that reads bodies of a media type; undefined if the value is the text of the body. */
function createRead(mediaType: string, field: Field): ReadBody | undefined {
	if (hasType(field, "string")) return undefined;
	if (mediaType === FORM)
		return (body) =>
			"text" in body
				? { value: readObject(new URLSearchParams(body.text), field) }
				: { invalid: { pointer: "", detail: "is not valid UTF-8" } };
	if (mediaType !== MULTIPART) return undefined;
	return (body, actual) => {
		const parts = readParts(body, actual);
		return parts
			? { value: readObject(parts, field) }
			: {
					invalid: {
						pointer: "",
						detail:
							"is no multipart body with the boundary of its Content-Type",
					},
				};
	};
}

const readWhole: ReadBody = (body) => ({
	value: "text" in body ? body.text : toCharacters(body),
});

/**
 * Returns a function that finds how the bodies of an operation are read; undefined if there is only JSON of one type.
 * @param validators by `<operation> body`, with the media type if it is not the first one
 */
export function createBodyFinder(
	{ id, requestContent }: DocumentOperation,
	resolve: Resolve,
	validators: Readonly<Record<string, Validator>>,
): FindBodyKind | undefined {
	const [[only] = [""], ...others] = requestContent;
	if (requestContent.length === 0) return undefined;
	if (others.length === 0 && isJsonType(only) && only === essenceOf(only))
		return undefined;
	const kinds = requestContent.map(
		(
			[mediaType, content],
			index,
		): BodyKind & { readonly mediaType: string } => {
			const schema = child(content, "schema");
			const field = readField(inline(resolve, schema));
			const validate =
				validators[`${id} body${index > 0 ? ` ${mediaType}` : ""}`];
			const isText = !isJsonType(mediaType) && !mediaType.includes("*");
			const read =
				createRead(essenceOf(mediaType), field) ??
				(isText ? readWhole : undefined);
			// A schema without the type `string` does not describe the bytes of a body.
			const isWhole = read === readWhole && !field.types.includes("string");
			return { mediaType, read, validate: isWhole ? undefined : validate };
		},
	);
	return (mediaType) => {
		const found = kinds.find((each) =>
			isMediaType(mediaType ?? "", essenceOf(each.mediaType)),
		);
		if (!found?.mediaType.includes("*") || isJsonType(mediaType ?? ""))
			return found;
		return { read: readWhole, validate: undefined };
	};
}

/** Whether a request may have no body. Many clients send no body with GET, HEAD and DELETE. */
export const isBodyOptional = (
	{ node, method }: DocumentOperation,
	resolve: Resolve,
): boolean =>
	isNode(node.requestBody) &&
	(resolve(node.requestBody).required !== true ||
		/^(GET|HEAD|DELETE)$/.test(method));
