// Why a request was not approved, above the form that asks again.
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatDay } from '../format.ts';
import { useText } from '../text/useText.ts';
import classes from './NotApproved.module.css';

type Props = { title: string; decidedAt: string | null; reason: string | null };

export function NotApproved({ title, decidedAt, reason }: Props) {
  const t = useText();
  return (
    <aside className={classes.note} aria-label={title}>
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <p className={classes.title}>{title}</p>
        <p>{t('verify.reason', { day: decidedAt ? formatDay(decidedAt) : '', reason: reason ?? '' })}</p>
      </div>
    </aside>
  );
}
