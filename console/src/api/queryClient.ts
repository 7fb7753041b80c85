// The cache of what was read, and what holds for every call that changes something.
import { QueryClient } from '@tanstack/react-query';
import { isLost } from './errors.ts';

const STALE_AFTER_MS = 15_000;

/** Reading again, once and without a word, helps where no answer came or the server stumbled, not where it said no. */
const retryOnce = (failures: number, error: Error): boolean => failures === 0 && isLost(error);

export const queryClient = new QueryClient({
  defaultOptions: {
    // Tried at once and told at once, also where the browser believes itself offline; connected again, what failed is read again.
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
