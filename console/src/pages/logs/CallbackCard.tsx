// Where a message's status is reported to, and what the last report was answered with.
import type { MessageDetail } from '@godwit/contract/messages';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { Fragment } from 'react';
import { formatInstant, formatUtc } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Pill } from '../../ui/Pill.tsx';
import classes from './CallbackCard.module.css';

type Callback = NonNullable<MessageDetail['status_callback']>;

export function CallbackCard({ callback }: { callback: Callback }) {
  const t = useText();
  const { url, attempts, last_attempt_at: lastAt } = callback;
  return (
    <Card>
      <div className={classes.head}>
        <h2>{t('message.callback')}</h2>
        <Answer callback={callback} />
      </div>
      <p className={`mono ${classes.url}`}>
        {/* It may break after a slash, not inside a word. */}
        {url.split(/(?<=\/)/).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one URL, never reordered
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </p>
      {lastAt ? (
        <p className={classes.tries} title={formatUtc(lastAt)}>
          {t('message.callbackTries', { attempts, when: formatInstant(lastAt) })}
        </p>
      ) : null}
    </Card>
  );
}

// '200 OK' is the true last answer: any other one is shown as it was.
function Answer({ callback: { attempts, last_status: status } }: { callback: Callback }) {
  const t = useText();
  if (attempts === 0)
    return (
      <Pill tone="neutral" icon={IconClock}>
        {t('message.callbackNone')}
      </Pill>
    );
  if (status === null)
    return (
      <Pill tone="danger" icon={IconX}>
        {t('message.callbackNoAnswer')}
      </Pill>
    );
  if (status === 200)
    return (
      <Pill tone="success" icon={IconCheck}>
        {t('message.callbackOk')}
      </Pill>
    );
  const taken = status > 200 && status < 300;
  return (
    <Pill tone={taken ? 'success' : 'danger'} icon={taken ? IconCheck : IconX}>
      {String(status)}
    </Pill>
  );
}
