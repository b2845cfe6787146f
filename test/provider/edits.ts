/** A text of the shipped document, at each place where it stands, and the text to write instead. */
export type Edit = readonly [from: string | RegExp, to: string];
/** The parts of the shipped document that edits replace. */
const JSON_OK = `            application/json:
              schema:
                type: object
                required: [status]
                properties:
                  status:
                    x-role: health.status
                    type: string
                    const: ok
              example: { status: ok }
`;
const ULID =
	/type: string\n {6}pattern: \^(zap|cmd|pipe|aud)_\[0-7\]\[0-9A-HJKMNP-TV-Z\]\{25\}\$/g;
const TIMESTAMP =
	/(description: An RFC 3339 time in UTC with a Z\.[^\n]*\n) {6}type: string\n {6}format: date-time\n {6}pattern: [^\n]*\n/;
const ITEMS = (next: string) => `                required: [items, nextCursor]
                properties:
                  items:
                    x-role: ${next}`;
const ACCEPT_ENCODING = `      headers:
        Accept-Encoding:
          description: The content codings that the service accepts. Sent if the body has another one.
          x-assumption: errors.encoding
          schema:
            type: string
`;
const ERRORS = / {4}InvalidProblem:\n[\s\S]*?(?=\n {2}responses:)/;
const PROBLEMS =
	/ {4}Problem:\n {6}description: RFC 9457[\s\S]*?(?=\n {2}responses:)/;
/**
 * By difference, the edits of a copy of the shipped document that describe a service with this difference. Some differences need no edit, because the document allows them or cannot express them.
 */
