// One row per recipient, and what became of each.
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import { memo, useEffect, useRef } from 'react';
import { ReviewRow, ReviewTable } from '../../components/ReviewModal.tsx';
import { useText } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';
import type { Outcome, Outcomes, Recipient, Review } from './useSending.ts';

type Props = { review: Review; outcomes: Outcomes; sending: boolean };

export function OutcomeTable({ review, outcomes, sending }: Props) {
  const t = useText();
  const rows = useRef<HTMLElement>(null);

  // At the end the first failure comes into view, which among hundreds would not be found.
  useEffect(() => {
    if (!sending) rows.current?.querySelector('[data-failed]')?.scrollIntoView({ block: 'nearest' });
  }, [sending]);

  return (
    <ReviewTable ref={rows} label={t('send.recipients')} status>
      {review.recipients.map((recipient) => (
        <Row key={recipient.to} recipient={recipient} review={review} outcome={outcomes.get(recipient.to)} />
      ))}
    </ReviewTable>
  );
}

type RowProps = { recipient: Recipient; review: Review; outcome: Outcome | undefined };

// Hundreds of rows stay as they are while one changes.
const Row = memo(function Row({ recipient, review, outcome }: RowProps) {
  const { form, sendTime } = review;
  return (
    <ReviewRow
      number={recipient.shown}
      from={form.from}
      sendTime={sendTime}
      message={form.body}
      reason={outcome && !outcome.sent ? outcome.reason : null}
      status={<OutcomePill outcome={outcome} />}
    />
  );
});

function OutcomePill({ outcome }: { outcome: Outcome | undefined }) {
  const t = useText();
  if (!outcome)
    return (
      <Pill tone="neutral" icon={IconQuestionMark}>
        {t('send.pending')}
      </Pill>
    );
  if (outcome.sent)
    return (
      <Pill tone="info" icon={IconCheck}>
        {t('send.sent')}
      </Pill>
    );
  return (
    <Pill tone="danger" icon={IconX}>
      {t('send.failed')}
    </Pill>
  );
}
