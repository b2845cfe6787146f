import { addTransportCases } from "./transport-cases.ts";

addTransportCases("serve");
addTransportCases("fetch");
addTransportCases("intercept");
addTransportCases("setupServer");
addTransportCases("express");
addTransportCases("express without @mswjs/http-middleware");
addTransportCases("forward");
