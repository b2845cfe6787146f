import type {
	ComparedObservation,
	Sighting,
} from "../verification/observed.ts";
import type { Round } from "./lesson.ts";

export const statusOf = (sighting: Sighting): number =>
	sighting.example.response.status;

/** Returns the exchanges in which the documented response was expected, without HEAD requests. */
export const listExpected = (
	{ observations }: Round,
	{ example: { target, status } }: Sighting,
): ComparedObservation[] =>
	observations.exchanges.filter(
		(each) =>
			each.target === target &&
			each.status === status &&
			each.request.method !== "HEAD",
	);

export const isEmpty = ({
	response,
}: {
	response: Sighting["example"]["response"];
}): boolean => response.body.length === 0;

/** Returns the media type without the charset, which does not affect the form. */
export const mediaTypeOf = (contentType: string): string =>
	contentType
		.split(";")
		.map((each) => each.trim())
		.filter((each) => !/^charset=/i.test(each))
		.join("; ");
