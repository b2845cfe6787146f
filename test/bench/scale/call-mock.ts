import type { Mock } from "zaps-understudy";

/** Sends a GET request, or a POST request with the body. */
export async function callMock<Body>(
	{ fetch }: Mock,
	path: string,
	body?: object,
): Promise<Body> {
	const init = body && {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(body),
	};
	const response = await fetch(new Request(`http://zaps.test${path}`, init));
	if (!response.ok)
		throw new Error(
			`Cannot measure ${path}: it responded with ${response.status} ${await response.text()}.`,
		);
	return response.json();
}
