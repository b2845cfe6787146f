import { addTransportCases } from "../../conformance/transport-cases.ts";

// Here instead of beside the other transports, because libsql needs a process instead of a thread.
addTransportCases("sqlite");
