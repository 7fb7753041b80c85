// A payment alert: what happened, and the button that marks it as seen.
import type { PaymentAlert } from '@godwit/contract/staff/payments';
import { Anchor, Box, Button, Flex, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError, isConflict } from '../../api/errors.ts';
import { useAction } from '../../components/form/useSubmit.ts';
import { toastError } from '../../components/toast/toast.ts';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { markAlertSeen } from '../api/payments.ts';
import { staffPaths } from '../paths.ts';
import { Quiet } from '../shell/Quiet.tsx';
import { useReport } from '../shell/report.ts';
import { useHere } from '../shell/StaffPage.tsx';
import { alertTexts } from './alertTexts.ts';

const PROVIDERS = ['STRIPE', 'PAYHERE', 'BANK', 'PRACTICE'] as const;

function providerName(provider: string, t: ReturnType<typeof useText>): string {
  const known = PROVIDERS.find((one) => one === provider);
  return known ? t(`staff.provider.${known}`) : provider;
}

export function AlertRow({ alert }: { alert: PaymentAlert }) {
  const t = useText();
  const here = useHere();
  const { team, times, seen_by: seenBy, seen_at: seenAt } = alert;
  const [title, text] = alertTexts(alert.kind);
  const details = Object.entries(alert.detail);
  return (
    <Group justify="space-between" align="flex-start" gap="12px 24px">
      <Box flex="1 1 240px" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group align="baseline" gap="0 12px">
          <Text component="strong" fw={600}>
            {title ? t(title) : alert.kind}
          </Text>
          <span>{providerName(alert.provider, t)}</span>
          {team ? (
            <Anchor component={Link} to={staffPaths.team(team.id)} state={here}>
              {team.name}
            </Anchor>
          ) : null}
        </Group>
        {text ? <Text my={4}>{t(text)}</Text> : null}
        <Quiet>
          {t('staff.alerts.times', {
            times,
            first: formatInstant(alert.first_at),
            last: formatInstant(alert.last_at),
          })}
        </Quiet>
        {details.length > 0 ? (
          <Box component="dl" fz={13} mt={4}>
            {details.map(([name, value]) => (
              <Flex key={name} gap={8}>
                <Text component="dt" inherit flex="none" c="dimmed">{`${name.replaceAll('_', ' ')}:`}</Text>
                <Text component="dd" inherit miw={0}>
                  {value}
                </Text>
              </Flex>
            ))}
          </Box>
        ) : null}
        {seenBy && seenAt ? (
          <Quiet>{t('staff.alerts.seenBy', { by: seenBy, at: formatInstant(seenAt) })}</Quiet>
        ) : null}
      </Box>
      {seenAt ? null : (
        <Group gap={8}>
          <SeeButton alert={alert} />
          <OpenButton alert={alert} />
        </Group>
      )}
    </Group>
  );
}

/** The pages of the providers where a notice is looked up. */
const DASHBOARDS: Record<string, string> = {
  STRIPE: 'https://dashboard.stripe.com/',
  PAYHERE: 'https://www.payhere.lk/merchant/',
};

/** Leads to where the alert is settled: the payments of the team, or the dashboard of the provider. */
function OpenButton({ alert: { team, provider } }: { alert: PaymentAlert }) {
  const t = useText();
  const here = useHere();
  const dashboard = DASHBOARDS[provider];
  if (team)
    return (
      <Button
        variant="outline"
        component={Link}
        to={staffPaths.teamMoney(team.id)}
        state={here}
        aria-label={t('staff.alerts.paymentsOf', { team: team.name })}
      >
        {t('staff.alerts.payments')}
      </Button>
    );
  if (!dashboard) return null;
  return (
    <Button variant="outline" component="a" href={dashboard} target="_blank" rel="noreferrer">
      {t('staff.alerts.dashboard', { provider: providerName(provider, t) })}
    </Button>
  );
}

function SeeButton({ alert: { id } }: { alert: PaymentAlert }) {
  const t = useText();
  const report = useReport();
  const queries = useQueryClient();
  const refresh = () =>
    Promise.all(
      ['payment_alerts', 'counts'].map((list) => queries.invalidateQueries({ queryKey: ['staff', list] })),
    );
  const { run, busy } = useAction({
    call: async () => {
      await markAlertSeen(id);
      report(t('staff.alerts.seenDone'));
      await refresh();
    },
    onError: (error) => {
      const isGone = error instanceof ApiError && error.status === 404;
      if (!isGone && !isConflict(error)) return false;
      toastError(error);
      void refresh();
      return true;
    },
  });
  return (
    <SubmitButton variant="subtle" busy={busy} busyLabel={t('staff.action.busy')} onClick={() => run()}>
      {t('staff.alerts.see')}
    </SubmitButton>
  );
}
