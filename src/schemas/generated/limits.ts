// Generated from src/schemas/schemas.yaml by `npm run generate`.

export const MAX_FAULTS = 1000 as const;

export const CREDENTIAL_KINDS = [
  "bearer",
  "api-key"
] as const;
