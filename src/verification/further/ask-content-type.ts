import { type Asking, isSuccess, withHeader } from "./asking.ts";

const VENDOR = "application/vnd.understudy+json";

/** Finds the spellings of the media type of a body that a service takes or rejects besides the documented one. */
export async function askContentType(asking: Asking): Promise<void> {
	const { ask, tell, operations, createRequest } = asking;
	const writing = operations.filter(({ bodies }) => bodies.length > 0);
	for (const operation of writing) {
		const create = () => createRequest(operation);
		const usual = create().headers?.["content-type"];
		if (usual === undefined || !usual.endsWith("json")) continue;
		const shown = await ask(create());
		if (!shown || !isSuccess(shown)) continue;
		const where = "request header content-type";
		const send = (type: string) =>
			ask(withHeader(create(), "content-type", type));
		const vendor = await send(VENDOR);
		if (vendor && isSuccess(vendor))
			tell(
				operation.id,
				{ where, expected: `only ${usual}`, actual: `also ${VENDOR}` },
				vendor,
			);
		for (const type of [`${usual}; charset=utf-8`, usual.toUpperCase()]) {
			const other = await send(type);
			if (other && other.response.status >= 400 && other.response.status < 500)
				tell(
					operation.id,
					{
						where,
						expected: `${shown.response.status} with ${type}`,
						actual: `${other.response.status}`,
					},
					other,
				);
		}
		return;
	}
}
