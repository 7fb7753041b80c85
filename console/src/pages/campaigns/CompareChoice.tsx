// Chooses campaigns in their list, to compare them.
import type { Campaign } from '@godwit/contract/campaigns/campaigns';
import { Box, Button, Checkbox, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useText } from '../../text/useText.ts';
import { compareAddress, LEAST_COMPARED, MOST_COMPARED } from './compare.ts';

type BoxProps = { row: Campaign; chosen: readonly string[]; onToggle: () => void };

/** Chooses a campaign for the comparison. There is no box if the campaign has sent nothing to compare. */
export function CompareBox({ row: { id, name, counts }, chosen, onToggle }: BoxProps) {
  const t = useText();
  if (counts.recipients === 0) return <span />;
  const isChosen = chosen.includes(id);
  const isFull = chosen.length === MOST_COMPARED && !isChosen;
  return (
    <Checkbox
      aria-label={t('compare.choose', { name })}
      checked={isChosen}
      disabled={isFull}
      onChange={onToggle}
    />
  );
}

/** The chosen campaigns, and the link that compares them. */
export function CompareLine({ chosen, onClear }: { chosen: readonly string[]; onClear: () => void }) {
  const t = useText();
  const count = chosen.length;
  const isReady = count >= LEAST_COMPARED;
  return (
    <Group mih={56} mb={16} px={16} py={8} gap="8px 16px" bdrs={8} bg="var(--info-soft)" c="var(--info)">
      <Box flex="1 1 240px">
        <Text role="status">{t('compare.chosen', { count })}</Text>
        <Text fz={13}>{t('compare.howMany')}</Text>
      </Box>
      <Button variant="subtle" onClick={onClear}>
        {t('compare.clear')}
      </Button>
      {isReady ? (
        <Button variant="outline" component={Link} to={compareAddress(chosen)}>
          {t('compare.action', { count })}
        </Button>
      ) : null}
    </Group>
  );
}
