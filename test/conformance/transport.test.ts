import { addTransportCases } from "./transport-cases.ts";
import { transports } from "./transports.ts";

addTransportCases("serve", transports.serve);
addTransportCases("fetch", transports.fetch);
addTransportCases("intercept", transports.intercept);
addTransportCases("setupServer", transports.setupServer);
addTransportCases("express", transports.express);
const byEngine = "express without @mswjs/http-middleware";
addTransportCases(byEngine, transports[byEngine]);
addTransportCases("forward", transports.forward);
