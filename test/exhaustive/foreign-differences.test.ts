import { describe, expect, test } from "vitest";
import { type Difference, verify } from "zaps-understudy/verify";
import { ALL_TOGETHER, DIFFERENCES } from "../provider/differences.ts";
import { startService } from "../provider/server.ts";

/** id | how many differences are reported at most | where | what one of them says: expected > actual, or a check */
const TABLE = `
health-up | 1 | $.status | "ok" > "UP"
health-text | 1 | header content-type | json > text/plain
command-200 | 1 | status | 202 > 200
command-204 | 1 | status | 202 > 204
pipeline-201 | 1 | status | 202 > 201
receipt-status-uppercase | 3 | $.status | "accepted" > "ACCEPTED"
receipt-status-queued | 3 | $.status | "accepted" > "queued"
accepted-at-snake-case | 2 | $.acceptedAt | acceptedAt > accepted_at
receipts-text-plain | 2 | header content-type | json > text/plain
args-dropped | 2 | $.args | present > missing
step-ids-missing | 1 | $.steps[*].id | id > missing
empty-pipeline | 1 | status | 400, since the request body /steps > 20
create-zap-200 | 1 | status | 201 > 200
created-zap-in-data | 1 | $ | an object with id > wrapped in data
created-at-snake-case | 2 | $.createdAt | createdAt > created_at
zap-properties-dropped | 1 | $.colour | present > missing
zap-name-empty | 1 | status | 400, since the request body /name > 20
zap-id-ignored | 2 | status | 400, since the request body /id > 20
zaps-in-zaps | 1 | $.items | items > zaps
zaps-in-data | 1 | $ | an object with items > wrapped in data
zaps-bare-array | 1 | $ | an object with items > an array
cursor-in-page | 2 | $.nextCursor | nextCursor > page.next
cursor-snake-case | 2 | $.nextCursor | nextCursor > next_cursor
last-cursor-missing | 1 | $.nextCursor | nextCursor > missing
last-cursor-empty | 1 | $.nextCursor | null > an empty string
zaps-oldest-first | 1 | $.items[*].name | "Understudy A" > "
audit-oldest-first | 2 | $.items[*]. | for a word
cursor-offset | 1 | $.items[*].name | "Understudy B" > "Understudy C"
cursor-unchecked | 2 | status | 400 > 200
limit-clamped | 2 | status | limit must be <= 100 > 200
subject-flattened | 1 | $.items[*].subject | subject > flattened into subjectType, subjectId
audit-actions-colon | 2 | $.items[*].action | "zap.created" > "zap:created"
audit-pipelines-missing | 1 | $.items | finds the record of submitPipeline
audit-delayed | 3 | $.items | zap.created > []
search-case-sensitive | 1 | $.items | for a word in another case
search-to-inclusive | 1 | $.items | for a word, up to a time
ids-uuid | 7 | $.id | _01 > a UUID
ids-integer | 7 | $.id | _01 > an integer
times-offset | 5 | $.createdAt | Z" > a time with an offset
times-milliseconds | 5 | $.createdAt | Z" > a number of milliseconds
times-seconds | 5 | $.createdAt | Z" > a number of seconds
metrics-json | 1 | header content-type | text/plain > application/json
metrics-prefix | 1 | $ | http_requests_total > missing
errors-message-only | 19 | $ | an object with type > an object with error
errors-without-list | 5 | $.errors | errors > missing
errors-with-field | 5 | $.errors[*].p | p > field
invalid-422 | 5 | status | 400 > 422
unknown-path-html | 3 | header content-type | problem+json > text/html
method-404 | 7 | status | 405 > 404
allow-missing | 7 | header allow | HEAD > missing
head-unsupported | 3 | status | 200 > 40
body-unlimited | 4 | status | 413, since the request is too large > 20
media-type-unchecked | 5 | status | 415, since the request is not declared as JSON > 20
`;

const EXPECTED = new Map(
	TABLE.trim()
		.split("\n")
		.map((row) => {
			const [id = "", max, where = "", text = ""] = row.split(" | ");
			return [
				id,
				{ max: Number(max), where, text: text.split(" > ") },
			] as const;
		}),
);

async function findDifferences(differences: readonly string[]) {
	await using service = await startService({ differences });
	return (await verify(service.url)).report;
}

/** Whether one of the differences is the one that the table describes. */
function isReported(id: string, found: readonly Difference[]): boolean {
	const { where = "", text = [] } = EXPECTED.get(id) ?? {};
	return found.some(({ expected, actual, checks = [], ...difference }) => {
		const [first = "", second] = text;
		return (
			difference.where.startsWith(where) &&
			(second === undefined
				? checks.some((check) => check.includes(first))
				: expected.includes(first) && actual.includes(second))
		);
	});
}

describe.each(DIFFERENCES)("$id", ({ id, operations }) => {
	test("is reported alone, at its operations", async () => {
		const { differences, additional } = await findDifferences([id]);
		const max = EXPECTED.get(id)?.max ?? 0;
		expect(differences.length).toBeLessThanOrEqual(max);
		if (max > 0) expect(isReported(id, differences)).toBe(true);
		if (operations !== "*")
			for (const { operation } of differences)
				expect(operations.split(" ")).toContain(operation);
		if (id === "properties-added") expect(additional).not.toEqual([]);
		else
			expect(additional).toEqual(
				id === "total-added" ? ["listZaps $.total", "searchAudit $.total"] : [],
			);
	});
});

/** JSON hides the names of metrics, and the order hides pages that move. */
const HIDING = ["metrics-json", "zaps-oldest-first"];

test.each([
	["nearly all differences", [], 0.1],
	["the differences that do not hide others", HIDING, 0],
])("reports %s together", async (_, without, missing) => {
	const together = ALL_TOGETHER.filter((id) => !without.includes(id));
	const { differences } = await findDifferences(together);
	const missed = together.filter((id) => !isReported(id, differences));
	expect(missed.length, missed.join()).toBeLessThanOrEqual(
		together.length * missing,
	);
});
