// Idempotency keys for the requests of one dialog or form.
import { useRef } from 'react';
import { randomUuid } from '../../randomUuid.ts';

/**
 * Returns a key for a serialized request. Sending the same request again, for example after a timeout, uses
 * the same key.
 */
export function useIdempotencyKeys(): (sent: string) => string {
  const keys = useRef(new Map<string, string>());
  return (sent) => {
    const key = keys.current.get(sent) ?? randomUuid();
    keys.current.set(sent, key);
    return key;
  };
}
