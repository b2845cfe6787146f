import { useZaps } from "./use-zaps.ts";
import { ZapForm } from "./zap-form.tsx";
import { ZapList } from "./zap-list.tsx";
import type { ZapsApi } from "./zaps-api.ts";

export function App({ api }: { readonly api: ZapsApi }) {
	const zaps = useZaps(api);

	async function create(name: string) {
		const zap = await api.createZap(name);
		zaps.add(zap);
		return zap;
	}

	return (
		<>
			<h1>Zaps</h1>
			<ZapForm create={create} />
			<ZapList {...zaps} />
		</>
	);
}
