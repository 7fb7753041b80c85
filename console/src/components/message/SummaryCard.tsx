// The summary of a form that sends, and its buttons.
import type { Mode } from '@godwit/contract/messages/statuses';
import { Button, Flex, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDisplayed } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { FootBar } from '../../ui/FootBar.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { TestTag } from '../frame/Mode.tsx';
import { TopUp } from '../frame/TopUp.tsx';
import classes from './SummaryCard.module.css';

const NOWRAP = { whiteSpace: 'nowrap' };

type Props = {
  title: string;
  mode: Mode;
  /** The review is being prepared. */
  busy?: boolean;
  lines: ReactNode;
  /** The total, which on phones stays in sight beside the button. */
  total?: string;
  notes?: ReactNode;
};

export function SummaryCard({ title, mode, busy = false, lines, total, notes }: Props) {
  const t = useText();
  const test = mode === 'TEST';
  return (
    <Card>
      <CardTitle mb={16}>{title}</CardTitle>
      <dl className={classes.lines}>{lines}</dl>
      {notes}
      <Stack gap={8} mt={24}>
        <FootBar>
          {total === undefined ? null : (
            <Text component="strong" hiddenFrom="sm" fw={600} style={NOWRAP}>
              {total}
            </Text>
          )}
          <SubmitButton
            busy={busy}
            busyLabel={t('send.counting')}
            size="lg"
            fullWidth
            color={test ? 'rust' : 'tide'}
            badge={test ? <TestTag /> : undefined}
          >
            {t('send.review')}
          </SubmitButton>
        </FootBar>
        <Button variant="subtle" fullWidth component={Link} to={paths.campaigns}>
          {t('action.cancel')}
        </Button>
      </Stack>
    </Card>
  );
}

type LineProps = { label: ReactNode; value: string; bad?: boolean };

export function SummaryLine({ label, value, bad = false }: LineProps) {
  return (
    <Flex justify="space-between" gap={16} py={8} c={bad ? 'var(--danger)' : 'var(--text)'}>
      <Text component="dt" c={bad ? 'inherit' : 'dimmed'}>
        {label}
      </Text>
      <Text component="dd" style={NOWRAP}>
        {value}
      </Text>
    </Flex>
  );
}

/** The last line, below a rule. */
export function SummaryTotal({ label, value }: LineProps) {
  return (
    <Flex
      className={`ruled ${classes.total}`}
      justify="space-between"
      gap={16}
      mt={8}
      pt={12}
      pb={8}
      fz={16}
      lh="24px"
      fw={600}
    >
      <dt>{label}</dt>
      <Text component="dd" inherit style={NOWRAP}>
        {value}
      </Text>
    </Flex>
  );
}

const TONES = { test: 'var(--test-text)', bad: 'var(--danger)', quiet: 'dimmed' };

/** A sentence below the lines. */
export function SummaryNote({ tone, children }: { tone: 'test' | 'bad' | 'quiet'; children: ReactNode }) {
  return (
    <Text className={classes.note ?? ''} fz={13} c={TONES[tone]}>
      {children}
    </Text>
  );
}

/** Shown in TEST, which charges nothing, or if the balance does not cover `cost`. */
export function BalanceNote({ mode, cost }: { mode: Mode; cost: number }) {
  const t = useText();
  const { region, balance, display_balance } = useTeam();
  if (mode === 'TEST') return <SummaryNote tone="test">{t('send.notCharged')}</SummaryNote>;
  if (cost <= balance) return null;
  return (
    <SummaryNote tone="bad">
      {t('send.tooDear', { balance: formatDisplayed(display_balance, region.currency_symbol) })}
      <TopUp />
    </SummaryNote>
  );
}
