// Generated from src/schemas/schemas.yaml by `npm run generate`.

export const flagSchemas = {
  "port": {
    "description": "port to listen on; 0 picks a free port",
    "type": "integer",
    "minimum": 0,
    "maximum": 65535,
    "default": 4010,
    "x-placeholder": "<number>"
  },
  "host": {
    "description": "address to listen on",
    "type": "string",
    "minLength": 1,
    "default": "127.0.0.1",
    "x-pass": "an address, like 127.0.0.1 or 0.0.0.0",
    "x-placeholder": "<address>"
  },
  "cert": {
    "description": "PEM file with the certificate for HTTPS; requires --key",
    "type": "string",
    "minLength": 1,
    "x-placeholder": "<file>",
    "x-pass": "a PEM file, like cert.pem"
  },
  "key": {
    "description": "PEM file with the private key of the certificate",
    "type": "string",
    "minLength": 1,
    "x-placeholder": "<file>",
    "x-pass": "a PEM file, like key.pem"
  },
  "basePath": {
    "description": "prefix of all paths of the service, like /api",
    "type": "string",
    "default": "",
    "x-placeholder": "<path>"
  },
  "dataset": {
    "description": "initial data: empty, default, large, or a .json file that state export wrote",
    "type": "string",
    "default": "default",
    "x-placeholder": "<name>"
  },
  "scenario": {
    "description": "initial scenario: normal, empty, unhealthy, slow, flaky, unauthorized, rate-limited or broken",
    "type": "string",
    "default": "normal",
    "x-placeholder": "<name>"
  },
  "seed": {
    "description": "seed of the generated data, ids and random numbers",
    "type": "integer",
    "minimum": -2147483648,
    "maximum": 2147483647,
    "default": 1,
    "x-placeholder": "<number>"
  },
  "clock": {
    "description": "\"system\", or an RFC 3339 time to start at, which advances by 1 ms per write",
    "type": "string",
    "default": "system",
    "x-placeholder": "<time>"
  },
  "auth": {
    "description": "credentials to require, with any value: none, bearer or api-key",
    "enum": [
      "none",
      "bearer",
      "api-key"
    ],
    "default": "none",
    "x-placeholder": "<kind>"
  },
  "rateLimit": {
    "description": "requests per second that each session may send",
    "type": "number",
    "exclusiveMinimum": 0,
    "x-placeholder": "<n/s>",
    "x-unit": "/s",
    "x-pass": "a number of requests per second, above 0"
  },
  "store": {
    "description": "where sessions are kept: memory, or sqlite:<path> for a file that survives restarts",
    "type": "string",
    "pattern": "^(memory|sqlite:(?!//).+)$",
    "x-remedy": "must be memory, or sqlite:<path> such as sqlite:mock.db",
    "x-placeholder": "<place>",
    "x-pass": "memory, or sqlite:<path> such as sqlite:mock.db",
    "default": "memory"
  },
  "sessionIdle": {
    "description": "time without a request after which a session is deleted, like 30m or 7d (default: 30m in memory, never in a file)",
    "type": "string",
    "pattern": "^([0-9]{1,6}[smhd]|never)$",
    "x-remedy": "must be a whole number of s, m, h or d, like 30m, or never",
    "x-placeholder": "<duration>",
    "x-pass": "a whole number of s, m, h or d, like 30m, or never"
  },
  "journal": {
    "description": "how many requests to keep in the journal of each session",
    "type": "integer",
    "minimum": 0,
    "maximum": 1000000,
    "default": 1000,
    "x-placeholder": "<number>"
  },
  "redact": {
    "description": "headers and query parameters to redact, in addition to credentials",
    "type": "array",
    "items": {
      "type": "string",
      "pattern": "^[!-~]+$",
      "x-remedy": "must be the name of a header or a parameter, like x-tenant"
    },
    "x-placeholder": "<name,…>",
    "x-pass": "names separated by commas, like x-tenant,session_id"
  },
  "controlToken": {
    "description": "lets other machines control the mock if they send this token",
    "type": "string",
    "pattern": "^[!-~]+$",
    "x-remedy": "must have only visible ASCII characters and no spaces, because HTTP headers allow no others",
    "x-placeholder": "<token>",
    "x-pass": "a token of visible ASCII characters without spaces, because HTTP headers allow no others"
  },
  "forward": {
    "description": "base URL of a real service that responds instead of the mock",
    "type": "string",
    "minLength": 1,
    "x-placeholder": "<url>",
    "x-pass": "the URL of a service, like http://localhost:8080"
  },
  "forwardOnly": {
    "description": "ids of the operations to forward (default: all)",
    "type": "array",
    "items": {
      "type": "string"
    },
    "x-placeholder": "<operationId...>"
  },
  "forwardExcept": {
    "description": "ids of the operations that the mock still responds to",
    "type": "array",
    "items": {
      "type": "string"
    },
    "x-placeholder": "<operationId...>"
  },
  "forwardHeader": {
    "description": "'Name: value' to send with each forwarded request, such as credentials; repeatable",
    "type": "array",
    "items": {
      "type": "string",
      "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\\t -~]*$",
      "x-remedy": "must be a header, like 'Authorization: Bearer abc'"
    },
    "x-repeated": true,
    "x-placeholder": "<line>",
    "x-pass": "a header as 'Name: value'"
  },
  "allowOrigin": {
    "description": "origin of a page that may use the headers of --forward-header, or cookies of the service, beside the origins of this machine; repeatable",
    "type": "array",
    "items": {
      "type": "string",
      "pattern": "^https?://[^/?#@\\\\\\s]+/?$",
      "x-remedy": "must be the origin of a page, like https://app.example"
    },
    "x-repeated": true,
    "x-placeholder": "<origin>",
    "x-pass": "the origin of a page, like https://app.example"
  },
  "forwardTimeout": {
    "description": "milliseconds without progress of the service after which the mock responds with 504; 30000 unless set",
    "type": "integer",
    "minimum": 1,
    "maximum": 3600000,
    "x-placeholder": "<ms>"
  },
  "forwardStrict": {
    "description": "respond with 502 if an exchange violates the OpenAPI document",
    "type": "boolean",
    "default": false
  },
  "configTimeout": {
    "description": "milliseconds that loading the configuration with its datasets may take",
    "type": "integer",
    "minimum": 1,
    "maximum": 3600000,
    "default": 10000,
    "x-placeholder": "<ms>"
  },
  "log": {
    "description": "output format: pretty, json or silent",
    "enum": [
      "pretty",
      "json",
      "silent"
    ],
    "default": "pretty",
    "x-placeholder": "<format>"
  }
} as const;

export const DEFAULT_FLAGS = {
  "port": 4010,
  "host": "127.0.0.1",
  "basePath": "",
  "dataset": "default",
  "scenario": "normal",
  "seed": 1,
  "clock": "system",
  "auth": "none",
  "store": "memory",
  "journal": 1000,
  "forwardStrict": false,
  "configTimeout": 10000,
  "log": "pretty"
} as const;
