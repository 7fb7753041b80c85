// The differences of a version, by link, rule and profile.
import { MOST_CHANGES, type NetworkChange } from '@godwit/contract/staff/network';
import { Stack, Text } from '@mantine/core';
import { useText } from '../../text/useText.ts';

export function Changes({ changes }: { changes: NetworkChange[] }) {
  const t = useText();
  if (changes.length === 0) return <Text c="dimmed">{t('staff.network.noChanges')}</Text>;
  const groups = Map.groupBy(changes, ({ part, name }) => t(`staff.network.${part}`, { name }));
  return (
    <>
      <Stack component="ul" gap={8} my={12} style={{ overflowWrap: 'anywhere' }}>
        {[...groups.entries()].map(([what, those]) => (
          <li key={what}>
            <Text component="strong" fw={600}>
              {what}
            </Text>
            {those.map((change) => (
              <Text key={JSON.stringify(change)} c="dimmed">
                {t(`staff.network.${kindOf(change)}`, {
                  field: change.field ?? '',
                  before: change.before ?? t('staff.network.absent'),
                  after: change.after ?? t('staff.network.absent'),
                })}
              </Text>
            ))}
          </li>
        ))}
      </Stack>
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
