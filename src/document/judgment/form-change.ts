/** The way in which the form of a value differs from the documented form, as data. */
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
