// A decision about a rule set: asks for a reason, and shows the rules that are in force afterwards.
import type { RulesAnswer } from '@godwit/contract/staff/rules';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toastSuccess } from '../../components/toast/toast.ts';
import { rulesQuery } from '../api/rules.ts';
import { type ReasonQuestion, useReasonConfirm } from '../shell/useReasonConfirm.tsx';

type Decision = Pick<ReasonQuestion, 'title' | 'text' | 'action'> & {
  harmless?: boolean;
  done: string;
  call: (reason: string) => Promise<RulesAnswer>;
};

/** Returns `decide` and the dialog to render. */
export function useSetDecision(): [decide: (decision: Decision) => void, dialog: ReactNode] {
  const queries = useQueryClient();
  const [ask, question] = useReasonConfirm();
  const refresh = () => queries.invalidateQueries({ queryKey: rulesQuery.queryKey });
  return [
    ({ done, call, ...texts }) =>
      ask({
        ...texts,
        asksReason: true,
        call: async (reason) => {
          const newer = await call(reason);
          await queries.cancelQueries({ queryKey: rulesQuery.queryKey });
          queries.setQueryData(rulesQuery.queryKey, newer);
          queries.invalidateQueries({ queryKey: [...rulesQuery.queryKey, 'sets'] });
          toastSuccess(done);
        },
        onLost: refresh,
      }),
    question,
  ];
}
