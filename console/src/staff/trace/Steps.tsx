// The steps of a message in order, each with what the carrier said where it said something.
import type { TraceStep } from '@godwit/contract/staffOperations';
import { formatDay, formatTimeMs, formatUtc } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import classes from './trace.module.css';

export function Steps({ steps }: { steps: TraceStep[] }) {
  const t = useText();
  return (
    <Card padded={false}>
      <ol className={classes.steps} aria-label={t('staff.trace.steps')}>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id, and the list is only ever replaced as a whole
          <Step key={index} step={step} />
        ))}
      </ol>
    </Card>
  );
}

function Step({ step: { at, kind, detail, link, data } }: { step: TraceStep }) {
  const t = useText();
  return (
    <li className={classes.step} data-kind={kind}>
      <time className={classes.when} dateTime={at} title={formatUtc(at)}>
        <span className={classes.day}>{formatDay(at)}</span> {formatTimeMs(at)}
      </time>
      <strong className={classes.kind}>{t(`staff.trace.${kind}`)}</strong>
      <div className={classes.what}>
        <p>
          {detail}
          {link ? <span className={classes.link}> {link}</span> : null}
        </p>
        {data ? (
          <dl className={classes.data}>
            {Object.entries(data).map(([name, value]) => (
              <div key={name}>
                <dt className="mono">{name}</dt>
                <dd className="mono">{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
      </div>
    </li>
  );
}
