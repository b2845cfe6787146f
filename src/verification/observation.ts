import type {
	DocumentedForm,
	Judgment,
} from "../document/judgment/judge-response.ts";
import type { ProviderExchange, ProviderResponse } from "./contract.ts";

/** An exchange with the provider, and the check that it belongs to. */
export interface Observation extends ProviderExchange {
	/** The description of the check. */
	readonly check: string;
	/** The expected status. */
	readonly status: number;
	/** Whether the request set up a state for the check. */
	readonly isArrangement: boolean;
}

/** An observation, compared with the OpenAPI document. */
export interface JudgedObservation extends Judgment {
	readonly observation: Observation;
	/** The operation, also if the request matches none. */
	readonly operation: string;
}

/** Returns the response in the documented form, or the response itself if it has none. */
export const translateResponse = (
	response: ProviderResponse,
	form: DocumentedForm | undefined,
): ProviderResponse =>
	form
		? {
				status: form.status,
				headers: { ...response.headers, "content-type": form.contentType },
				body: form.body === undefined ? response.body : Buffer.from(form.body),
			}
		: response;
