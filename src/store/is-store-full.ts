/** Whether a write was not kept, and changed nothing. By name, so that the class loads only with a file. */
export const isStoreFull = (error: unknown): error is Error =>
	error instanceof Error && error.name === "StoreFullError";
