import { defineConfig } from "vite";

export default defineConfig({
	server: {
		host: "127.0.0.1",
		// `vite preview` uses the same proxy.
		proxy: { "/v1": process.env.UNDERSTUDY_URL ?? "http://127.0.0.1:4010" },
	},
	preview: { host: "127.0.0.1" },
});
