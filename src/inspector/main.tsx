/// <reference types="vite/client" />
// Before the styles of the views, which refine these.
import "./ui/base.css";
import "./ui/parts.css";

import { render } from "preact";
import { App } from "./app.tsx";
import { createInspector, InspectorContext } from "./model/inspector.ts";

const root = document.getElementById("app");
if (!root) throw new Error("The page has no element with the id app.");
render(
	<InspectorContext.Provider value={createInspector(window)}>
		<App />
	</InspectorContext.Provider>,
	root,
);
