import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Switches } from "./differences.ts";
import { toInvalid } from "./problem.ts";

export interface CommandRequest {
	readonly command: string;
	readonly args?: unknown;
}

export interface PageRequest {
	readonly limit?: number;
	readonly cursor?: string;
}

type Field = "action" | "subjectType" | "subjectId" | "from" | "to" | "text";
export type AuditQuery = PageRequest & { readonly [F in Field]?: string };

/** Rejects what the date-time of ajv accepts, although RFC 3339 does not. */
const TIME =
	"[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$";

/** One for all services, because the first schema takes ten times as long as the others. */
const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);

export function createRequests({ has, pick }: Switches) {
	const isStrict = has("unknown-properties-rejected");
	const strict = isStrict ? { additionalProperties: false } : {};
	const compile = <Value>(properties: object, required: string[] = []) => {
		const schema = { type: "object", properties, required, ...strict };
		const isValid = ajv.compile<Value>(schema);
		return (value: unknown, place = "pointer"): Value => {
			if (isValid(value)) return value;
			// One error for each place: a time can violate both its pattern and its format.
			const faults = new Map(
				(isValid.errors ?? []).map(({ params, instancePath, message = "" }) => {
					const { missingProperty: missing } = params;
					const at = instancePath + (missing ? `/${missing}` : "");
					return [place === "pointer" ? at : at.slice(1), message];
				}),
			);
			throw toInvalid(
				[...faults].map(([at, detail]) => ({ [place]: at, detail })),
			);
		};
	};

	const text = { type: "string", minLength: 1 };
	const name = { ...text, maxLength: 200 };
	const time = { ...text, format: "date-time", pattern: TIME };
	const command = { command: name, args: {} };
	const step = { type: "object", properties: command, required: ["command"] };
	const maximum = pick(100, {
		"limit-60": 60,
		"limit-clamped": Number.MAX_SAFE_INTEGER,
	});
	const page = {
		limit: { type: "integer", minimum: 1, maximum },
		cursor: text,
	};
	const minItems = pick(1, { "empty-pipeline": 0 });
	const steps = { type: "array", minItems, maxItems: 100, items: step };
	const minLength = pick(1, { "zap-name-empty": 0 });
	const refused = pick<object>({ not: {} }, { "zap-id-ignored": {} });
	const zap = { name: { ...name, minLength }, id: refused, createdAt: refused };
	const ids = { subjectType: text, subjectId: text };
	const query = { ...page, ...ids, action: text, text, from: time, to: time };

	const checkPage = compile<PageRequest>(page);
	return {
		readCommand: compile<CommandRequest>(command, ["command"]),
		readPipeline: compile<{ steps: CommandRequest[] }>({ steps }, ["steps"]),
		readZap: compile<{ name: string }>(zap, ["name"]),
		readSearch: compile<AuditQuery>(query),
		readPage(sent: URLSearchParams): PageRequest {
			const read = (parameter: string): unknown => {
				const values = sent.getAll(parameter);
				return values.length > 1 ? values : values[0];
			};
			const limit = read("limit");
			const isNumber = /^[0-9]+$/.test(String(limit));
			return checkPage(
				{ limit: isNumber ? Number(limit) : limit, cursor: read("cursor") },
				"parameter",
			);
		},
	};
}
