// Approves a request, or rejects it with a reason. Shows the decision of a decided request.
import { decisionReason } from '@godwit/contract/staff/accounts';
import { Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { isConflict } from '../../api/errors.ts';
import { useAction } from '../../components/form/useSubmit.ts';
import { toastError } from '../../components/toast/toast.ts';
import { formatInstant } from '../../format.ts';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useReport } from '../shell/report.ts';
import { type AnyCase, Note } from './Case.tsx';
import classes from './Decision.module.css';

type Props<Request extends AnyCase> = {
  request: Request;
  approve: () => Promise<Request>;
  reject: (reason: string) => Promise<Request>;
  /** Shows the updated request after the decision. */
  onDecided: (request: Request) => void;
  /** Reloads the request, which a colleague has decided first. */
  onLost: () => void;
};

/** Makes one of the two decisions and reports the result. */
function useDecide<Request extends AnyCase>(
  { onDecided, onLost }: Props<Request>,
  decide: (reason: string) => Promise<Request>,
  done: TextId,
) {
  const t = useText();
  const report = useReport();
  return useAction({
    call: async (reason: string) => {
      onDecided(await decide(reason));
      report(t(done));
    },
    onError: (error) => {
      toastError(error);
      if (isConflict(error)) onLost();
      return true;
    },
  });
}

export function Decision<Request extends AnyCase>(props: Props<Request>) {
  const { request } = props;
  const t = useText();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const approving = useDecide(props, props.approve, 'staff.review.approved');
  const rejecting = useDecide(props, props.reject, 'staff.review.rejected');
  const field = useRef<HTMLInputElement>(null);

  function tryReject(): void {
    const checked = decisionReason.safeParse(typed);
    if (checked.success) {
      rejecting.run(checked.data);
      return;
    }
    setProblem(checked.error.issues[0]?.message ?? null);
    field.current?.focus();
  }

  if (request.status !== 'PENDING') return <Decided request={request} />;
  if (request.own_team) return <Note>{t('staff.review.ownTeam')}</Note>;
  return (
    <div className={classes.decision}>
      <TextInput
        ref={field}
        className={classes.reason ?? ''}
        label={t('staff.review.reason')}
        placeholder={t('staff.review.reasonHint')}
        value={typed}
        maxLength={500}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <SubmitButton
        variant="outline"
        color="red"
        busy={rejecting.busy}
        busyLabel={t('staff.review.rejecting')}
        disabled={approving.busy}
        onClick={tryReject}
      >
        {t('staff.reject')}
      </SubmitButton>
      <SubmitButton
        busy={approving.busy}
        busyLabel={t('staff.review.approving')}
        disabled={rejecting.busy}
        onClick={() => approving.run('')}
      >
        {t('staff.review.approve')}
      </SubmitButton>
    </div>
  );
}

function Decided({ request }: { request: AnyCase }) {
  const t = useText();
  const { status, reason, decided_by: by, decided_at: at } = request;
  return (
    <Note>
      {t.rich('staff.review.decided', {
        status: t(`staff.review.${status}`),
        by: by ?? t('field.none'),
        at: at ? formatInstant(at) : t('field.none'),
        b: (text) => (
          <Text key="b" component="strong" inherit fw={700} c="var(--text)">
            {text}
          </Text>
        ),
      })}
      {reason ? ` ${reason}` : null}
    </Note>
  );
}
