import { addTransportCases } from "./transport-cases.ts";
import { transports } from "./transports.ts";

addTransportCases("serve", transports.serve);
addTransportCases("fetch", transports.fetch);
addTransportCases("intercept", transports.intercept);
addTransportCases("setupServer", transports.setupServer);
addTransportCases("express", transports.express);
addTransportCases("forward", transports.forward);
