import { defineConfig } from "vite";

/** Builds the page at `/__mock/` to `dist/inspector`. */
export default defineConfig({
	root: import.meta.dirname,
	// The page is served below any base path.
	base: "./",
	oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
	// The control server replaces this by a new nonce for each response.
	html: { cspNonce: "NONCE" },
	build: {
		outDir: "../../dist/inspector",
		emptyOutDir: true,
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		target: "es2022",
	},
});
