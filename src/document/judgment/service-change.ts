/** The role of a number beside the records of a page. */
export type PageNumber = "page" | "offset" | "total" | "totalPages";

/** What a service does differently, as data. Reports show it in words, and alignments make edits of it. */
export type ServiceChange =
	| FormChange
	| { readonly kind: "status" }
	/** Responses have no body. */
	| { readonly kind: "no body" }
	/** Responses lack a header. */
	| { readonly kind: "header"; readonly name: string }
	| { readonly kind: "media type"; readonly from: string; readonly to: string }
	/** Requests need another media type. */
	| {
			readonly kind: "request type";
			readonly from: string;
			readonly to: string;
	  }
	/** Requests need these headers. */
	| {
			readonly kind: "credentials";
			readonly headers: readonly string[];
			/** The scheme of the header Authorization, such as `Bearer`; the empty string without one. */
			readonly scheme: string;
	  }
	/** The service has a rule for the value of a request, or for a whole body, that keywords say. */
	| {
			readonly kind: "rule";
			/** An undefined value removes the keyword. */
			readonly keywords: Readonly<Record<string, unknown>>;
			/** A value that the service accepts; undefined if none is known. */
			readonly accepted: unknown;
	  }
	/** A list or a search ignores the parameter or property. */
	| { readonly kind: "ignored"; readonly name: string }
	/** A check found no value where it expected one. */
	| { readonly kind: "absent" }
	| {
			readonly kind: "page size";
			readonly from: number;
			readonly to: number;
	  }
	/** A number beside the records of a page has a meaning. */
	| { readonly kind: "page number"; readonly role: PageNumber }
	/** A page has other records, by the order of their creation; 0 for records of others. */
	| {
			readonly kind: "records";
			readonly from: readonly number[];
			readonly to: readonly number[];
	  }
	/** A family of metrics has another name or another type, or is missing. */
	| {
			readonly kind: "family";
			readonly name: string;
			readonly type: string;
			readonly to: { readonly name: string; readonly type: string } | undefined;
	  }
	/** The series of a family have other labels. */
	| {
			readonly kind: "labels";
			readonly series: string;
			readonly documented: string;
			readonly labels: readonly string[];
	  }
	/** The histogram of durations has other upper bounds, in seconds. */
	| { readonly kind: "buckets"; readonly bounds: readonly number[] }
	/** Metrics have other texts of help, by the names of the families. */
	| { readonly kind: "help"; readonly texts: ReadonlyMap<string, string> };

/** The way in which the form of a value differs from the documented form. */
export type FormChange =
	| {
			readonly kind: "rename";
			readonly to: string;
			/** Other properties that might contain the value. */
			readonly rivals: readonly string[];
			/** Whether the property is an array of such values. */
			readonly isListed?: boolean;
	  }
	/** The object needs a property that the document does not require. */
	| {
			readonly kind: "required";
			readonly name: string;
			readonly value: unknown;
	  }
	/** The service accepts only values of another type in a request. */
	| { readonly kind: "other type"; readonly value: unknown }
	/** The place of the next page is a number of pages or records, in a parameter or property of this name. */
	| {
			readonly kind: "position";
			readonly to: string;
			readonly role: "page" | "offset";
			/** The position of the first page. */
			readonly first: number;
			/** Whether the service rejects positions before the first page. */
			readonly hasMinimum: boolean;
	  }
	/** The value stands in a property of an object around it. */
	| { readonly kind: "wrap" | "list"; readonly to: string }
	| { readonly kind: "move"; readonly to: readonly string[] }
	| {
			readonly kind: "flatten";
			/** By the name of each inner property, the name of the outer property that has its value. */
			readonly to: Readonly<Record<string, string>>;
	  }
	/** Properties that the document does not name do not come back, or only in the object at a path. */
	| { readonly kind: "dropped"; readonly into?: readonly string[] }
	| {
			readonly kind:
				| "missing"
				| "bare list"
				| "other object"
				| "value"
				| "count";
	  };
