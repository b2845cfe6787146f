import { createMemoryStore } from "../../src/store/memory-store.ts";
import { addStoreCases } from "./store/store-cases.ts";

addStoreCases("memory", async (options) => createMemoryStore(options));
