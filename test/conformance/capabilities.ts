/** What a transport cannot do, and why. Nowhere else may a case be left out. */
export interface Capabilities {
	/** What becomes of a path that no operation has. */
	readonly unknownPath: "answered" | "passed on";
	readonly cors: boolean;
	/** Whether the mock behind it can be told how to behave, and asked what it saw. */
	readonly control: boolean;
	/** What a client sees of a connection that is broken instead of answered. */
	readonly broken:
		| "reset or closed"
		| "closed"
		| "network error"
		| "error response";
}

export const capabilities = {
	serve: {
		unknownPath: "answered",
		cors: true,
		control: true,
		broken: "reset or closed",
	},
	fetch: {
		unknownPath: "answered",
		// A function is called, not visited by a page of another origin.
		cors: false,
		control: true,
		// There is no connection to break: the transport around it is told to, by what `Response.error()` gives.
		broken: "error response",
	},
	intercept: {
		unknownPath: "answered",
		// MSW answers in place of the network, before a client could ask for permission.
		cors: false,
		control: true,
		// There is no socket; MSW rejects what `Response.error()` answers, whatever it stands for.
		broken: "network error",
	},
	setupServer: {
		// Without a base URL nobody can tell a wrong path of the service from a request to somewhere else.
		unknownPath: "passed on",
		cors: false,
		// `createHandlers` gives the handlers alone: whoever wants to control takes `createMock`.
		control: false,
		broken: "network error",
	},
	express: {
		// Other paths of the app are the app's.
		unknownPath: "passed on",
		// Which origins may call the app is the app's to say.
		cors: false,
		control: true,
		// @mswjs/http-middleware carries a network error to Express as the status 0, which no longer says of which kind.
		broken: "closed",
	},
} as const satisfies Record<string, Capabilities>;

export type TransportName = keyof typeof capabilities;
