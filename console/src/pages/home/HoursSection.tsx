// The messages of the selected days by weekday and hour, as a heat map.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { ProjectSummary } from '@godwit/contract/projects';
import { MAX_HOURS_DAYS } from '@godwit/contract/stats';
import { Box, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { hoursQuery } from '../../api/stats.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import type { Days } from '../../days.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { HeatMap } from './HeatMap.tsx';

type Props = { project: ProjectSummary; mode: Mode; days: Days };

export function HoursSection({ project, mode, days }: Props) {
  const t = useText();
  const found = useQuery(hoursQuery({ project_id: project.id, mode, ...days }));
  const { data, isPlaceholderData: dim } = found;
  if (found.isError && !data) {
    return (
      <Box component="section" mt={16}>
        <LoadFailed error={found.error} onRetry={() => found.refetch()} />
      </Box>
    );
  }
  if (!data) return <Skeleton mt={16} height={320} radius="md" />;
  const title = t('home.hoursTitle');
  return (
    <Card mt={16} p={{ base: 16, xs: '20px 24px' }} aria-busy={dim}>
      <CardTitle mb={4}>{title}</CardTitle>
      {data.hours ? (
        <Box opacity={dim ? 0.5 : 1}>
          <Text mb={16} c="dimmed">
            {t('home.hoursText', { timezone: project.timezone })}
          </Text>
          <HeatMap week={data.hours} label={title} />
        </Box>
      ) : (
        <Text c="dimmed">{t('home.hoursLong', { days: MAX_HOURS_DAYS })}</Text>
      )}
    </Card>
  );
}
