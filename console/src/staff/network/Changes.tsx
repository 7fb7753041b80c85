// The differences of a version, one line each.
import { MOST_CHANGES, type NetworkChange } from '@godwit/contract/staff/network';
import { Box, Text } from '@mantine/core';
import { useText } from '../../text/useText.ts';

export function Changes({ changes }: { changes: NetworkChange[] }) {
  const t = useText();
  if (changes.length === 0) return <Text c="dimmed">{t('staff.network.noChanges')}</Text>;
  return (
    <>
      <Box component="ul" pl={20} my={8} style={{ listStyle: 'disc', overflowWrap: 'anywhere' }}>
        {changes.map((change) => (
          <li key={JSON.stringify(change)}>
            {t(`staff.network.${kindOf(change)}`, {
              what: t(`staff.network.${change.part}`, { name: change.name }),
              field: change.field ?? '',
              before: change.before ?? t('staff.network.absent'),
              after: change.after ?? t('staff.network.absent'),
            })}
          </li>
        ))}
      </Box>
      {changes.length < MOST_CHANGES ? null : (
        <Text c="var(--danger)">{t('staff.network.moreChanges', { most: MOST_CHANGES })}</Text>
      )}
    </>
  );
}

function kindOf({ kind, before, after }: NetworkChange) {
  if (kind !== 'SECRET') return kind;
  if (before === null) return 'SECRET_SET';
  return after === null ? 'SECRET_REMOVED' : 'SECRET_REPLACED';
}
