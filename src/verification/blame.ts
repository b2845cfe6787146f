import type { Contract, Mismatch } from "./contract.ts";

/** The path and those that enclose it, nearest first, as the document's elements are named. */
function enclosing(path: string): string[] {
	const steps =
		path.replaceAll(/\[\d+\]/g, "[*]").match(/\$|\.[^.[]+|\[[^\]]*\]/g) ?? [];
	return steps.map((_, index) => steps.slice(0, steps.length - index).join(""));
}

/** What each place of the mismatch rests on, from the place itself outwards. */
function candidates(
	contract: Contract,
	operation: string,
	status: number,
	where: string,
): (readonly string[])[] {
	const elements = contract.findResponseAssumptions(operation, status);
	const outermost = [
		elements?.status ?? [],
		contract.findRequestAssumptions(operation),
	];
	if (where.startsWith("header ")) {
		const name = where.slice("header ".length).toLowerCase();
		const own =
			name === "content-type" ? elements?.contentType : elements?.headers[name];
		return [own ?? [], ...outermost];
	}
	if (where === "status") return outermost;
	return [
		...enclosing(where).map((path) => elements?.body[path] ?? []),
		...outermost,
	];
}

/**
 * The assumptions that a mismatch refutes: those carried by the element at its place, or by the nearest one around it
 * that the interaction rests on.
 */
export function findRefutedAssumptions(
	contract: Contract,
	{
		operation,
		status,
		assumptions,
	}: { operation: string; status: number; assumptions: readonly string[] },
	{ where }: Mismatch,
): readonly string[] {
	for (const ids of candidates(contract, operation, status, where)) {
		const blamed = ids.filter((id) => assumptions.includes(id));
		if (blamed.length > 0) return blamed;
	}
	return assumptions;
}

/** What an arrangement's failure refutes, whatever the interaction rests on that needed it. */
export function blameArrangement(
	contract: Contract,
	operation: string,
	{ where }: Mismatch,
): readonly string[] {
	const success =
		contract.operations.find(({ id }) => id === operation)?.success ?? 0;
	return (
		candidates(contract, operation, success, where).find(
			(ids) => ids.length > 0,
		) ?? []
	);
}

/** Where the status or the media type differs the rest has nothing to say, being of another answer. */
export function findDecisiveMismatches(
	mismatches: readonly Mismatch[],
): readonly Mismatch[] {
	const first =
		mismatches.find(({ where }) => where === "status") ??
		mismatches.find(
			({ where, message }) =>
				where === "header content-type" &&
				message.startsWith("Expected a body"),
		);
	return first ? [first] : mismatches;
}
