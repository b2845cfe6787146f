import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { ContractOperation, OutgoingRequest } from "../contract.ts";
import { withoutGenerated } from "../learning/rejections/generated.ts";
import { buildRequest } from "../operations.ts";
import { type Asking, isSuccess, withHeader } from "./asking.ts";

const CONFLICT = 409;
const VENDOR = "application/vnd.understudy+json";

/** Finds whether a service takes no body if its media type is another one. */
async function askForOther(
	{ ask, tell, createRequest }: Asking,
	operation: ContractOperation,
): Promise<void> {
	const request = createRequest(operation);
	const other = await ask(withHeader(request, "content-type", "text/plain"));
	const empty = await ask({ ...request, body: "{}" });
	if (!other || !empty || isSuccess(other)) return;
	const { status } = other.response;
	const [said, ofEmpty] = [other, empty].map(({ response }) =>
		withoutGenerated(`${response.body}`),
	);
	const isSame = status === empty.response.status && said === ofEmpty;
	const usual = isSame ? await ask(createRequest(operation)) : undefined;
	if (usual && isSuccess(usual))
		tell(operation.id, other, {
			where: "request header content-type",
			expected: "415 with text/plain",
			actual: `${status}: the body is ignored, as if it were {}`,
		});
}

/** Finds whether an operation takes a media type that only ends like JSON. */
async function askForVendor(
	{ ask, tell, createRequest }: Asking,
	operation: ContractOperation,
): Promise<boolean> {
	const request = createRequest(operation);
	const usual = request.headers?.["content-type"];
	const vendor = await ask(withHeader(request, "content-type", VENDOR));
	if (!vendor || !isSuccess(vendor)) return false;
	tell(operation.id, vendor, {
		where: "request header content-type",
		...{ expected: `only ${usual}`, actual: `also ${VENDOR}` },
	});
	return true;
}

/** The content codings of HTTP (RFC 9110, section 8.4.1), and brotli (RFC 7932). */
const CODINGS = {
	gzip: gzipSync,
	deflate: deflateSync,
	br: brotliCompressSync,
};

/**
 * Finds which compressed bodies an operation takes. Returns whether it takes any.
 * @param status that of a body that is not compressed as declared
 */
async function askForCodings(
	{ ask, tell, createRequest }: Asking,
	operation: ContractOperation,
	status: number,
): Promise<boolean> {
	const taken: string[] = [];
	const rejected: string[] = [];
	let example: Awaited<ReturnType<typeof ask>>;
	for (const [coding, compress] of Object.entries(CODINGS)) {
		const request = withHeader(
			createRequest(operation),
			"content-encoding",
			coding,
		);
		const body = compress(`${request.body}`);
		const found = await ask({ ...request, body });
		if (!found) return false;
		if (isSuccess(found)) {
			taken.push(coding);
			example ??= found;
		} else rejected.push(`${coding} with ${found.response.status}`);
	}
	if (!example) return false;
	const others = rejected.length > 0 ? `; rejects ${rejected.join(", ")}` : "";
	tell(operation.id, example, {
		where: "request header content-encoding",
		expected: "no compressed body",
		actual: `${taken.join(", ")}${others}; ${status} if the body is not compressed`,
	});
	return true;
}

/** Finds whether an operation ignores Content-Encoding, or takes compressed bodies. */
async function askForEncoding(
	asking: Asking,
	operation: ContractOperation,
): Promise<boolean> {
	const { ask, tell, createRequest, contract } = asking;
	const { id } = operation;
	const encode = (request: OutgoingRequest) =>
		withHeader(request, "content-encoding", "gzip");
	const documented = contract.documented.expectStatus(
		id,
		encode(buildRequest(operation, contract.createValidRequest(id, []))),
	);
	if (documented.status < 400) return false;
	const found = await ask(encode(createRequest(operation)));
	if (!found) return false;
	if (!isSuccess(found))
		return askForCodings(asking, operation, found.response.status);
	tell(id, found, {
		where: "request header content-encoding",
		expected: `${documented.status} with gzip`,
		actual: `ignored: ${found.response.status} if the body is not compressed`,
	});
	return true;
}

/** Finds the spellings of the media type of a body that a service takes or rejects besides the documented one. */
export async function askContentType(asking: Asking): Promise<void> {
	const { ask, tell, operations, createRequest } = asking;
	const writing = operations.filter(({ bodies }) => bodies.length > 0);
	for (const [index, operation] of writing.entries()) {
		const create = () => createRequest(operation);
		const usual = create().headers?.["content-type"];
		if (usual === undefined || !usual.endsWith("json")) continue;
		const shown = await ask(create());
		if (!shown || !isSuccess(shown)) continue;
		const where = "request header content-type";
		const send = (type: string) =>
			ask(withHeader(create(), "content-type", type));
		const others = writing.slice(index + 1);
		if (await askForVendor(asking, operation))
			for (const other of others) await askForVendor(asking, other);
		for (const type of [`${usual}; charset=utf-8`, usual.toUpperCase()]) {
			const other = await send(type);
			const status = other?.response.status ?? 0;
			if (!other || status < 400 || status >= 500 || status === CONFLICT)
				continue;
			// The state of a record may be the reason as well.
			const again = await ask(create());
			if (again && isSuccess(again))
				tell(operation.id, other, {
					where,
					expected: `${shown.response.status} with ${type}`,
					actual: `${other.response.status}`,
				});
		}
		await askForOther(asking, operation);
		if (await askForEncoding(asking, operation))
			for (const other of others) await askForEncoding(asking, other);
		return;
	}
}
