/**
 * A response as the parts that compare it receive it.
 * @param body sent as JSON, or as it is if it is a text
 */
export const received = (
	status: number,
	body: unknown = "",
	headers: Readonly<Record<string, string>> = {},
) => ({
	...{ status, headers },
	body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
});

/** A response with a body of JSON, and its media type. */
export const receivedJson = (body: unknown, status = 200) =>
	received(status, JSON.stringify(body), {
		"content-type": "application/json",
	});
