type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** @param reads what the reader has returned so far, for copies that read later */
function copy(
	request: Request,
	reader: Reader,
	reads: ReturnType<Reader["read"]>[],
): Request {
	let index = 0;
	const body = new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				const read = reads[index] ?? reader.read();
				reads[index] = read;
				index += 1;
				const { done, value } = await read;
				if (done) controller.close();
				else controller.enqueue(value);
			},
		},
		// Reads nothing before the body is read.
		{ highWaterMark: 0 },
	);
	const copied = new Request(request, { body, ...{ duplex: "half" } });
	return Object.assign(copied, {
		clone() {
			if (copied.bodyUsed)
				throw new TypeError("Cannot clone a request whose body is used.");
			return copy(copied, reader, reads);
		},
	});
}

/**
 * Returns the request with a body that its clones share. In the Fetch standard, canceling the body of a request waits
 * until all its clones are canceled, and MSW keeps a clone of each request.
 */
export const shareBody = (request: Request): Request =>
	request.body ? copy(request, request.body.getReader(), []) : request;
