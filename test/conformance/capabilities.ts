/** Describes what a transport cannot do. Every skipped case must have its reason here. */
export interface Capabilities {
	/** Whether the mock responds to unknown paths, or leaves them to the surrounding app or network. */
	readonly unknownPath: "handled" | "passed on";
	readonly cors: boolean;
	/** Whether tests can reach the control of the mock. */
	readonly control: boolean;
	/** Whether each session has a state of its own, and scenarios with a dataset one beside it. */
	readonly sessionState: boolean;
	/** Whether responses list the assumptions they depend on. */
	readonly assumptions: boolean;
	/** The error that a client sees when a fault breaks the connection. */
	readonly broken:
		| "reset or closed"
		| "closed"
		| "network error"
		| "error response";
	/** The part of a truncated body that a client reads before the error. */
	readonly truncated: "all that was sent" | "all or nothing";
}

/** The capabilities of a server: all of them. */
const serve: Capabilities = {
	unknownPath: "handled",
	cors: true,
	control: true,
	sessionState: true,
	assumptions: true,
	broken: "reset or closed",
	truncated: "all that was sent",
};

export const capabilities = {
	serve,
	/** The service knows no sessions: `Mock-Session` is not forwarded. It is real, and assumes nothing. */
	forward: { ...serve, sessionState: false, assumptions: false },
	/** `serve` with its sessions in a file. */
	sqlite: serve,
	/** Two of `serve` with their sessions in Redis, behind a proxy that takes turns. */
	redis: serve,
	fetch: {
		...serve,
		// CORS does not apply to function calls.
		cors: false,
		// There is no connection to break. `Response.error()` tells the caller to do so.
		broken: "error response",
	},
	intercept: {
		...serve,
		// MSW responds before a client would send a preflight request.
		cors: false,
		// There is no socket. MSW turns each `Response.error()` into a rejection, whatever the fault.
		broken: "network error",
	},
	/** MSW's service worker in a page of Chromium. */
	"service worker": {
		...serve,
		// Unknown paths belong to the server of the page.
		unknownPath: "passed on",
		// The page is of the same origin, and a browser sends no preflight request to a service worker.
		cors: false,
		// MSW can only pass `Response.error()` to the worker, whatever the fault.
		broken: "network error",
		// An error of a stream drops what the client has not read yet, and no socket is between the mock and the client.
		truncated: "all or nothing",
	},
	setupServer: {
		...serve,
		// Without a base URL, an unknown path might belong to another server.
		unknownPath: "passed on",
		cors: false,
		// `createHandlers` returns only handlers. Tests that need a control use `createMock`.
		control: false,
		broken: "network error",
	},
	express: {
		...serve,
		// Unknown paths belong to the app.
		unknownPath: "passed on",
		// The app decides which origins may call it.
		cors: false,
		// @mswjs/http-middleware reports every network error as status 0, so resets cannot be told apart.
		broken: "closed",
	},
	"express without @mswjs/http-middleware": {
		...serve,
		unknownPath: "passed on",
		cors: false,
	},
} as const satisfies Record<string, Capabilities>;

export type TransportName = keyof typeof capabilities;
