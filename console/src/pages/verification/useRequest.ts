// Sending a verification request: once at a time, with the toast and the way on of the specification.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { profileQuery } from '../../api/accounts.ts';
import { requestVerification, verificationsQuery } from '../../api/verification.ts';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';

/** Gives `send` and whether it is under way. After a refusal everything stays as it is. */
export function useRequest() {
  const t = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  async function send(request: Parameters<typeof requestVerification>[0]): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await requestVerification(request);
    } catch (error) {
      toastError(error);
      setBusy(false);
      return;
    }
    toastSuccess(t('verify.sent'));
    navigate(paths.campaigns);
    for (const { queryKey } of [verificationsQuery, profileQuery])
      void queries.invalidateQueries({ queryKey });
  }
  return { send, busy };
}
