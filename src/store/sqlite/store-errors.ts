/** Says why a file cannot be used as a store, and what to do. */
export class StoreFileError extends Error {
	override readonly name = "StoreFileError";
}

/** Says why the file cannot take a write, which then changed nothing, and what to do. */
export class StoreFullError extends Error {
	override readonly name = "StoreFullError";
}
