// One row per recipient; on a phone each row folds into three lines.
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import { memo, useEffect, useRef } from 'react';
import { useText } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';
import classes from './ReviewDialog.module.css';
import type { Outcome, Outcomes, Recipient, Review } from './useSending.ts';

type Props = { review: Review; outcomes: Outcomes; sending: boolean };

export function ReviewTable({ review, outcomes, sending }: Props) {
  const t = useText();
  const rows = useRef<HTMLElement>(null);

  // At the end the first failure comes into view, which among hundreds would not be found.
  useEffect(() => {
    if (!sending) rows.current?.querySelector('[data-failed]')?.scrollIntoView({ block: 'nearest' });
  }, [sending]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={rows} className={classes.scroll} aria-label={t('send.recipients')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={classes.number}>
              {t('send.number')}
            </th>
            <th scope="col" className={classes.from}>
              {t('send.from')}
            </th>
            <th scope="col" className={classes.sendTime}>
              {t('send.sendTime')}
            </th>
            <th scope="col" className={classes.message}>
              {t('send.message')}
            </th>
            <th scope="col" className={classes.status}>
              {t('send.status')}
            </th>
          </tr>
        </thead>
        <tbody>
          {review.recipients.map((recipient) => (
            <Row
              key={recipient.to}
              recipient={recipient}
              review={review}
              outcome={outcomes.get(recipient.to)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = { recipient: Recipient; review: Review; outcome: Outcome | undefined };

// Hundreds of rows stay as they are while one changes.
const Row = memo(function Row({ recipient, review, outcome }: RowProps) {
  const { form, sendTime } = review;
  const reason = outcome && !outcome.sent ? outcome.reason : null;
  return (
    <tr>
      <td className={classes.number}>{recipient.shown}</td>
      <td className={classes.from}>{form.from}</td>
      <td className={classes.sendTime}>{sendTime}</td>
      <td className={classes.message} data-failed={reason !== null || undefined}>
        <span title={reason ?? form.body}>{reason ?? form.body}</span>
      </td>
      <td className={classes.status}>
        <OutcomePill outcome={outcome} />
      </td>
    </tr>
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
