import { type Context, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Inspector } from "./inspector.ts";

export const InspectorContext: Context<Inspector | undefined> = createContext<
	Inspector | undefined
>(undefined);

/** Returns the model of the page. */
export function useInspector(): Inspector {
	const inspector = useContext(InspectorContext);
	if (!inspector)
		throw new Error("The component is not in an InspectorContext.");
	return inspector;
}
