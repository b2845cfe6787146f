/** Collects the bytes of chunks in one buffer. Many small chunks would take far more memory than their bytes. */
export class ByteList {
	/** The buffer, which may have room for more bytes. The first chunk is not copied. */
	#bytes: Uint8Array<ArrayBuffer> = new Uint8Array();
	#length = 0;

	get length(): number {
		return this.#length;
	}

	add(chunk: Uint8Array): void {
		const { buffer, byteOffset, byteLength } = chunk;
		const length = this.#length + byteLength;
		if (this.#length === 0 && buffer instanceof ArrayBuffer)
			this.#bytes = new Uint8Array(buffer, byteOffset, byteLength);
		else {
			if (length > this.#bytes.byteLength) {
				const larger = new Uint8Array(2 * length);
				larger.set(this.bytes());
				this.#bytes = larger;
			}
			this.#bytes.set(chunk, this.#length);
		}
		this.#length = length;
	}

	bytes(): Uint8Array<ArrayBuffer> {
		return this.#bytes.subarray(0, this.#length);
	}
}
