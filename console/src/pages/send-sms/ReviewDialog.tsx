// The last look before sending, and the sending: a row per recipient, Pending, then Sent or Failed.
import { Button, Progress } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ReviewFoot, ReviewModal, ReviewText } from '../../components/ReviewModal.tsx';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { TagBadge } from '../../ui/TagBadge.tsx';
import { OutcomeTable } from './OutcomeTable.tsx';
import classes from './ReviewDialog.module.css';
import { type Outcomes, type Review, useSending } from './useSending.ts';

type Props = {
  /** What was last opened; stays while the dialog fades out. */
  review: Review | null;
  opened: boolean;
  /** Before sending and after, with the recipients that were sent to; not while calls are on their way. */
  onClose: (sent: ReadonlySet<string>) => void;
};

export function ReviewDialog({ review, opened, onClose }: Props) {
  const t = useText();
  const { sending, outcomes, send } = useSending(review);

  function close(): void {
    const sent = [...outcomes].filter(([, outcome]) => outcome.sent).map(([to]) => to);
    if (!sending) onClose(new Set(sent));
  }

  return (
    <ReviewModal opened={opened} onClose={close} locked={sending} title={t('send.title')}>
      {review ? (
        <>
          <ReviewText>
            <p>{t('send.deliveredTo', { count: review.recipients.length })}</p>
            {review.zone ? <p>{t('send.goesAt', { time: review.sendTime, zone: review.zone })}</p> : null}
          </ReviewText>
          <OutcomeTable review={review} outcomes={outcomes} sending={sending} />
          <Foot
            review={review}
            sending={sending}
            outcomes={outcomes}
            onSend={() => void send()}
            onClose={close}
          />
        </>
      ) : null}
    </ReviewModal>
  );
}

type FootProps = {
  review: Review;
  sending: boolean;
  outcomes: Outcomes;
  onSend: () => void;
  onClose: () => void;
};

function Foot({ review, sending, outcomes, onSend, onClose }: FootProps) {
  const t = useText();
  const all = review.recipients.length;
  const failures = [...outcomes.values()].filter((outcome) => !outcome.sent);
  const failed = failures.length;
  const begun = sending || outcomes.size > 0;
  const test = review.form.mode === 'TEST';
  const finished = begun && !sending;
  // Nothing is left that sending again could change.
  const settled = finished && failures.every((outcome) => outcome.final);
  const secondary = useRef<HTMLButtonElement>(null);

  // The send button, which had the focus, is gone then.
  useEffect(() => {
    if (settled) secondary.current?.focus();
  }, [settled]);

  const progress = (
    <div className={classes.progress} data-begun={begun || undefined}>
      <span className={classes.count}>
        {t('send.done', { done: outcomes.size, all })}
        <span role="status">
          {finished ? t('send.outcome', { failed, sent: outcomes.size - failed }) : null}
        </span>
      </span>
      <Progress value={(outcomes.size / all) * 100} size={4} aria-hidden="true" />
    </div>
  );
  return (
    <ReviewFoot progress={progress}>
      <Button ref={secondary} variant={settled ? 'filled' : 'outline'} disabled={sending} onClick={onClose}>
        {t(finished ? 'action.close' : 'send.makeChanges')}
      </Button>
      {settled ? null : (
        <SubmitButton
          busy={sending}
          busyLabel={t('send.sending')}
          color={test ? 'rust' : 'tide'}
          badge={test ? <TagBadge>{t('mode.test')}</TagBadge> : undefined}
          onClick={onSend}
        >
          {t(finished ? 'send.retry' : 'send.send')}
        </SubmitButton>
      )}
    </ReviewFoot>
  );
}
