// Held messages of teams, by destination or by what was found in their texts, with a button to release them.
import type { StaffHold } from '@godwit/contract/staff/teams';
import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { parsePage } from '../../components/list/useAddress.ts';
import { countryName } from '../../countryName.ts';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Section } from '../../ui/Section.tsx';
import { holdsQuery, releaseHold } from '../api/teams.ts';
import { staffPaths } from '../paths.ts';
import { useReport } from '../shell/report.ts';
import { useHere, useMay } from '../shell/StaffPage.tsx';
import { useReasonConfirm } from '../shell/useReasonConfirm.tsx';
import { describeHold } from './describeHold.ts';

const FIRST_PAGE = parsePage(new URLSearchParams());

/** The held destinations of a team. Most teams have none. */
export function TeamHolds({ teamId }: { teamId: string }) {
  const t = useText();
  const { data } = useQuery(holdsQuery({ teamId, ...FIRST_PAGE }));
  if (!data?.total) return null;
  return (
    <Section title={t('staff.holds.title')}>
      <Card>
        <Stack gap={16}>
          {data.results.map((hold) => (
            <HoldRow key={hold.destination} hold={hold} />
          ))}
        </Stack>
      </Card>
    </Section>
  );
}

export function HoldRow({ hold }: { hold: StaffHold }) {
  const t = useText();
  const may = useMay();
  const here = useHere();
  const queries = useQueryClient();
  const [ask, question] = useReasonConfirm();
  const report = useReport();
  const { team, destination: code, waiting, held_at: at } = hold;
  const refresh = () => {
    for (const list of ['holds', 'counts']) queries.invalidateQueries({ queryKey: ['staff', list] });
  };

  function release(): void {
    ask({
      title: t('staff.holds.release'),
      text: t('staff.holds.releaseText', { team: team.name }),
      action: t('staff.holds.release'),
      asksReason: true,
      call: async (reason) => {
        await releaseHold(team.id, code, reason);
        refresh();
        report(t('staff.holds.released'));
      },
      onLost: refresh,
    });
  }

  return (
    <Group justify="space-between" gap="12px 24px">
      <Box flex="1 1 240px" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group align="baseline" gap="0 8px">
          <Anchor component={Link} to={staffPaths.team(team.id)} state={here} fw={600}>
            {team.name}
          </Anchor>
          <span>{describeHold(t, hold, hold.countries.map(countryName))}</span>
        </Group>
        <Text c="dimmed">{t('staff.holds.waiting', { waiting, at: formatInstant(at) })}</Text>
      </Box>
      {may('pause') ? (
        <Button variant="outline" w={{ base: '100%', xs: 'auto' }} onClick={release}>
          {t('staff.holds.release')}
        </Button>
      ) : null}
      {question}
    </Group>
  );
}
