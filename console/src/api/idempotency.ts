// Keys that make repeating a call harmless.

/** A new key, as no other call has. */
// Not crypto.randomUUID, which browsers give only to pages under https or on localhost.
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
