/** Edits of the document by which it describes what the real service responds. */
export interface ProposedEdits {
	/** A unified diff; empty if no edit is known. */
	readonly diff: string;
	/** What only a person can decide. */
	readonly questions: readonly string[];
	/** Whether the document is that of the package, of which only a copy may be edited. */
	readonly isShipped: boolean;
}
