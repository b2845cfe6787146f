import { createMemoryStore } from "../../src/state/memory-store.ts";
import { addStoreCases } from "./store-cases.ts";

addStoreCases("memory", async (options) => createMemoryStore(options));
