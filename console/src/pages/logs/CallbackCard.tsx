// Where a message's status is reported to, what the last report was answered with, and every try.
import type { CallbackTry } from '@godwit/contract/callbacks';
import type { MessageDetail } from '@godwit/contract/messages';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { Fragment } from 'react';
import { formatDay, formatInstant, formatTime, formatUtc } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Pill } from '../../ui/Pill.tsx';
import classes from './CallbackCard.module.css';

type Callback = NonNullable<MessageDetail['status_callback']>;

export function CallbackCard({ callback: { url, attempts, tries } }: { callback: Callback }) {
  const t = useText();
  const last = tries.at(-1);
  return (
    <Card>
      <div className={classes.head}>
        <h2>{t('message.callback')}</h2>
        {last ? (
          <LastAnswer last={last} />
        ) : (
          <Pill tone="neutral" icon={IconClock}>
            {t('message.callbackNone')}
          </Pill>
        )}
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
      {last ? <Tries attempts={attempts} tries={tries} /> : null}
    </Card>
  );
}

/** Whether the receiver took the report: any 2xx. '200 OK' is said only of that. */
const isTaken = ({ answer }: CallbackTry): boolean => answer !== null && answer >= 200 && answer < 300;

function useAnswerWords() {
  const t = useText();
  return ({ answer }: CallbackTry): string => {
    if (answer === null) return t('message.callbackNoAnswer');
    return answer === 200 ? t('message.callbackOk') : String(answer);
  };
}

function LastAnswer({ last }: { last: CallbackTry }) {
  const words = useAnswerWords();
  return (
    <Pill tone={isTaken(last) ? 'success' : 'danger'} icon={isTaken(last) ? IconCheck : IconX}>
      {words(last)}
    </Pill>
  );
}

function Tries({ attempts, tries }: Pick<Callback, 'attempts' | 'tries'>) {
  const t = useText();
  const words = useAnswerWords();
  // Most are of one day, which the page names already.
  const hasDays = new Set(tries.map(({ at }) => formatDay(at))).size > 1;
  return (
    <section className={classes.tries}>
      <h3>{t('message.callbackTries')}</h3>
      {attempts > tries.length ? (
        <p className={classes.more}>{t('message.callbackMore', { shown: tries.length, attempts })}</p>
      ) : null}
      <ol>
        {tries.map((one) => (
          <li key={one.at} data-taken={isTaken(one)}>
            <time dateTime={one.at} title={formatUtc(one.at)}>
              {hasDays ? formatInstant(one.at) : formatTime(one.at)}
            </time>
            <span>{one.status}</span>
            <span className={classes.answer}>{words(one)}</span>
            {one.error ? <span className={classes.error}>{one.error}</span> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
