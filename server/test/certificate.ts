// A certificate of carrier.test that no authority signed but itself, for a century, with its key: for tests of TLS alone.
//   openssl req -x509 -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=carrier.test -addext subjectAltName=DNS:carrier.test

export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnjCCAUSgAwIBAgIUJhf8KFFZpljLIOG7TBiywYiDwhcwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMY2Fycmllci50ZXN0MCAXDTI2MTEyMjIyMDI1OVoYDzIxMjYx
MDI5MjIwMjU5WjAXMRUwEwYDVQQDDAxjYXJyaWVyLnRlc3QwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAATl2VXYKqeI093tAoCsvRm6sdL6TfGcPo1z+IJ9Wam9rBlb
LWfUpwgr/Zi/y34272L9s4wA2FZ4a9HE7AHwi88wo2wwajAdBgNVHQ4EFgQUleuU
a4igsKzAnuNkWjS705qyT7EwHwYDVR0jBBgwFoAUleuUa4igsKzAnuNkWjS705qy
T7EwFwYDVR0RBBAwDoIMY2Fycmllci50ZXN0MA8GA1UdEwEB/wQFMAMBAf8wCgYI
KoZIzj0EAwIDSAAwRQIhAPyAhSO+tAXQtI+4y2YfTTjwG9IT8MdZmuyXEXDc7gRW
AiBeJBQdHkl6RZAh4pG0wQLhIVTyERv7xpYP/LEntMQCZA==
-----END CERTIFICATE-----
`;
export const CERTIFICATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgzEgwaYSOk6ai3Omh
0qaHng/RgQbqw7BuoTpESLWEQCKhRANCAATl2VXYKqeI093tAoCsvRm6sdL6TfGc
Po1z+IJ9Wam9rBlbLWfUpwgr/Zi/y34272L9s4wA2FZ4a9HE7AHwi88w
-----END PRIVATE KEY-----
`;
