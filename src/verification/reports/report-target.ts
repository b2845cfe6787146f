export const FILE_FORMATS = ["json", "junit", "markdown", "html"] as const;

/** A report to write: a file, or the summary and the annotations of GitHub Actions. */
export type ReportTarget =
	| { readonly format: (typeof FILE_FORMATS)[number]; readonly file: string }
	| { readonly format: "github" };
