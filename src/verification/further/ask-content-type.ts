import { type Asking, isSuccess, withHeader } from "./asking.ts";

const CONFLICT = 409;
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
			const status = other?.response.status ?? 0;
			if (!other || status < 400 || status >= 500 || status === CONFLICT)
				continue;
			// The state of a record may be the reason as well.
			const again = await ask(create());
			if (again && isSuccess(again))
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
