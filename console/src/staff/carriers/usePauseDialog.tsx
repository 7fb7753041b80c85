// The dialog that pauses or resumes a carrier link with a reason.
import type { CarrierLink } from '@godwit/contract/staff/operations';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toastSuccess } from '../../components/toast/toast.ts';
import { useText } from '../../text/useText.ts';
import { carriersQuery, changeLink } from '../api/system.ts';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';

/** Returns a function that opens the dialog for a link, and the dialog. */
export function usePauseDialog(): [ask: (link: CarrierLink) => void, dialog: ReactNode] {
  const t = useText();
  const queries = useQueryClient();
  const [ask, question] = useReasonConfirm();
  const { queryKey } = carriersQuery;

  function askFor({ id, paused_state: paused }: CarrierLink): void {
    const act = paused ? 'resume' : 'pause';
    ask({
      title: t(`staff.carriers.${act}Of`, { id }),
      text: t(`staff.carriers.${act}Text`),
      action: t(`staff.carriers.${act}`),
      asksReason: true,
      call: async (reason) => {
        const newer = await changeLink(id, act, reason);
        // A request in flight may return the state before the change.
        await queries.cancelQueries({ queryKey });
        queries.setQueryData(queryKey, newer);
        // The page of one link is below the same key.
        await queries.invalidateQueries({ queryKey: [...queryKey, id] });
        toastSuccess(t(`staff.carriers.${act}dDone`));
      },
      onLost: () => queries.invalidateQueries({ queryKey }),
    });
  }
  return [askFor, question];
}
