import type { FastifySchemaValidationError } from "fastify";
import { invalid, type Problem } from "./problems.ts";

export interface CommandRequest {
	readonly command: string;
	readonly args?: unknown;
}

export interface PipelineRequest {
	readonly steps: readonly CommandRequest[];
}

export interface ZapRequest {
	readonly name: string;
	readonly [property: string]: unknown;
}

export interface AuditQuery {
	readonly action?: string;
	readonly subjectType?: string;
	readonly subjectId?: string;
	readonly from?: string;
	readonly to?: string;
	readonly text?: string;
	readonly limit: number;
	readonly cursor?: string;
}

const text = { type: "string", minLength: 1 };
const name = { ...text, maxLength: 200 };
const instant = { type: "string", format: "instant" };

const command = {
	type: "object",
	required: ["command"],
	properties: { command: name },
};

export const schemas = {
	command,
	pipeline: {
		type: "object",
		required: ["steps"],
		properties: {
			steps: { type: "array", minItems: 1, maxItems: 100, items: command },
		},
	},
	zap: {
		type: "object",
		required: ["name"],
		properties: { name, id: false, createdAt: false },
	},
	auditQuery: {
		type: "object",
		properties: {
			action: text,
			subjectType: text,
			subjectId: text,
			from: instant,
			to: instant,
			text,
			limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
			cursor: text,
		},
	},
	pageQuery: {
		type: "object",
		properties: {
			limit: {
				type: "string",
				pattern: "^0*([1-9][0-9]?|100)$",
				default: "20",
			},
			cursor: text,
		},
	},
};

/** Converts the errors of a schema to a problem. */
export const describeErrors = (
	errors: readonly FastifySchemaValidationError[],
	part: string,
): Problem =>
	invalid(
		...errors.map(({ instancePath, keyword, params, message }) => {
			const pointer =
				keyword === "required"
					? `${instancePath}/${params.missingProperty}`
					: instancePath;
			const detail = message ?? "is invalid";
			return part === "body"
				? { pointer, detail }
				: { parameter: pointer.slice(1), detail };
		}),
	);