export const EDITS: Readonly<Record<string, readonly Edit[]>> = {
	"health-up": [
		["const: ok", "const: UP"],
		["{ status: ok }", "{ status: UP }"],
	],
	"health-text": [
		[
			JSON_OK,
			`            text/plain:\n              schema: { type: string, const: OK }\n              example: OK\n`,
		],
	],
	"command-200": [
		[
			'"202":\n          description: The command',
			'"200":\n          description: The command',
		],
	],
	"pipeline-201": [
		[
			'"202":\n          description: The pipeline',
			'"201":\n          description: The pipeline',
		],
	],
	"receipt-status-uppercase": [["const: accepted", "const: ACCEPTED"]],
	"receipt-status-queued": [["const: accepted", "const: queued"]],
	"accepted-at-snake-case": [["acceptedAt", "accepted_at"]],
	"receipts-text-plain": [
		[
			/(description: The (?:command|pipeline) was accepted\.\n[\s\S]*?content:\n {12})application\/json/g,
			"$1text/plain",
		],
	],
	"args-dropped": [
		[/ {8}args:\n {10}x-role: commandReceipt\.args\n[^\n]*\n/, ""],
		[/ {14}args:\n {16}x-role: stepReceipt\.args\n[^\n]*\n/, ""],
	],
	"step-ids-missing": [
		[
			'required: [id, command, status]\n            properties:\n              id:\n                x-role: stepReceipt.id\n                $ref: "#/components/schemas/CommandId"\n',
			"required: [command, status]\n            properties:\n",
		],
	],
	"empty-pipeline": [
		[
			"type: array\n                  minItems: 1\n",
			"type: array\n                  minItems: 0\n",
		],
		["type: array\n          minItems: 1\n", "type: array\n"],
	],
	"create-zap-200": [
		[
			'"201":\n          description: The created zap',
			'"200":\n          description: The created zap',
		],
	],
	"created-zap-in-data": [
		[
			/(description: The created zap\.[\s\S]*?schema:\n) {16}\$ref: "#\/components\/schemas\/Zap"/,
			'$1                type: object\n                required: [data]\n                properties:\n                  data: { $ref: "#/components/schemas/Zap" }',
		],
	],
	"created-at-snake-case": [
		[
			"createdAt:\n          x-role: zap.createdAt",
			"created_at:\n          x-role: zap.createdAt",
		],
		["required: [id, name, createdAt]", "required: [id, name, created_at]"],
	],
	"zap-properties-dropped": [
		["      additionalProperties: {}\n    AuditQuery:", "    AuditQuery:"],
	],
	"zap-name-empty": [[/(ZapName:\n[\s\S]*? {6}minLength:) 1\n/, "$1 0\n"]],
	"zap-name-unique": [
		[
			/(description: The created zap\.[\s\S]*?)( {8}"400":)/,
			'$1        "409":\n          description: The name is taken.\n          content:\n            application/problem+json:\n              schema: { $ref: "#/components/schemas/Problem" }\n$2',
		],
	],
	"unknown-properties-rejected": [
		[
			"required: [steps]\n              properties:",
			"required: [steps]\n              additionalProperties: false\n              properties:",
		],
		[
			"              additionalProperties: {}\n            example: { name: Welcome new subscribers, enabled: true }",
			"              additionalProperties: false\n            example: { name: Welcome new subscribers }",
		],
		[
			"    CommandRequest:\n      type: object\n",
			"    CommandRequest:\n      type: object\n      additionalProperties: false\n",
		],
		[
			/(minItems: 1\n {18}maxItems: 100\n {18}items:\n) {20}\$ref: "#\/components\/schemas\/CommandRequest"/,
			'$1                    type: object\n                    required: [command]\n                    properties:\n                      command: { $ref: "#/components/schemas/CommandName" }\n                      args: { $ref: "#/components/schemas/Args" }',
		],
		[
			"    AuditQuery:\n      type: object\n",
			"    AuditQuery:\n      type: object\n      additionalProperties: false\n",
		],
	],
	"zap-id-ignored": [
		[
			/ {16}id:\n {18}description: Set by the service[\s\S]*?not: \{\}\n {16}createdAt:\n[\s\S]*?not: \{\}\n/,
			"",
		],
	],
	"zaps-in-zaps": [
		[
			ITEMS("zapPage.items"),
			ITEMS("zapPage.items")
				.replace("[items", "[zaps")
				.replace("  items:", "  zaps:"),
		],
	],
	"zaps-in-data": [
		[
			/(description: One page of zaps\.[\s\S]*?schema:\n) {16}type: object\n[\s\S]*?(?= {14}example:)/,
			'$1                type: object\n                required: [data]\n                properties:\n                  data:\n                    type: object\n                    required: [items, nextCursor]\n                    properties:\n                      items:\n                        x-role: zapPage.items\n                        type: array\n                        items:\n                          $ref: "#/components/schemas/Zap"\n                      nextCursor:\n                        x-role: zapPage.nextCursor\n                        $ref: "#/components/schemas/NextCursor"\n',
		],
	],
	"zaps-bare-array": [
		[
			/(description: One page of zaps\.[\s\S]*?schema:\n) {16}type: object\n[\s\S]*?(?= {14}example:)/,
			'$1                type: array\n                items: { $ref: "#/components/schemas/Zap" }\n',
		],
	],
	"cursor-in-page": [
		[/required: \[(items|zaps), nextCursor\]/g, "required: [$1, page]"],
		[
			/( +)nextCursor:\n +(x-role: [^\n]*)\n +(\$ref: "[^"]*")/g,
			"$1page:\n$1  type: object\n$1  required: [next]\n$1  properties:\n$1    next:\n$1      $2\n$1      $3",
		],
	],
	"cursor-snake-case": [[/nextCursor(?=[:,\]])/g, "next_cursor"]],
	"last-cursor-missing": [
		[/required: \[(items|zaps), nextCursor\]/g, "required: [$1]"],
		[
			'type: [string, "null"]\n      minLength: 1',
			"type: string\n      minLength: 1",
		],
	],
	"last-cursor-empty": [
		[
			'type: [string, "null"]\n      minLength: 1',
			'type: string\n      default: ""',
		],
	],
	"cursor-unchecked": [
		[/( +)x-role: \w+\.cursor\n/, "$&$1x-unknown-cursor: first page\n"],
	],
	"limit-60": [["      maximum: 100\n", "      maximum: 60\n"]],
	"limit-clamped": [
		["      maximum: 100\n      default: 20", "      default: 20"],
	],
	"subject-flattened": [
		[
			"required: [id, at, action, subject]",
			"required: [id, at, action, subjectType, subjectId]",
		],
		[
			/ {8}subject:\n {10}x-role: auditRecord\.subject\n[\s\S]*?(?= {8}detail:)/,
			"        subjectType: { type: string, minLength: 1, x-role: auditRecord.subjectType }\n        subjectId:\n          x-role: auditRecord.subjectId\n          type: string\n          minLength: 1\n",
		],
	],
	"audit-actions-colon": [
		[/action: (zap|command|pipeline)\./g, 'action: "$1:'],
		[/action: "(\w+):(\w+)/g, 'action: "$1:$2"'],
	],
	"audit-pipelines-missing": [
		[
			/ {6}x-audit:\n {8}x-assumption: audit\.trail\n {8}action: pipeline\.submitted\n {8}subjectType: pipeline\n/,
			"",
		],
	],
	"ids-uuid": [[ULID, "type: string\n      format: uuid"]],
	"ids-integer": [
		[ULID, "type: integer"],
		[
			/(x-role: auditRecord\.subjectId\n)( +)type: string\n +minLength: 1/,
			"$1$2type: integer",
		],
	],
	"times-offset": [
		[
			TIMESTAMP,
			"$1      type: string\n      format: date-time\n      pattern: \\+00:00$\n",
		],
	],
	"times-milliseconds": [
		[TIMESTAMP, "$1      type: integer\n      example: 1767225600000\n"],
	],
	"times-seconds": [[TIMESTAMP, "$1      type: integer\n"]],
	"metrics-json": [
		[/ {10}x-metrics:\n[\s\S]*?(?= {10}content:)/, ""],
		[
			/ {12}text\/plain; version=0\.0\.4; charset=utf-8:\n[\s\S]*?(?= {8}"429")/,
			"            application/json:\n              schema: { type: array }\n",
		],
	],
	"metrics-prefix": [
		[
			/name: (http_requests_total|http_request_duration_seconds|commands_total|pipelines_total|zaps|audit_records)\n/g,
			"name: zapservice_$1\n",
		],
	],
	"errors-message-only": [
		[/application\/problem\+json/g, "application/json"],
		[
			PROBLEMS,
			'    Problem:\n      type: object\n      required: [error]\n      properties:\n        error: { type: string, x-role: problem.message }\n    InvalidProblem:\n      $ref: "#/components/schemas/Problem"\n',
		],
	],
	"errors-without-list": [
		[
			ERRORS,
			'    InvalidProblem:\n      $ref: "#/components/schemas/Problem"\n',
		],
	],
	"errors-with-field": [
		[
			/ {18}- description: An error in the body\.\n[\s\S]*?(?=\n {2}responses:)/,
			"                  - type: object\n                    required: [field, detail]\n                    properties:\n                      field: { type: string }\n                      detail: { type: string, minLength: 1 }\n",
		],
	],
	"errors-in-meta": [
		[
			"required: [type, title, status, detail]",
			"required: [type, title, status, meta]",
		],
		[
			/ {8}detail:\n {10}x-role: problem\.detail\n {10}description: What is wrong[\s\S]*?minLength: 1\n/,
			"        meta: { type: object, required: [requestId], properties: { requestId: { type: string } } }\n",
		],
	],
	"invalid-422": [['"400":', '"422":']],
	"unknown-path-html": [
		[
			/(The path is not defined\.[\s\S]*?content:\n)[\s\S]*?(?= {2}undefinedMethod:)/,
			"$1        text/html:\n          schema: { type: string }\n",
		],
	],
	"method-404": [['status: "405"', 'status: "404"']],
	"allow-missing": [[/ {6}headers:\n {8}Allow:\n[\s\S]*?(?= {6}content:)/, ""]],
	"head-unsupported": [
		[/ {2}head:\n {4}description: HEAD works[^\n]*\n[^\n]*\n/, ""],
	],
	"body-unlimited": [[/ {8}"413":\n[^\n]*\n/g, ""]],
	"media-type-unchecked": [[/ {8}"415":\n[^\n]*\n/g, ""]],
	"command-204": [
		[
			/"202":\n {10}description: The command was accepted\.\n[\s\S]*?(?= {8}"400":)/,
			'"204":\n          description: The command was accepted.\n          x-assumption: command.receipt\n',
		],
	],
	"zaps-oldest-first": [
		[
			"operationId: listZaps",
			"operationId: listZaps\n      x-order: oldest first",
		],
	],
	"audit-oldest-first": [
		[
			"operationId: searchAudit",
			"operationId: searchAudit\n      x-order: oldest first",
		],
	],
	"audit-delayed": [
		[
			"action: zap.created\n        subjectType: zap",
			"action: zap.created\n        subjectType: zap\n        delayMs: 600",
		],
		[
			"action: command.submitted\n        subjectType: command",
			"action: command.submitted\n        subjectType: command\n        delayMs: 600",
		],
		[
			"action: pipeline.submitted\n        subjectType: pipeline",
			"action: pipeline.submitted\n        subjectType: pipeline\n        delayMs: 600",
		],
	],
	"total-added": [],
	"times-mixed": [],
	"times-without-milliseconds": [],
	"properties-added": [],
	"detail-missing": [],
	"problems-typed": [],
	"json-spelled": [],
	"headers-spelled": [],
	"charset-missing": [],
	"metrics-spelled": [],
	"encoding-400": [
		[ACCEPT_ENCODING, ""],
		["      x-max-depth: 128\n", `$&${ACCEPT_ENCODING}`],
		[
			/(x-assumption: errors.problem\n {10}schema:\n)( +\$ref: "#\/components\/schemas\/)Invalid(Problem"\n)/,
			"$1$2$3",
		],
	],
	"search-case-sensitive": [
		["x-role: auditQuery.text\n", "$&          x-case-sensitive: true\n"],
	],
	"search-to-inclusive": [
		["x-role: auditQuery.to\n", "$&          x-inclusive: true\n"],
	],
	"cursor-offset": [
		[/( +)x-role: \w+\.cursor\n/, "$&$1x-cursor-position: number\n"],
	],
};

/**
 * Returns the document with the edits of all these differences.
 * @throws Error if an edit has no effect
 */
export function edit(document: string, differences: readonly string[]): string {
	let edited = document;
	for (const id of differences)
		for (const [from, to] of EDITS[id] ?? []) {
			const pattern =
				typeof from === "string"
					? from
					: new RegExp(from.source, [...new Set(`${from.flags}g`)].join(""));
			const next = edited.replaceAll(pattern, to);
			if (next === edited)
				throw new Error(`The edit ${String(from)} of ${id} has no effect.`);
			edited = next;
		}
	return edited;
}
