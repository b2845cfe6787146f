import type { JournalEntry } from "../../journal/entry.ts";
import { useOperations } from "../model/operations.ts";

/** Shows the operations that come closest to an unmatched request, with the difference marked. */
export function NearMisses({
	entry: { method, path, nearest = [], matched },
}: {
	readonly entry: JournalEntry;
}) {
	const operations = useOperations();
	if (matched) return null;
	return (
		<section class="box odd" aria-label="Nearest operations">
			<h3>
				{nearest.length === 0
					? "No operation is close to this request"
					: "No operation matches this request. The nearest are"}
			</h3>
			<ul>
				{nearest.map(({ operation: id, why }) => {
					const operation = operations.find((each) => each.id === id);
					return (
						<li key={id}>
							<strong>{id}</strong>: {why}.
							{operation && (
								<pre>
									{"sent    "}
									<Method method={method} other={operation.method} />{" "}
									<Marked text={path} other={operation.path} />
									{"\ndefined "}
									<Method method={operation.method} other={method} />{" "}
									<Marked text={operation.path} other={path} />
								</pre>
							)}
						</li>
					);
				})}
			</ul>
		</section>
	);
}

type MethodProps = { readonly method: string; readonly other: string };

const Method = ({ method, other }: MethodProps) =>
	method === other ? <span>{method}</span> : <mark>{method}</mark>;

/** Marks where a text differs from another one. */
function Marked(given: { readonly text: string; readonly other: string }) {
	const [start, difference, end] = splitAtDifference(given.text, given.other);
	return (
		<span>
			{start}
			{difference !== "" && <mark>{difference}</mark>}
			{end}
		</span>
	);
}

/** Splits a text where it differs from another one: what both begin with, what differs, and what both end with. */
export function splitAtDifference(
	text: string,
	other: string,
): readonly [start: string, difference: string, end: string] {
	const shorter = Math.min(text.length, other.length);
	let start = 0;
	while (start < shorter && text[start] === other[start]) start += 1;
	let end = 0;
	while (end < shorter - start && text.at(-1 - end) === other.at(-1 - end))
		end += 1;
	return [
		text.slice(0, start),
		text.slice(start, text.length - end),
		text.slice(text.length - end),
	];
}
