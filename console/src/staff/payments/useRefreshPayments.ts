// Has everything read again that a refund changes: payments, balances, what waits and how much of it.
import { useQueryClient } from '@tanstack/react-query';

export function useRefreshPayments(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const list of ['teams', 'refunds', 'counts']) {
      queries.invalidateQueries({ queryKey: ['staff', list] });
    }
  };
}
