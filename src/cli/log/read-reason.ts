/** What may be in a problem (RFC 9457) and in its `errors`. */
interface Problem {
	readonly detail?: unknown;
	readonly errors?: unknown;
	readonly pointer?: unknown;
	readonly parameter?: unknown;
}

function formatPlace(place: unknown): string {
	const { pointer, parameter, detail = "" }: Problem = Object(place);
	return `${pointer ?? parameter ?? ""} ${detail}`.trim();
}

/** Returns the sentence of the problem of a 4xx, or its invalid places: `/steps is required`. */
export function readReason(status: number, body: unknown): string | undefined {
	if (status < 400 || status >= 500) return undefined;
	const { errors, detail }: Problem = Object(body);
	try {
		if (Array.isArray(errors) && errors.length > 0)
			return errors.map(formatPlace).join("; ");
	} catch {
		// A place has an object that cannot become text.
		return undefined;
	}
	return typeof detail === "string" ? detail : undefined;
}
