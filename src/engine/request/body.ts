/** Why the bytes of a body are not available. */
export type BodyFailure = "too large" | "incomplete";

/** Returns the bytes of the body. Stops reading as soon as it is known to be larger than `maxBytes`. */
export async function readFetchBody(
	request: Request,
	maxBytes: number,
): Promise<Uint8Array | BodyFailure> {
	const declared = request.headers.get("content-length");
	if (Number(declared) > maxBytes) return "too large";
	try {
		if (declared !== null) {
			const bytes = new Uint8Array(await request.arrayBuffer());
			return bytes.byteLength > maxBytes ? "too large" : bytes;
		}
		const reader = request.body?.getReader();
		const chunks: Uint8Array<ArrayBuffer>[] = [];
		let length = 0;
		for (
			let read = await reader?.read();
			read?.value;
			read = await reader?.read()
		) {
			length += read.value.byteLength;
			if (length > maxBytes) return "too large";
			chunks.push(read.value);
		}
		return new Uint8Array(await new Blob(chunks).arrayBuffer());
	} catch {
		return "incomplete";
	}
}
