/// <reference types="vite/client" />
import { render } from "preact";
import { App } from "./app.tsx";
import { createInspector, InspectorContext } from "./model/inspector.ts";
import "./ui/base.css";
import "./ui/parts.css";

const root = document.getElementById("app");
if (!root) throw new Error("The page has no element with the id app.");
render(
	<InspectorContext.Provider value={createInspector(window)}>
		<App />
	</InspectorContext.Provider>,
	root,
);
