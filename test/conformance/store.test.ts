import { createStore } from "../../src/store/create-store.ts";
import { addStoreCases } from "./store/store-cases.ts";

addStoreCases("memory", async (options) => createStore(options));
