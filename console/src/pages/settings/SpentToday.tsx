// Today's spending of a project and of its capped API keys, as bars beside their limits.
import type { NamedKey } from '@godwit/contract/apiKeys';
import type { Project } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Box, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { namedKeysQuery } from '../../api/projects.ts';
import { overviewQuery } from '../../api/stats.ts';
import { formatMoney } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useTeam } from '../../session/context.ts';
import { useMode } from '../../session/mode.ts';
import { useText } from '../../text/useText.ts';
import { linkTo } from '../../ui/richText.tsx';
import { SettingNote, SettingRow } from '../../ui/SettingRow.tsx';

/** Keeps the figures current. */
export const REFRESH_MS = 10_000;

export function SpentToday({ project }: { project: Project }) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const { spent_today: spent, daily_limit: limit, daily_warn_pct: warnAt, day_timezone: zone } = project;
  return (
    <SettingRow label={t('limits.today')} hint={t('limits.todayHint', { zone })}>
      <Group gap="0 8px" align="baseline" py={4} c="dimmed">
        <Text
          c="var(--text)"
          fz={{ base: 24, xs: 28 }}
          lh={{ base: '32px', xs: '36px' }}
          fw={600}
          lts="-0.015em"
        >
          {formatMoney(spent, symbol)}
        </Text>
        {limit === null ? t('limits.noLimit') : t('limits.ofLimit', { limit: formatMoney(limit, symbol) })}
      </Group>
      {limit === null ? null : (
        <SpendBar label={t('limits.spentShare')} spent={spent} limit={limit} warnAt={warnAt} />
      )}
      {useMode() === 'TEST' ? <TestToday project={project} /> : null}
    </SettingRow>
  );
}

/** Today's TEST messages cost nothing and count to no limit. */
function TestToday({ project }: { project: Project }) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const { data } = useQuery(overviewQuery({ project_id: project.id, mode: 'TEST', range: '1d' }));
  const rows = data?.outgoing_sms_current ?? [];
  const count = rows.reduce((sum, { total }) => sum + total, 0);
  const cost = formatMoney(
    rows.reduce((sum, row) => sum + row.cost, 0),
    symbol,
  );
  return <SettingNote>{t('limits.test', { count, cost })}</SettingNote>;
}

type KeyWithCap = NamedKey & { daily_cap: number; spent_today: number };

/** The LIVE keys that have a cap of their own, with what each has spent. Nothing if there are none. */
export function KeyCaps({ project: { id, role } }: { project: Project }) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const { data } = useQuery({
    ...namedKeysQuery(id),
    enabled: may(role, 'projects'),
    refetchInterval: REFRESH_MS,
  });
  const capped = data?.filter(
    (key): key is KeyWithCap => key.mode === 'LIVE' && key.daily_cap !== null && key.rotated_at === null,
  );
  if (!capped?.length) return null;
  return (
    <Box className="ruled">
      <SettingRow label={t('limits.keys')} hint={t('limits.keysHint')}>
        <Stack component="ul" gap={16} py={{ base: 0, sm: 10 }}>
          {capped.map(({ id: keyId, name, daily_cap: cap, spent_today: spent }) => (
            <li key={keyId}>
              <Group justify="space-between" gap="0 16px" mb={8} style={{ overflowWrap: 'anywhere' }}>
                <Text fw={500}>{name}</Text>
                <Text c="dimmed">
                  {formatMoney(spent, symbol)} {t('limits.ofLimit', { limit: formatMoney(cap, symbol) })}
                </Text>
              </Group>
              <SpendBar label={t('limits.keyShare', { key: name })} spent={spent} limit={cap} warnAt={null} />
            </li>
          ))}
        </Stack>
        <SettingNote>{linkTo(paths.apiKeys(id))(t('limits.keysLink'))}</SettingNote>
      </SettingRow>
    </Box>
  );
}

type BarProps = {
  label: string;
  spent: number;
  limit: number;
  /** The share of the limit at which a warning is sent; null for none. */
  warnAt: number | null;
};

function SpendBar({ label, spent, limit, warnAt }: BarProps) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const share = Math.min(1, spent / limit);
  const isWarned = warnAt !== null && share >= warnAt;
  const tone = share >= 1 ? 'var(--danger)' : isWarned ? 'var(--warning)' : 'var(--primary)';
  const left = limit - spent;
  return (
    <>
      <Box pos="relative">
        <Progress value={share * 100} color={tone} aria-label={label} />
        {warnAt === null ? null : (
          <Box
            pos="absolute"
            left={`${warnAt * 100}%`}
            top={-4}
            bottom={-4}
            w={2}
            ml={-1}
            bg="var(--edge)"
            aria-hidden="true"
          />
        )}
      </Box>
      <Group justify="space-between" gap="0 16px" mt={8} fz={13} c="dimmed">
        <span>{left > 0 ? t('limits.left', { left: formatMoney(left, symbol) }) : t('limits.reached')}</span>
        {warnAt === null ? null : (
          <span>{t(isWarned ? 'limits.warned' : 'limits.warnsAt', { share: warnAt })}</span>
        )}
      </Group>
    </>
  );
}
