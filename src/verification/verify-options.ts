import type { VerifierOptions } from "@pact-foundation/pact-core";
import type { Contract, ExampleRequest } from "./contract.ts";
import type { Observed } from "./observed.ts";
import type { Observer } from "./observer.ts";
import type { SuiteUse } from "./report.ts";

type StateFunction = (params: Readonly<Record<string, unknown>>) => unknown;

/** By provider state, a setup function, or a function for each action. */
export type StateModule = Readonly<
	Record<
		string,
		StateFunction | { setup?: StateFunction; teardown?: StateFunction }
	>
>;

export interface VerifyOptions {
	/** Files, folders or URLs of pacts. Defaults to the shipped pact. */
	readonly pacts?: readonly string[] | undefined;
	/** Headers to send with every request. */
	readonly headers?: Readonly<Record<string, string>> | undefined;
	/** Certificates to trust besides those of Node, as PEM text. */
	readonly ca?: string | undefined;
	/** Requests that replace the OpenAPI document's examples, by operation id. */
	readonly examples?: Readonly<Record<string, ExampleRequest>> | undefined;
	/** Required for a provider on another machine, because the verification submits commands there. Defaults to false. */
	readonly allowWrites?: boolean;
	/**
	 * Handlers of provider states, the path of their module, or the URL of a hook. By default, states are set up by
	 * calling operations of the service.
	 */
	readonly states?: string | StateModule | undefined;
	/** The ledger whose confirmed assumptions are binding. Defaults to the statuses in the package. */
	readonly ledger?: string | undefined;
	/** Whether unconfirmed assumptions are binding, too. Defaults to false. */
	readonly strict?: boolean;
	/** The assumptions of a test suite, which are binding, too. Defaults to none. */
	readonly used?: SuiteUse | undefined;
	/** The operations to verify. Defaults to all. */
	readonly only?: readonly string[] | undefined;
	/** The limit for one exchange, including the body. Defaults to 10,000. */
	readonly timeoutMs?: number;
	/** The limit for the whole run, in seconds. Defaults to 120. */
	readonly deadlineS?: number;
	/** How long to wait until the service responds, in seconds. By default, does not wait. */
	readonly waitS?: number | undefined;
	/** Receives a short description of each step. */
	readonly onProgress?: (message: string) => void;
	/** Receives the log of Pact's verifier. */
	readonly onPactOutput?: ((text: string) => void) | undefined;
}

/** A process of Pact's verifier, which verifies one pact after the other. */
export interface PactVerifier extends AsyncDisposable {
	/**
	 * Returns the results as JSON.
	 * @param signal kills the process when aborted
	 * @throws VerificationError if the verifier fails
	 */
	verify(options: VerifierOptions, signal: AbortSignal): Promise<string>;
}

/** Options for callers inside the package. */
export interface InternalVerifyOptions {
	/** Selects interactions and probes by description. Defaults to all. */
	readonly includes?: (description: string) => boolean;
	/** Called with the description of each interaction and probe, before its provider state is set up. */
	readonly onCheck?: (description: string) => void;
	/** Whether only the verdict matters, so that failures need no explanation. Defaults to false. */
	readonly verdictOnly?: boolean;
	/** Called once with all observations of the run, before the results are assembled. */
	readonly onObserved?: (observed: Observed) => void;
	/** Called once with the requests that the service rejects without credentials. */
	readonly onDenied?: (sightings: Observed["sightings"]) => void;
	/** A verifier to share between concurrent steps of a run. Defaults to one of the process that is idle, or a new one. */
	readonly verifier?: PactVerifier;
}

/** The state that the checks of one run share. */
export interface VerificationContext
	extends InternalVerifyOptions,
		Pick<VerifyOptions, "states" | "examples" | "onProgress" | "onPactOutput"> {
	readonly contract: Contract;
	readonly observer: Observer;
	readonly signal: AbortSignal;
	readonly timeoutMs: number;
	/** The names of the additional headers of every request. */
	readonly headerNames: readonly string[];
	/** The operations that the surface probe could verify. */
	readonly reached: ReadonlySet<string>;
}

export const FILE_FORMATS = ["json", "junit", "markdown", "html"] as const;

/** A report to write: a file, or the summary and the annotations of GitHub Actions. */
export type ReportTarget =
	| { readonly format: (typeof FILE_FORMATS)[number]; readonly file: string }
	| { readonly format: "github" };
