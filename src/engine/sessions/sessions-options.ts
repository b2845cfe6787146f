import type { Journal } from "../../journal/journal.ts";
import type { StoreFile } from "../../store/backing.ts";
import type { Store } from "../../store/store.ts";
import type { ActiveForward } from "../forwarding/forwarder.ts";
import type { Credentials, Scenario } from "../model/service.ts";

export type Scenarios = Readonly<Record<string, Scenario>>;

export interface SessionsOptions {
	readonly store: Store;
	readonly journal: Journal;
	/** Called each time, since a configuration may be reloaded. */
	readonly scenarios: () => Scenarios;
	/** The scenario that sessions start in. */
	readonly initialScenario: string;
	/** What applies unless a scenario says otherwise. */
	readonly defaults: {
		readonly auth?: Credentials | undefined;
		/** Requests per second and session. */
		readonly rateLimit?: number | undefined;
		readonly forward?: ActiveForward | undefined;
	};
	/** The maximum number of sessions in memory beside the default one, and of those that only foreign pages use. */
	readonly max: number;
	/** How long a session may be idle, in milliseconds. The default session is never dropped. */
	readonly idleMs: number;
	/** Where sessions are kept while they are not in memory. */
	readonly file?: StoreFile | undefined;
	/** Called with each error of the store while it removes an evicted session. */
	readonly onError: (error: unknown) => void;
}
