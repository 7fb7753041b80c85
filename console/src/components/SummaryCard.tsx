// What a form that sends comes to, line by line, and the way on.
import type { Mode } from '@godwit/contract/statuses';
import { Anchor, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDisplayed } from '../format.ts';
import { paths } from '../paths.ts';
import { useTeam } from '../session/context.ts';
import { useText } from '../text/useText.ts';
import { Card } from '../ui/Card.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TagBadge } from '../ui/TagBadge.tsx';
import classes from './SummaryCard.module.css';

type Props = {
  title: string;
  mode: Mode;
  /** The review is being made ready. */
  busy?: boolean;
  lines: ReactNode;
  notes?: ReactNode;
};

export function SummaryCard({ title, mode, busy = false, lines, notes }: Props) {
  const t = useText();
  const test = mode === 'TEST';
  return (
    <Card>
      <h2 className={classes.heading}>{title}</h2>
      <dl className={classes.lines}>{lines}</dl>
      {notes}
      <div className={classes.actions}>
        <SubmitButton
          busy={busy}
          busyLabel={t('send.counting')}
          size="lg"
          fullWidth
          color={test ? 'rust' : 'tide'}
          badge={test ? <TagBadge>{t('mode.test')}</TagBadge> : undefined}
        >
          {t('send.review')}
        </SubmitButton>
        <Button variant="subtle" fullWidth component={Link} to={paths.campaigns}>
          {t('action.cancel')}
        </Button>
      </div>
    </Card>
  );
}

type LineProps = { label: ReactNode; value: string; bad?: boolean };

export function SummaryLine({ label, value, bad = false }: LineProps) {
  return (
    <div className={classes.line} data-bad={bad || undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The last line, under a rule. */
export function SummaryTotal({ label, value }: LineProps) {
  return (
    <div className={classes.total}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** A sentence under the lines. */
export function SummaryNote({ tone, children }: { tone: 'test' | 'bad' | 'quiet'; children: ReactNode }) {
  return (
    <p className={classes.note} data-tone={tone}>
      {children}
    </p>
  );
}

/** That nothing is charged in TEST, or that the balance does not cover `cost`; nothing where all is well. */
export function BalanceNote({ mode, cost }: { mode: Mode; cost: number }) {
  const t = useText();
  const { region, balance, display_balance } = useTeam();
  if (mode === 'TEST') return <SummaryNote tone="test">{t('send.notCharged')}</SummaryNote>;
  if (cost <= balance) return null;
  const link = (words: ReactNode) => (
    <Anchor key="link" component={Link} to={paths.billing} inherit>
      {words}
    </Anchor>
  );
  return (
    <SummaryNote tone="bad">
      {t.rich('send.tooDear', { balance: formatDisplayed(display_balance, region.currency_symbol), link })}
    </SummaryNote>
  );
}
