// The query cache, and the defaults of all queries and mutations.
import { QueryClient } from '@tanstack/react-query';
import { isLost } from './errors.ts';

const STALE_AFTER_MS = 15_000;

/** Retries a query once, silently, if no answer came or the server failed. Does not retry refusals. */
const retryOnce = (failures: number, error: Error): boolean => failures === 0 && isLost(error);

export const queryClient = new QueryClient({
  defaultOptions: {
    // Queries run even if the browser reports that it is offline, so they fail at once instead of waiting.
    // They run again when it reconnects.
    queries: {
      staleTime: STALE_AFTER_MS,
      retry: retryOnce,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // Mutations also run while offline. Their input, which includes passwords, is not cached.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
});
