/** Why the bytes of a body are not available. */
export type BodyFailure = "too large" | "incomplete";

/** Returns the bytes of the body, keeping at most `maxBytes` of them in memory. */
export async function readFetchBody(
	request: Request,
	maxBytes: number,
): Promise<Uint8Array | BodyFailure> {
	const announced = request.headers.get("content-length");
	try {
		if (announced !== null && Number(announced) <= maxBytes) {
			const bytes = new Uint8Array(await request.arrayBuffer());
			return bytes.byteLength > maxBytes ? "too large" : bytes;
		}
		const reader = request.body?.getReader();
		const chunks: Uint8Array<ArrayBuffer>[] = [];
		let length = 0;
		// An oversized body is read to its end: a client that is still sending would see a reset connection, not the response.
		for (
			let read = await reader?.read();
			read?.value;
			read = await reader?.read()
		) {
			length += read.value.byteLength;
			if (length <= maxBytes) chunks.push(read.value);
			else chunks.length = 0;
		}
		if (length > maxBytes) return "too large";
		return new Uint8Array(await new Blob(chunks).arrayBuffer());
	} catch {
		return "incomplete";
	}
}
