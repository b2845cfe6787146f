import { idPrefixes } from "../contracts/generated/operations.ts";
import type { components } from "../contracts/generated/types.ts";
import type { WriteContext } from "../src/store/write-context.ts";

export type Zap = components["schemas"]["Zap"];

/** Creates the zap that a request asks for; properties that the service does not know are kept. */
export const createZapRecord = <Name>(
	context: WriteContext,
	{
		name,
		...others
	}: Readonly<Record<string, unknown>> & { readonly name: Name },
): Record<string, unknown> &
	Pick<Zap, "id" | "createdAt"> & { name: Name } => ({
	id: context.id(idPrefixes.zap),
	name,
	createdAt: context.at,
	...others,
});
