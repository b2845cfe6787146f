/** The operations that read or write ids and times. */
const DATA = "submitCommand submitPipeline createZap listZaps searchAudit";

/**
 * id | group | operations (`*` for all paths) | structure, behavior or conforming: detail | sentence
 *
 * Differences of one group contradict each other. The contract allows conforming differences.
 */
const TABLE = `
health-up | health | getHealth | structure: value | The health check returns {"status": "UP"}.
health-text | health | getHealth | structure: media type | The health check returns the text OK.
command-200 | command-status | submitCommand | structure: status | Commands return 200 instead of 202.
command-204 | command-status | submitCommand | structure: status | Commands return 204 without a body.
pipeline-201 | | submitPipeline | structure: status | Pipelines return 201 instead of 202.
receipt-status-uppercase | receipt-status | submitCommand submitPipeline | structure: value | The status of receipts is "ACCEPTED".
receipt-status-queued | receipt-status | submitCommand submitPipeline | structure: value | The status of receipts is "queued".
accepted-at-snake-case | | submitCommand submitPipeline | structure: rename | acceptedAt is named accepted_at.
receipts-text-plain | | submitCommand submitPipeline | structure: media type | Receipts are JSON with the Content-Type text/plain.
args-dropped | | submitCommand submitPipeline | structure: missing property | Receipts do not repeat args.
step-ids-missing | | submitPipeline | structure: missing property | Steps have no ids of their own.
empty-pipeline | | submitPipeline | behavior: validation | A pipeline without steps is accepted.
create-zap-200 | | createZap | structure: status | Creating a zap returns 200 instead of 201.
created-zap-in-data | | createZap | structure: envelope | A created zap is returned as {"data": {...}}.
created-at-snake-case | | createZap listZaps | structure: rename | createdAt is named created_at.
zap-properties-dropped | | createZap listZaps | behavior: validation | Unknown properties of a zap are not stored.
zap-name-empty | | createZap | behavior: validation | Zaps with an empty name are accepted.
zap-id-ignored | | createZap | behavior: validation | id and createdAt in the request are ignored instead of rejected.
zaps-in-zaps | zaps-envelope | listZaps | structure: rename | The list of zaps is {"zaps": [...]}.
zaps-in-data | zaps-envelope | listZaps | structure: envelope | The list of zaps is {"data": {"items": [...], "nextCursor": ...}}.
zaps-bare-array | zaps-envelope | listZaps | structure: list without envelope | The list of zaps is a bare array.
cursor-in-page | next-cursor | listZaps searchAudit | structure: nested object | nextCursor is in page.next.
cursor-snake-case | next-cursor | listZaps searchAudit | structure: rename | nextCursor is named next_cursor.
last-cursor-missing | last-cursor | listZaps searchAudit | structure: missing property | The last page has no nextCursor.
last-cursor-empty | last-cursor | listZaps searchAudit | structure: value | nextCursor is an empty string on the last page.
zaps-oldest-first | | listZaps | behavior: order | Zaps are listed oldest first.
audit-oldest-first | | searchAudit | behavior: order | Audit records are listed oldest first.
cursor-offset | | listZaps searchAudit | behavior: paging | Cursors count items from the start, so new items shift the next page.
cursor-unchecked | | listZaps searchAudit | behavior: paging | An unknown cursor returns the first page.
limit-clamped | | listZaps searchAudit | behavior: limits | A limit above 100 is reduced to 100 instead of rejected.
subject-flattened | | searchAudit | structure: flattened object | subject is flattened to subjectType and subjectId.
audit-actions-colon | | searchAudit | behavior: audit | Actions are named zap:created, command:submitted and pipeline:submitted.
audit-pipelines-missing | | searchAudit submitPipeline | behavior: audit | Pipelines are not audited.
audit-delayed | | searchAudit | behavior: audit | Audit records are found half a second later.
search-case-sensitive | | searchAudit | behavior: search | The text search is case-sensitive.
search-to-inclusive | | searchAudit | behavior: search | to is inclusive.
ids-uuid | ids | ${DATA} | structure: value format | Ids are UUIDs.
ids-integer | ids | ${DATA} | structure: value format | Ids are integers.
times-offset | times | ${DATA} | structure: value format | Times end with +00:00 instead of Z.
times-milliseconds | times | ${DATA} | structure: value format | Times are milliseconds since 1970.
times-seconds | times | ${DATA} | structure: value format | Times are seconds since 1970.
metrics-json | | getMetrics | structure: media type | Metrics are JSON.
metrics-prefix | | getMetrics | behavior: metrics | The names of the metrics start with zapservice_.
errors-message-only | errors | * | structure: flattened object | Errors are {"error": "..."} in application/json.
errors-without-list | errors | * | structure: missing property | Problems have no errors.
errors-with-field | errors | * | structure: rename | Errors name the invalid property in field instead of pointer or parameter.
invalid-422 | | * | structure: status | Invalid requests return 422 instead of 400.
unknown-path-html | | * | structure: media type | Unknown paths return 404 with a page of HTML.
method-404 | method | * | structure: status | Undefined methods return 404 instead of 405.
allow-missing | method | * | structure: header | Undefined methods return 405 without Allow.
head-unsupported | | getHealth listZaps getMetrics | behavior: methods | HEAD is not supported.
body-unlimited | | * | behavior: limits | The size of bodies is not limited.
media-type-unchecked | | * | behavior: validation | JSON is accepted with any Content-Type.
total-added | | listZaps searchAudit | conforming: new property | Lists with an envelope have a total.
times-mixed | times | ${DATA} | conforming: value format | Times of audit records have microseconds, other times only seconds.
times-without-milliseconds | times | ${DATA} | conforming: value format | Times have no milliseconds.
properties-added | | * | conforming: new property | Every object has properties that the contract does not know.
detail-missing | | searchAudit | conforming: missing property | Audit records of commands and pipelines have no detail.
problems-typed | | * | conforming: value | Problems have types and titles of their own.
json-spelled | | * | conforming: spelling | JSON is ASCII on several lines, with escaped slashes and properties in another order.
headers-spelled | | * | conforming: header | Headers are split and in another case, media types have parameters, and bodies are sent in chunks.
metrics-spelled | | getMetrics | conforming: spelling | Metrics have more labels, families, comments and timestamps, and other forms of numbers.
`;

