import { render } from "preact";
import { App } from "./app.tsx";
import { locateService } from "./locate-service.ts";
import "./style.css";
import { createZapsApi } from "./zaps-api.ts";

const root = document.querySelector("main");
if (root) render(<App api={createZapsApi(await locateService())} />, root);
