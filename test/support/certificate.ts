/** A certificate for localhost and 127.0.0.1 that signs itself, valid until 2120, and its private key. */
export const certificate: { readonly cert: string; readonly key: string } = {
	cert: `-----BEGIN CERTIFICATE-----
MIIBZDCCAQqgAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABC+9CWwEDYacZC9P
+lMG+th9+u2IawSgdI/eQuovWyajgckKjC2Gddv7wFvP90pXxBnshpFdQgAOFyym
lbmFkIajSzBJMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAMBgNVHRMEBTAD
AQH/MB0GA1UdDgQWBBQk0Jwpr/aQPfrmno4FcYoLnMwUUzAKBggqhkjOPQQDAgNI
ADBFAiBq5ybW766aKbUBD1nwAwcB6Q2OnuJoKGfJ+vYRswODPgIhAOM5xUI6zXg9
q+NaV/lojNVztz5ElpYAbtsjKhFVXQO9
-----END CERTIFICATE-----
`,
	key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgEQOmJF1/gxd63Ju2
w6XwaSYFj1dbth8/9Ub304eD8/GhRANCAAQvvQlsBA2GnGQvT/pTBvrYffrtiGsE
oHSP3kLqL1smo4HJCowthnXb+8Bbz/dKV8QZ7IaRXUIADhcsppW5hZCG
-----END PRIVATE KEY-----
`,
};
