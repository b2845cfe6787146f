/** The message of an error, or the text of any other thrown value. */
export const errorMessage = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);
