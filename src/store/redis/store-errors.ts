/** Says why the store did not do what it was asked to, and what to do. A write was made wholly or not at all. */
export class StoreUnavailableError extends Error {
	override readonly name = "StoreUnavailableError";
}

/** Says that the store has lost all data. */
export class StoreLostError extends StoreUnavailableError {}
