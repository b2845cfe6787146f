import type { JournalEntry } from "../journal/entry.ts";

const MAX_SHOWN = 5;
const MAX_BODY = 120;

export const times = (count: number): string =>
	count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;

/** One exchange on one line. */
export function describeExchange({
	method,
	path,
	query,
	status,
	request,
}: JournalEntry): string {
	const sent = Object.entries(query).flatMap(([name, value]) =>
		[value].flat().map((each): [string, string] => [name, each]),
	);
	const search = sent.length > 0 ? `?${new URLSearchParams(sent)}` : "";
	const body = request.body === null ? "" : ` ${JSON.stringify(request.body)}`;
	const cut = body.length > MAX_BODY ? `${body.slice(0, MAX_BODY)}…` : body;
	const end = status === 0 ? "no answer" : status;
	return `  ${method} ${path}${search}${cut} → ${end}`;
}

/** The first of them; of the others, how many there are. */
export function describeExchanges(entries: readonly JournalEntry[]): string[] {
	const more = entries.length - MAX_SHOWN;
	return [
		...entries.slice(0, MAX_SHOWN).map(describeExchange),
		...(more > 0 ? [`  and ${more} more`] : []),
	];
}

/** What was received, by operation. */
export function describeOperations(
	requests: readonly JournalEntry[],
): string[] {
	if (requests.length === 0) return ["Nothing was received at all."];
	const counts = new Map<string, number>();
	for (const { operation } of requests)
		if (operation) counts.set(operation, (counts.get(operation) ?? 0) + 1);
	const received = [...counts].map(([id, count]) => `${id} ${times(count)}`);
	return received.length > 0
		? [`Received instead: ${received.join(", ")}.`]
		: [];
}

/** What matched no operation, and what it came closest to. */
export function describeUnmatched(requests: readonly JournalEntry[]): string[] {
	const unmatched = requests.filter(({ matched }) => !matched);
	if (unmatched.length === 0) return [];
	return [
		`${unmatched.length} matched no operation:`,
		...unmatched
			.slice(0, MAX_SHOWN)
			.flatMap((entry) => [
				describeExchange(entry),
				...(entry.nearest ?? []).map(
					({ operation, why }) => `    ${operation}: ${why}`,
				),
			]),
	];
}

/** Why what is in the journal may not be all that was meant. */
export const describeDoubt = (
	operation: string,
	dropped: number,
	uncompared: number,
): string =>
	[
		dropped > 0 &&
			`of what the journal had, ${dropped} had to leave (the option journal says how many it keeps)`,
		uncompared > 0 &&
			`of what was received of ${operation}, ${uncompared} cannot be compared, since ${uncompared === 1 ? "its body was" : "their bodies were"} cut at 64 KiB (leave body out to count ${uncompared === 1 ? "it" : "them"})`,
	]
		.filter(Boolean)
		.join("; ");
