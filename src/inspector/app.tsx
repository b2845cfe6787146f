import type { FunctionComponent } from "preact";
import { AssumptionsView } from "./assumptions/assumptions-view.tsx";
import { BehaviorView } from "./behavior/behavior-view.tsx";
import { useInspector, useKeys } from "./model/inspector.ts";
import type { Shortcut } from "./model/keys.ts";
import { VIEWS, type View } from "./model/route.ts";
import { RequestsView } from "./requests/requests-view.tsx";
import { StateView } from "./state/state-view.tsx";
import { Header } from "./ui/header.tsx";
import { Login } from "./ui/login.tsx";
import {
	ConfirmDialog,
	HelpDialog,
	NoticeList,
	showHelp,
} from "./ui/messages.tsx";

const COMPONENTS: Readonly<Record<View, FunctionComponent>> = {
	requests: RequestsView,
	behavior: BehaviorView,
	state: StateView,
	assumptions: AssumptionsView,
};

export function App() {
	const { router, connection } = useInspector();
	const { view } = router.route.value;
	const status = connection.status.value;
	useKeys([
		...VIEWS.map(
			(name, index): Shortcut => ({
				key: `${index + 1}`,
				does: `Show ${name}`,
				run: () => router.go({ view: name }),
			}),
		),
		{ key: "?", does: "Show this list", run: showHelp },
	]);
	if (status === "locked") return <Login />;
	const ViewComponent = COMPONENTS[view];
	return (
		<>
			<Header />
			{status === "lost" && (
				<p class="box bad" role="alert">
					The connection to the mock is lost. If it stopped, start it again:
					this page connects by itself.
				</p>
			)}
			<main id="view">
				<ViewComponent />
			</main>
			<NoticeList />
			<ConfirmDialog />
			<HelpDialog />
		</>
	);
}
