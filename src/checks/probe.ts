import { createMismatch } from "../document/judgment/blame.ts";
import type {
	Mismatch,
	OutgoingRequest,
	Probe,
	ProviderResponse,
} from "../verification/contract.ts";
import type { Tested } from "./subject.ts";

/** Ends a probe with its mismatches. */
export class Unexpected extends Error {
	readonly mismatches: readonly Mismatch[];

	constructor(...mismatches: readonly Mismatch[]) {
		super("unexpected");
		this.mismatches = mismatches;
	}
}

/** Ends a probe with one mismatch. */
export function reject(where: string, expected: string, actual: string): never {
	throw new Unexpected(createMismatch(where, expected, actual));
}

/** Ends a probe because a page has other records than those that the request selects. */
export function rejectSelection(
	where: string,
	expected: string,
	actual: string,
	change?: Mismatch["change"],
): never {
	const mismatch = createMismatch(where, expected, actual);
	throw new Unexpected({ ...mismatch, isSelection: true, change });
}

/** Creates a probe of an operation. Its description starts with the operation id. */
export const createProbe = (
	{ operation: { id, success } }: Tested,
	what: string,
	assumptions: readonly string[],
	run: Probe["run"],
	status: number = success,
): Probe => ({
	description: `${id}: ${what}`,
	...{ assumptions, status },
	async run(...parts) {
		try {
			return await run(...parts);
		} catch (error) {
			if (error instanceof Unexpected) return error.mismatches;
			throw error;
		}
	},
});

/**
 * Creates a probe of one response.
 * @param find returns further mismatches of a response with the expected status
 */
export const createRequestProbe = (
	tested: Tested,
	what: string,
	status: number,
	assumptions: readonly string[],
	create: () => OutgoingRequest,
	find: (
		response: ProviderResponse,
		request: OutgoingRequest,
	) => readonly Mismatch[] = () => [],
): Probe =>
	createProbe(
		tested,
		what,
		assumptions,
		async (send, _, compare) => {
			const request = create();
			const response = await send(request);
			const mismatches = compare(request, response);
			// A response in another form cannot be compared further, except for its headers.
			const further = response.status === status ? find(response, request) : [];
			return [
				...mismatches,
				...further.filter(
					({ where }) => mismatches.length === 0 || where.startsWith("header "),
				),
			];
		},
		status,
	);
