/** What a transport cannot do, and why. Nowhere else may a case be left out. */
export interface Capabilities {
	/** What becomes of a path that no operation has. */
	readonly unknownPath: "answered" | "passed on";
	readonly cors: boolean;
}

export const capabilities = {
	serve: { unknownPath: "answered", cors: true },
	fetch: {
		unknownPath: "answered",
		// A function is called, not visited by a page of another origin.
		cors: false,
	},
	intercept: {
		unknownPath: "answered",
		// MSW answers in place of the network, before a client could ask for permission.
		cors: false,
	},
	setupServer: {
		// Without a base URL nobody can tell a wrong path of the service from a request to somewhere else.
		unknownPath: "passed on",
		cors: false,
	},
	express: {
		// Other paths of the app are the app's.
		unknownPath: "passed on",
		// Which origins may call the app is the app's to say.
		cors: false,
	},
} as const satisfies Record<string, Capabilities>;

export type TransportName = keyof typeof capabilities;
