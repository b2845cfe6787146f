/** The operations that read or write ids and times. */
const DATA = "submitCommand submitPipeline createZap listZaps searchAudit";

/**
 * id | group | operations (`*` for all paths) | structure, behavior or conforming: detail | sentence, and what verify
 * reports: how many differences at most | where | what one of them says: expected > actual, or a check
 *
 * Differences of one group contradict each other. The contract allows conforming differences.
 */
const TABLE = `
health-up | health | getHealth | structure: value | The health check returns {"status": "UP"}. | 1 | $.status | "ok" > "UP"
health-text | health | getHealth | structure: media type | The health check returns the text OK. | 1 | header content-type | json > text/plain
command-200 | command-status | submitCommand | structure: status | Commands return 200 instead of 202. | 1 | status | 202 > 200
command-204 | command-status | submitCommand | structure: status | Commands return 204 without a body. | 1 | status | 202 > 204
pipeline-201 | | submitPipeline | structure: status | Pipelines return 201 instead of 202. | 1 | status | 202 > 201
receipt-status-uppercase | receipt-status | submitCommand submitPipeline | structure: value | The status of receipts is "ACCEPTED". | 3 | $.status | "accepted" > "ACCEPTED"
receipt-status-queued | receipt-status | submitCommand submitPipeline | structure: value | The status of receipts is "queued". | 3 | $.status | "accepted" > "queued"
accepted-at-snake-case | | submitCommand submitPipeline | structure: rename | acceptedAt is named accepted_at. | 2 | $.acceptedAt | acceptedAt > accepted_at
receipts-text-plain | | submitCommand submitPipeline | structure: media type | Receipts are JSON with the Content-Type text/plain. | 2 | header content-type | json > text/plain
args-dropped | | submitCommand submitPipeline | structure: missing property | Receipts do not repeat args. | 2 | $.args | present > missing
step-ids-missing | | submitPipeline | structure: missing property | Steps have no ids of their own. | 1 | $.steps[*].id | id > missing
empty-pipeline | | submitPipeline | behavior: validation | A pipeline without steps is accepted. | 1 | status | 400, since the request body /steps > 20
create-zap-200 | | createZap | structure: status | Creating a zap returns 200 instead of 201. | 1 | status | 201 > 200
created-zap-in-data | | createZap | structure: envelope | A created zap is returned as {"data": {...}}. | 1 | $ | an object with id > wrapped in data
created-at-snake-case | | createZap listZaps | structure: rename | createdAt is named created_at. | 2 | $.createdAt | createdAt > created_at
zap-properties-dropped | unknown | createZap listZaps | behavior: validation | Unknown properties of a zap are not stored. | 2 | $.colour | present > missing
zap-name-empty | | createZap listZaps | behavior: validation | Zaps with an empty name are accepted. | 2 | status | 400, since the request body /name > 20
zap-name-unique | | createZap | behavior: validation | The name of a zap must be unique. | 1 | status | 201 > 409
unknown-properties-rejected | unknown | submitCommand submitPipeline createZap searchAudit | behavior: validation | Unknown properties of requests are rejected. | 4 | status | 20 > 4
zap-id-ignored | | createZap | behavior: validation | id and createdAt in the request are ignored instead of rejected. | 2 | status | 400, since the request body /id > 20
zaps-in-zaps | zaps-envelope | listZaps | structure: rename | The list of zaps is {"zaps": [...]}. | 1 | $.items | items > zaps
zaps-in-data | zaps-envelope | listZaps | structure: envelope | The list of zaps is {"data": {"items": [...], "nextCursor": ...}}. | 1 | $ | an object with items > wrapped in data
zaps-bare-array | zaps-envelope | listZaps | structure: list without envelope | The list of zaps is a bare array. | 1 | $ | an object with items > an array
cursor-in-page | next-cursor | listZaps searchAudit | structure: nested object | nextCursor is in page.next. | 2 | $.nextCursor | nextCursor > page.next
cursor-snake-case | next-cursor | listZaps searchAudit | structure: rename | nextCursor is named next_cursor. | 2 | $.nextCursor | nextCursor > next_cursor
last-cursor-missing | last-cursor | listZaps searchAudit | structure: missing property | The last page has no nextCursor. | 2 | $.nextCursor | nextCursor > missing
last-cursor-empty | last-cursor | listZaps searchAudit | structure: value | nextCursor is an empty string on the last page. | 2 | $.nextCursor | null > an empty string
zaps-oldest-first | | listZaps | behavior: order | Zaps are listed oldest first. | 1 | $.items | [new record 4] > [an older one
audit-oldest-first | | searchAudit | behavior: order | Audit records are listed oldest first. | 2 | $.items | new record 3, new record 2 > [new record 1
cursor-offset | | listZaps searchAudit | behavior: paging | Cursors count items from the start, so new items shift the next page. | 1 | $.items | [new record 2 > [new record 3
cursor-unchecked | | listZaps searchAudit | behavior: paging | An unknown cursor returns the first page. | 2 | status | 400 > 200
limit-60 | limit | listZaps searchAudit | behavior: limits | The largest limit is 60. | 2 | status | 200 > 4
limit-clamped | limit | listZaps searchAudit | behavior: limits | A limit above 100 is reduced to 100 instead of rejected. | 2 | status | limit must be at most 100 > 200
subject-flattened | | searchAudit | structure: flattened object | subject is flattened to subjectType and subjectId. | 1 | $.items[*].subject | subject > flattened into subjectType, subjectId
audit-actions-colon | | searchAudit | behavior: audit | Actions are named zap:created, command:submitted and pipeline:submitted. | 2 | $.items[*].action | "command.submitted" > "command:submitted"
audit-pipelines-missing | | searchAudit submitPipeline | behavior: audit | Pipelines are not audited. | 1 | $.items | finds the record of submitPipeline
audit-delayed | | searchAudit | behavior: audit | Audit records are found half a second later. | 1 | $.items | command.submitted > []
search-case-sensitive | | searchAudit | behavior: search | The text search is case-sensitive. | 1 | $.items | for a word in another case
search-to-inclusive | | searchAudit | behavior: search | to is inclusive. | 1 | $.items | for a word, up to a time
ids-uuid | ids | ${DATA} | structure: value format | Ids are UUIDs. | 7 | $.id | _01 > a UUID
ids-integer | ids | ${DATA} | structure: value format | Ids are integers. | 7 | $.id | _01 > an integer
times-offset | times | ${DATA} | structure: value format | Times end with +00:00 instead of Z. | 5 | $.createdAt | Z" > a time with an offset
times-milliseconds | times | ${DATA} | structure: value format | Times are milliseconds since 1970. | 5 | $.createdAt | Z" > a number of milliseconds
times-seconds | times | ${DATA} | structure: value format | Times are seconds since 1970. | 5 | $.createdAt | Z" > a number of seconds
metrics-json | | getMetrics | structure: media type | Metrics are JSON. | 1 | header content-type | text/plain > application/json
metrics-prefix | | getMetrics | behavior: metrics | The names of the metrics start with zapservice_. | 7 | $ | http_requests_total > zapservice_http_requests_total
errors-message-only | errors | * | structure: flattened object | Errors are {"error": "..."} in application/json. | 19 | $ | an object with type > an object with error
errors-without-list | errors | * | structure: missing property | Problems have no errors. | 5 | $.errors | errors > missing
errors-with-field | errors | * | structure: rename | Errors name the invalid property in field instead of pointer or parameter. | 5 | $.errors[*].p | p > field
errors-in-meta | errors | * | structure: missing property | Problems have meta.requestId, but no detail. | 12 | $.detail | detail > missing
invalid-422 | | * | structure: status | Invalid requests return 422 instead of 400. | 5 | status | 400 > 422
unknown-path-html | | * | structure: media type | Unknown paths return 404 with a page of HTML. | 4 | header content-type | problem+json > text/html
method-404 | method | * | structure: status | Undefined methods return 404 instead of 405. | 7 | status | 405 > 404
allow-missing | method | * | structure: header | Undefined methods return 405 without Allow. | 7 | header allow | HEAD > missing
head-unsupported | | getHealth listZaps getMetrics | behavior: methods | HEAD is not supported. | 3 | status | 200 > 40
body-unlimited | | * | behavior: limits | The size of bodies is not limited. | 4 | status | 413, since the request is too large > 20
media-type-unchecked | | * | behavior: validation | JSON is accepted with any Content-Type. | 5 | status | 415, since the request is not declared as JSON > 20
encoding-400 | | submitCommand | structure: status | A compressed body is rejected with 400 instead of 415. | 1 | status | 415 > 4
total-added | | listZaps searchAudit | conforming: new property | Lists with an envelope have a total. | 0
times-mixed | times | ${DATA} | conforming: value format | Times of audit records have microseconds, other times only seconds. | 0
times-without-milliseconds | times | ${DATA} | conforming: value format | Times have no milliseconds. | 0
properties-added | | * | conforming: new property | Every object has properties that the contract does not know. | 0
detail-missing | | searchAudit | conforming: missing property | Audit records of commands and pipelines have no detail. | 0
problems-typed | | * | conforming: value | Problems have types and titles of their own. | 0
json-spelled | | * | conforming: spelling | JSON is ASCII on several lines, with escaped slashes and properties in another order. | 0
headers-spelled | | * | conforming: header | Headers are split and in another case, media types have parameters, and bodies are sent in chunks. | 0
charset-missing | headers-spelled | * | conforming: header | Media types have no charset. | 0
metrics-spelled | | getMetrics | conforming: spelling | Metrics have more labels, families, comments and timestamps, and other forms of numbers. | 0
`;

export const DIFFERENCES = TABLE.trim()
	.split("\n")
	.map((row) => {
		const cells = row.split("|").map((cell) => cell.trim());
		const [id = "", group, operations = "", about = "", sentence = ""] = cells;
		const [max, where = "", text = ""] = cells.slice(5);
		return {
			...{ id, group: group || id, operations, about, sentence },
			reported: { max: Number(max), where, text: text.split(" > ") },
		};
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
			throw new Error(
				`Unknown difference "${id}". See the ids in test/provider/differences.ts.`,
			);
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
