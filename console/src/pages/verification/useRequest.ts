// Sending a verification request: once at a time, with the toast and the way on of the specification.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { profileQuery } from '../../api/accounts.ts';
import { requestVerification, verificationsQuery } from '../../api/requests.ts';
import { toastSuccess } from '../../components/toast.ts';
import { useAction } from '../../components/useSubmit.ts';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';

/** Gives `send` and whether it is under way. After a refusal everything stays as it is. */
export function useRequest() {
  const t = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { run: send, busy } = useAction({
    call: async (request: Parameters<typeof requestVerification>[0]) => {
      await requestVerification(request);
      toastSuccess(t('verify.sent'));
      navigate(paths.campaigns);
      for (const { queryKey } of [verificationsQuery, profileQuery])
        void queries.invalidateQueries({ queryKey });
    },
    once: true,
  });
  return { send, busy };
}
