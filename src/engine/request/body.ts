/** Why the bytes of a body are not available. */
export type BodyFailure = "too large" | "incomplete";

/** The start of a body. */
export interface BodyStart {
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** Continues a body that is longer; undefined if `bytes` is the whole. */
	readonly rest?: AsyncIterator<Uint8Array>;
}

/** Reads the start of a body: about `maxBytes`, or the whole if it is shorter. */
export async function readFetchBodyStart(
	request: Request,
	maxBytes: number,
): Promise<BodyStart | "incomplete"> {
	const chunks = streamFetchBody(request);
	const read: Uint8Array<ArrayBuffer>[] = [];
	const join = async () => new Uint8Array(await new Blob(read).arrayBuffer());
	let length = 0;
	try {
		while (length <= maxBytes) {
			const { done, value } = await chunks.next();
			if (done) return { bytes: await join() };
			read.push(value);
			length += value.byteLength;
		}
	} catch {
		return "incomplete";
	}
	return { bytes: await join(), rest: chunks };
}

/** Reads the rest of a body, so that the client can finish sending it. */
export async function drain(rest: AsyncIterator<Uint8Array>): Promise<void> {
	try {
		while (!(await rest.next()).done);
	} catch {
		// The client is gone.
	}
}

/** Returns the chunks of the body of a request. */
async function* streamFetchBody({
	body,
}: Request): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
	const reader = body?.getReader();
	for (
		let read = await reader?.read();
		read?.value;
		read = await reader?.read()
	)
		yield read.value;
}

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
