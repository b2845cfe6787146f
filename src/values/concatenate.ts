/** Returns the bytes of all chunks; those of a single chunk without copying them. */
export function concatenate(
	chunks: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
	const [only] = chunks;
	if (chunks.length === 1 && only?.buffer instanceof ArrayBuffer)
		return new Uint8Array(only.buffer, only.byteOffset, only.byteLength);
	const length = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
	const bytes = new Uint8Array(length);
	let offset = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, offset);
		offset += chunk.byteLength;
	}
	return bytes;
}
