// The cache of what was read, and what holds for every call that changes something.
import { QueryClient } from '@tanstack/react-query';
import { isLost } from './errors.ts';

const STALE_AFTER_MS = 15_000;

/**
 * Reads again once, without a word, if no answer came or the server had a fault; not if it refused the call.
 */
const retryOnce = (failures: number, error: Error): boolean => failures === 0 && isLost(error);

export const queryClient = new QueryClient({
  defaultOptions: {
    // Queries run and fail at once, even if the browser believes that it is offline. When it is connected
    // again, failed queries run again.
    queries: {
      staleTime: STALE_AFTER_MS,
      retry: retryOnce,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // The same; what was sent, passwords among it, is forgotten.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
});
