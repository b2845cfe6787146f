/** Returns the bytes of all chunks. */
export function concatenate(
	chunks: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
	const length = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
	const bytes = new Uint8Array(length);
	let offset = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, offset);
		offset += chunk.byteLength;
	}
	return bytes;
}
