// Failed messages by reason and by destination. Each row links to its messages in the log.

import { FAILURES } from '@godwit/contract/messages/failures';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { ProjectSummary } from '@godwit/contract/projects';
import type { Failures } from '@godwit/contract/stats';
import { Anchor, Box, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { failuresQuery } from '../../api/stats.ts';
import { Dialog } from '../../components/dialog/Dialog.tsx';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { formatAddress } from '../../components/list/useAddress.ts';
import { countryName } from '../../countryName.ts';
import type { Days } from '../../days.ts';
import { formatCount } from '../../format.ts';
import { paths } from '../../paths.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { ShareBar, ShareMark } from '../../ui/Shares.tsx';
import { formatSpanWithYear } from './graph.ts';

type Props = { project: ProjectSummary; mode: Mode; days: Days; onClosed: () => void };

export function FailuresDialog({ project, mode, days, onClosed }: Props) {
  const t = useText();
  const [opened, setOpened] = useState(true);
  const failures = useQuery(failuresQuery({ project_id: project.id, mode, ...days }));
  const { data } = failures;
  return (
    <Dialog
      opened={opened}
      onClose={() => setOpened(false)}
      onExited={onClosed}
      size={560}
      title={t('home.failuresTitle')}
    >
      {data ? <FailureCounts failures={data} address={{ mode, days, status: 'FAILED' }} /> : null}
      {!data && failures.isError ? (
        <LoadFailed error={failures.error} onRetry={() => failures.refetch()} />
      ) : null}
      {data || failures.isError ? null : <Skeleton height={160} aria-busy="true" />}
    </Dialog>
  );
}

/** The state that the log opens with. */
type LogAddress = { mode: Mode; days: Days; status: 'FAILED' };

function FailureCounts({ failures, address }: { failures: Failures; address: LogAddress }) {
  const t = useText();
  const { current_from: from, current_to: to, total, reasons, destinations, other_destinations } = failures;
  if (total === 0) return <Text c="dimmed">{t('home.failuresNone')}</Text>;
  const logLink = (filter: object) => `${paths.logs}?${formatAddress({ ...address, ...filter })}`;
  return (
    <Stack gap={24}>
      <Text c="dimmed">{t('home.failuresCount', { count: total, days: formatSpanWithYear(from, to) })}</Text>
      <Counts
        title={t('home.failuresReason')}
        rows={reasons.map(({ code, total }) => ({
          label: translate(FAILURES[code].description),
          to: logLink({ failure: code }),
          total,
        }))}
      />
      <Counts
        title={t('home.failuresDestination')}
        hint={t('home.failuresDestinationHint')}
        others={t('home.failuresOthers')}
        rows={[
          ...destinations.map(({ dial_code: code, countries, total }) => ({
            label:
              code === null
                ? t('home.failuresUnknown')
                : t('home.failuresCountry', { country: countries.map(countryName).join(', '), code }),
            to: code === null ? null : logLink({ q: `+${code}` }),
            total,
          })),
          ...(other_destinations > 0
            ? [{ label: t('home.failuresOthers'), to: null, total: other_destinations }]
            : []),
        ]}
      />
    </Stack>
  );
}

type Row = { label: string; to: string | null; total: number };

type CountsProps = {
  title: string;
  hint?: string;
  rows: readonly Row[];
  /** If set, a bar shows the shares of the rows, of which the smallest are one part with this name. */
  others?: string;
};

function Counts({ title, hint, rows, others }: CountsProps) {
  const all = rows.reduce((sum, { total }) => sum + total, 0);
  const shares = rows.map(({ label, total }) => ({ name: label, share: total / all }));
  const hasBar = others !== undefined && shares.length > 1;
  return (
    <section>
      <Title order={3} size="h4" lts={0} mb={4}>
        {title}
      </Title>
      {hasBar ? (
        <Box mt={8} mb={12}>
          <ShareBar shares={shares} others={others} />
        </Box>
      ) : null}
      <Stack component="ul" gap={0}>
        {rows.map(({ label, to, total }, index) => (
          <Group
            component="li"
            key={label}
            className="ruled"
            justify="space-between"
            align="baseline"
            wrap="nowrap"
            gap={16}
            py={12}
          >
            <Group gap={8} wrap="nowrap" align="baseline">
              {hasBar ? <ShareMark index={index} /> : null}
              {to === null ? (
                <span>{label}</span>
              ) : (
                <Anchor component={Link} to={to} inherit>
                  {label}
                </Anchor>
              )}
            </Group>
            <Text span fw={600}>
              {formatCount(total)}
            </Text>
          </Group>
        ))}
      </Stack>
      {hint ? (
        <Text mt={4} size="xs" c="dimmed">
          {hint}
        </Text>
      ) : null}
    </section>
  );
}
