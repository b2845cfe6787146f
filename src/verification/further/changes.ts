import { gzipSync } from "node:zlib";
import { writeBody } from "../../document/write-request.ts";
import { isContainer, tryParseJson } from "../../values/json.ts";
import type { Exchange, OutgoingRequest } from "../contract.ts";
import { typeOf, withHeader } from "./asking.ts";

/** A change of a request to which some services respond in another way than the document says. */
export interface Change {
	/** The operations whose requests are changed. */
	readonly of: "all" | "with body" | "without body";
	/** Whether checks send such a request to one operation. */
	readonly isChecked?: boolean;
	/** The header that is changed. */
	readonly header?: string;
	/** What the request has, if no header says it. */
	readonly what?: string;
	apply(request: OutgoingRequest): OutgoingRequest;
	/** Describes the response, if its status does not say all. */
	describe?(exchange: Exchange): string;
}

const changePath =
	(change: (path: string) => string): Change["apply"] =>
	(request) => {
		const [path = "", ...query] = request.path.split("?");
		return { ...request, path: [change(path), ...query].join("?") };
	};

const changeHeader =
	(name: string, change: (value: string) => string): Change["apply"] =>
	(request) =>
		withHeader(request, name, change(request.headers?.[name] ?? ""));

const toMediaType = (change: (type: string) => string): Change => ({
	...{ of: "with body", header: "content-type" },
	apply: changeHeader("content-type", change),
});

/** Lists the values of a body by their names in a form: `steps[0][name]`. */
const listFields = (value: unknown, name = ""): [string, unknown][] =>
	isContainer(value)
		? Object.entries(value).flatMap(([key, inner]) =>
				listFields(inner, name === "" ? key : `${name}[${key}]`),
			)
		: [[name, value]];

const toForm = (type: string): Change => ({
	...{ of: "with body", header: "content-type", what: type },
	apply(request) {
		const value = tryParseJson(`${request.body}`);
		const fields = isContainer(value) ? listFields(value) : [];
		const { contentType, body } = writeBody(type, Object.fromEntries(fields));
		return { ...withHeader(request, "content-type", contentType), body };
	},
});

const changeBody = (
	what: string,
	change: (body: string) => string,
): Change => ({
	...{ of: "with body", what },
	apply: (request) => ({ ...request, body: change(`${request.body ?? ""}`) }),
});

const toPlain: Change = toMediaType(() => "text/plain");
const toUrlEncoded: Change = toForm("application/x-www-form-urlencoded");

/** Media types that the document does not have. */
export const OTHER_TYPES: readonly Change[] = [toPlain, toUrlEncoded];

export const CHANGES: readonly Change[] = [
	{ ...toPlain, isChecked: true },
	{
		...{ of: "with body", isChecked: true },
		apply(request) {
			const { "content-type": _, ...headers } = request.headers ?? {};
			return { ...request, headers };
		},
	},
	{
		...{ of: "with body", isChecked: true },
		apply: (request) => ({
			...withHeader(request, "content-encoding", "gzip"),
			body: gzipSync(`${request.body ?? ""}`),
		}),
	},
	...[
		(path: string) => `${path}/`,
		(path: string) => path.toUpperCase(),
		(path: string) => path.replace(/\/(?=[^/]+$)/, "//"),
	].map((change): Change => {
		return { of: "all", isChecked: true, apply: changePath(change) };
	}),
	{
		...{ of: "all", header: "accept" },
		apply: changeHeader("accept", () => "text/html"),
		describe: (found) =>
			`${found.response.status} and ${typeOf(found) ?? "no body"}`,
	},
	toMediaType((type) => type.replace("/", "/vnd.understudy+")),
	toUrlEncoded,
	toForm("multipart/form-data"),
	toMediaType((type) => `${type}; charset=utf-8`),
	toMediaType((type) => type.toUpperCase()),
	toMediaType((type) => `${type}; charset=iso-8859-1`),
	{
		...{ of: "with body", header: "content-encoding" },
		apply: changeHeader("content-encoding", () => "gzip"),
		describe: ({ response }) =>
			`ignored: ${response.status} if the body is not compressed`,
	},
	changeBody("the body null", () => "null"),
	changeBody("something after the JSON", (body) => `${body} {}`),
	changeBody("names of properties in upper case", (body) =>
		body.replace(/(?<=[{,])"[^"]+"(?=:)/g, (name) => name.toUpperCase()),
	),
	{
		...{ of: "without body", what: "a body that is no JSON" },
		apply: (request) => ({
			...withHeader(request, "content-type", "application/json"),
			body: "{",
		}),
	},
	{
		...{ of: "all", what: "an invalid percent-encoding in the query" },
		apply: (request) => ({
			...request,
			path: `${request.path}?understudy=%zz`,
		}),
	},
	{
		...{ of: "all", what: "OPTIONS" },
		apply: ({ path }) => ({ method: "OPTIONS", path }),
		describe: ({ response: { status, headers } }) =>
			`${status}${headers.allow === undefined ? "" : ` with Allow: ${headers.allow}`}`,
	},
];
