/** A body that was not read, and why. */
export type BodyFailure = "too large" | "incomplete";

async function drain(
	reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<void> {
	while (!(await reader.read()).done);
}

async function readStream(
	stream: ReadableStream<Uint8Array>,
	maxBytes: number,
): Promise<Uint8Array | BodyFailure> {
	const reader = stream.getReader();
	const chunks: Uint8Array[] = [];
	let length = 0;
	for (let read = await reader.read(); !read.done; read = await reader.read()) {
		length += read.value.byteLength;
		if (length > maxBytes) {
			// A client that is still sending would see a reset connection instead of the answer.
			await drain(reader);
			return "too large";
		}
		chunks.push(read.value);
	}
	const bytes = new Uint8Array(length);
	let offset = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, offset);
		offset += chunk.byteLength;
	}
	return bytes;
}

/** The bytes of the body, of which no more than `maxBytes` are ever held. */
export async function readBody(
	request: Request,
	maxBytes: number,
): Promise<Uint8Array | BodyFailure> {
	const announced = request.headers.get("content-length");
	try {
		if (announced !== null && Number(announced) <= maxBytes) {
			const bytes = new Uint8Array(await request.arrayBuffer());
			return bytes.byteLength > maxBytes ? "too large" : bytes;
		}
		return request.body
			? await readStream(request.body, maxBytes)
			: new Uint8Array();
	} catch {
		return "incomplete";
	}
}
