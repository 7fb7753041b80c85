// Beside both forms: what becomes of a request, and who sees the documents.
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import classes from './verification.module.css';

const STEPS = ['verify.next1', 'verify.next2', 'verify.next3'] as const;

export function NextSteps() {
  const t = useText();
  return (
    <Card>
      <div className={classes.next}>
        <h2>{t('verify.nextTitle')}</h2>
        <ol>
          {STEPS.map((step, index) => (
            <li key={step}>
              <span className={classes.number} aria-hidden="true">
                {index + 1}
              </span>
              {t(step)}
            </li>
          ))}
        </ol>
        <p className={classes.private}>{t('verify.private')}</p>
      </div>
    </Card>
  );
}
