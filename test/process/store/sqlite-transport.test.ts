import { addTransportCases } from "../../conformance/transport-cases.ts";
import { transports } from "../../conformance/transports.ts";

// Here instead of beside the other transports, because libsql needs a process instead of a thread.
addTransportCases("sqlite", transports.sqlite);
