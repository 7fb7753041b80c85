// The cache of what was read, and what holds for every call that changes something.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.ts';

const MAX_RETRIES = 2;
const STALE_AFTER_MS = 15_000;

/** Reading again helps where no answer came or the server stumbled, not where it said no. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < MAX_RETRIES && error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: STALE_AFTER_MS, retry: worthRetrying },
    // Tried at once and told at once, also where the browser believes itself offline; what was sent, passwords among it, is forgotten.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
});