export const DIFFERENCES = TABLE.trim()
	.split("\n")
	.map((row) => {
		const cells = row.split("|").map((cell) => cell.trim());
		const [id = "", group, operations = "", about = "", sentence = ""] = cells;
		return { id, group: group || id, operations, about, sentence };
	});

/** Returns the ids of the first difference of each group. */
const selectOfEachGroup = (areConforming: boolean): readonly string[] => [
	...new Map(
		DIFFERENCES.filter(
			({ about }) => about.startsWith("conforming") === areConforming,
		)
			.toReversed()
			.map(({ group, id }) => [group, id]),
	).values(),
];

export const ALL_TOGETHER: readonly string[] = selectOfEachGroup(false);

/** The differences of a service that is contrary wherever the contract allows it. */
export const CONTRARY: readonly string[] = selectOfEachGroup(true);

export type Switches = ReturnType<typeof createSwitches>;

/** @throws Error if an id is unknown */
export function createSwitches(ids: readonly string[]) {
	for (const id of ids)
		if (!DIFFERENCES.some((known) => known.id === id))
			throw new Error(`unknown difference "${id}"`);
	const more = { revision: 1, owner: null, more: [{ healthy: true }] };
	const added: object = ids.includes("properties-added") ? more : {};
	return {
		has: (id: string): boolean => ids.includes(id),
		/** Properties that the contract does not know. */
		added,
		/** Returns the value of the difference that is switched on, or `usual`. */
		pick<Value>(usual: Value, others: Readonly<Record<string, Value>>): Value {
			const chosen = Object.entries(others).find(([id]) => ids.includes(id));
			return chosen ? chosen[1] : usual;
		},
	};
}
