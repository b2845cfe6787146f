/** Returns a POST request with a body of JSON. */
export const postJson = (body: unknown) => ({
	method: "POST",
	headers: { "content-type": "application/json" },
	body: JSON.stringify(body),
});
