import { diffArrays } from "diff";

/** If more lines than these differ by style, all lines get the other style: comparing them takes too long. */
const MAX_OTHER = 5_000;

const withoutSpaces = (line: string): string =>
	line.trim().replaceAll(/\s+/g, " ");

const indentOf = (line = ""): number => line.length - line.trimStart().length;

/** Returns the line with its indentation changed by a number of columns. */
const shift = (line: string, columns: number): string =>
	columns < 0
		? line.slice(Math.min(-columns, indentOf(line)))
		: " ".repeat(line === "" ? 0 : columns) + line;

/** Returns for each line, and for the end, whether it stays, and the lines that are added before it. */
function listChanges(before: string[], after: string[]) {
	const changes = [...before, ""].map(() => ({
		...{ stays: true, added: [] as string[] },
	}));
	let at = 0;
	for (const { added, removed, value } of diffArrays(before, after))
		if (added) changes[at]?.added.push(...value);
		else
			for (const _ of value) {
				const change = changes[at++];
				if (change) change.stays = !removed;
			}
	return changes;
}

/**
 * Applies the changes between two texts to a third one, which is the first of them in another style. Lines that do not
 * change stay as they are, unless very many lines have another style.
 */
export function mergeLines(
	text: string,
	before: string,
	after: string,
): string {
	const own = text.split("\n");
	const old = before.split("\n");
	const changes = listChanges(old, after.split("\n"));
	const merged: string[] = [];
	let [left, right, columns] = [0, 0, 0];
	const add = () => {
		for (const each of changes[right]?.added ?? [])
			merged.push(shift(each, columns));
	};
	/** Merges lines of the text with the lines that stand for them in its other style. */
	const mergeBlock = (count: number, others: number) => {
		const found = changes.slice(right, right + others);
		const isChanged = found.some(
			({ stays, added }, index) => !stays || (index > 0 && added.length > 0),
		);
		if (!isChanged) {
			add();
			merged.push(...own.slice(left, left + count));
			right += others;
		} else
			for (let index = 0; index < others; index++, right++) {
				add();
				if (found[index]?.stays) merged.push(shift(old[right] ?? "", columns));
			}
		left += count;
	};
	let [count, others] = [0, 0];
	const chunks = diffArrays(own.map(withoutSpaces), old.map(withoutSpaces), {
		maxEditLength: MAX_OTHER,
	});
	if (!chunks) return after;
	for (const { added, removed, value } of chunks)
		if (added) others += value.length;
		else if (removed) count += value.length;
		else {
			mergeBlock(count, others);
			[count, others] = [0, 0];
			for (const _ of value) {
				const next = indentOf(own[left]) - indentOf(old[right]);
				mergeBlock(1, 1);
				columns = next;
			}
		}
	mergeBlock(count, others);
	add();
	return merged.join("\n");
}
