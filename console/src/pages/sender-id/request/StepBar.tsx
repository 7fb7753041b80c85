// The steps of the request: those before the open one lead back to it.
import { useText } from '../../../text/useText.ts';
import classes from './request.module.css';
import type { Step } from './steps.ts';

type Props = { steps: readonly Step[]; shown: Step; onOpen: (step: Step) => void };

export function StepBar({ steps, shown, onOpen }: Props) {
  const t = useText();
  const current = steps.indexOf(shown);
  return (
    <nav aria-label={t('sender.steps')}>
      <ol className={classes.steps}>
        {steps.map((step, at) => (
          <li key={step} data-reached={at <= current || undefined}>
            {at < current ? (
              <button type="button" onClick={() => onOpen(step)}>
                <span>{t(`sender.step.${step}`)}</span>
              </button>
            ) : (
              <div {...(at === current ? { 'aria-current': 'step' } : { 'data-ahead': true })}>
                <span>{t(`sender.step.${step}`)}</span>
              </div>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
