import type { DocumentedBehavior } from "../documented-behavior.ts";
import type { ServiceChange } from "./service-change.ts";

/** A difference between the expected and the actual response. */
export interface Mismatch {
	/** `status`, `header <name>`, or a path into the body, such as `$.items[0].id`. */
	readonly where: string;
	readonly expected: string;
	readonly actual: string;
	readonly message: string;
	/** Whether a page contains the wrong records. All such mismatches at one place count as one. */
	readonly isSelection?: boolean;
	readonly change?: ServiceChange | undefined;
}

export const createMismatch = (
	where: string,
	expected: string,
	actual: string,
	message = `expected ${expected} but was ${actual}`,
): Mismatch => ({ where, expected, actual, message });

type FindAssumptions = Pick<
	DocumentedBehavior,
	"operations" | "findResponseAssumptions" | "findRequestAssumptions"
>;

/** Statuses with which a service rejects an invalid request. */
export const REJECTED: readonly number[] = [400, 409, 413, 415, 422];

/**
 * Returns the assumptions that the rejection of a valid request refutes. Assumptions about the response to an
 * accepted request are not among them.
 */
function listRejected(
	documented: FindAssumptions,
	operation: string,
	assumptions: readonly string[] = [],
): readonly string[] {
	// The responses of all operations take seconds to read in a large document.
	if (assumptions.length === 0)
		return documented.findRequestAssumptions(operation);
	const responses = documented.operations.map(({ id, success }) => {
		const { status, contentType, body } =
			documented.findResponseAssumptions(id, success) ?? {};
		return [status, contentType, ...Object.values(body ?? {})].flat();
	});
	const others = assumptions.filter((id) => !responses.flat().includes(id));
	return others.length > 0
		? others
		: documented.findRequestAssumptions(operation);
}

/** Returns the path and its enclosing paths, innermost first, with `[*]` for every array index. */
function listEnclosingPaths(path: string): string[] {
	const steps =
		path.replaceAll(/\[\d+\]/g, "[*]").match(/\$|\.[^.[]+|\[[^\]]*\]/g) ?? [];
	return steps.map((_, index) => steps.slice(0, steps.length - index).join(""));
}

/** Returns the assumptions of the element at `where` and of each enclosing element, innermost first. */
function listAssumptions(
	documented: FindAssumptions,
	operation: string,
	status: number,
	where: string,
): (readonly string[])[] {
	const response = documented.findResponseAssumptions(operation, status);
	const outermost = [
		response?.status ?? [],
		documented.findRequestAssumptions(operation),
	];
	if (where === "status") return outermost;
	if (!where.startsWith("header "))
		return [
			...listEnclosingPaths(where).map((path) => response?.body[path] ?? []),
			...outermost,
		];
	const name = where.slice("header ".length).toLowerCase();
	const header =
		name === "content-type" ? response?.contentType : response?.headers[name];
	return [header ?? [], ...outermost];
}

/**
 * Returns the assumptions that a mismatch refutes: the assumptions of the element at its place in the OpenAPI
 * document or, if there are none, of the nearest enclosing element that has any.
 * @param check if it lists `assumptions`, only these can be refuted. If no enclosing element has one of them, all of
 * them are refuted.
 */
export function findRefutedAssumptions(
	documented: FindAssumptions,
	{
		operation,
		status,
		assumptions,
	}: {
		readonly operation: string;
		readonly status: number;
		readonly assumptions?: readonly string[];
	},
	{ where, actual }: Pick<Mismatch, "where" | "actual">,
): readonly string[] {
	if (
		where === "status" &&
		status < 400 &&
		REJECTED.includes(Number.parseInt(actual, 10))
	) {
		const rejected = listRejected(documented, operation, assumptions);
		if (rejected.length > 0) return rejected;
	}
	const refuted = listAssumptions(documented, operation, status, where)
		.map((ids) => ids.filter((id) => assumptions?.includes(id) ?? true))
		.find((ids) => ids.length > 0);
	return refuted ?? assumptions ?? [];
}

/**
 * Returns the mismatch of the status or media type alone if there is one, because the other mismatches follow from
 * it.
 */
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
