// The brand that a requested name is or resembles, and the teams that have a name like it, as staff see them.
import type { SenderCase } from '@godwit/contract/staff/reviews';
import { Anchor, Box, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Translate } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';
import { staffPaths } from '../paths.ts';
import type { FactRow } from '../shell/StaffPage.tsx';

const BREAKS = { overflowWrap: 'anywhere' } as const;

/** The facts of a name that is like others; none if it is like no other. */
export function brandFacts(t: Translate, { brand, look_alikes: lookAlikes }: SenderCase): FactRow[] {
  const facts: FactRow[] = [];
  if (brand)
    facts.push([
      t('staff.senders.brand'),
      brand.owned ? (
        <Group key="brand" gap="8px 16px">
          <Pill tone="success" icon={IconCheck}>
            {t('staff.senders.brand.owned')}
          </Pill>
          <Text span inherit style={BREAKS}>
            {t('staff.senders.brand.look', { brand: brand.name })}
          </Text>
        </Group>
      ) : (
        <Pill key="brand" tone="warning" icon={IconAlertTriangle}>
          {t('staff.senders.brand.foreign', { brand: brand.name })}
        </Pill>
      ),
      'whole',
    ]);
  if (lookAlikes.length > 0)
    facts.push([
      t('staff.senders.lookAlikes'),
      <Box component="ul" key="likes" style={BREAKS}>
        {lookAlikes.map(({ team, sender_id: sender }) => (
          <li key={`${team.id} ${sender}`}>
            {sender},{' '}
            <Anchor component={Link} to={staffPaths.team(team.id)}>
              {team.name}
            </Anchor>
          </li>
        ))}
      </Box>,
      'whole',
    ]);
  return facts;
}
