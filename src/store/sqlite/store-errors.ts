/** Says why a file cannot be used as a store, and what to do. */
export class StoreFileError extends Error {
	override readonly name = "StoreFileError";
}

/** Says that a write was not kept, and changed nothing. */
export class StoreFullError extends Error {
	override readonly name = "StoreFullError";
}
