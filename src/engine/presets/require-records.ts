import type { Dataset } from "../../store/store.ts";
import { formatPlaces } from "../../values/validation.ts";
import { readState } from "../request/read-state.ts";
import type { Service } from "../service.ts";

/** Records do not match the OpenAPI document. */
export class InvalidRecordsError extends Error {
	override readonly name = "InvalidRecordsError";
}

/**
 * Returns a state as a dataset.
 * @param what what the message begins with, such as `Invalid dataset "shop"`
 * @throws InvalidRecordsError that names each invalid place
 */
export async function requireRecords(
	{ recordValidators }: Pick<Service, "recordValidators">,
	what: string,
	state: unknown,
): Promise<Dataset> {
	const read = readState(state, await recordValidators());
	if ("dataset" in read) return read.dataset;
	throw new InvalidRecordsError(
		formatPlaces(`${what}:`, read.invalid, "the dataset"),
	);
}
