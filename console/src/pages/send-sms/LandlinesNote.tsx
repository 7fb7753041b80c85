// Landlines among the recipients: they are left out unless the person wants to send to them.
import { Text } from '@mantine/core';
import { useText } from '../../text/useText.ts';
import { buttonFor } from '../../ui/richText.tsx';
import type { Entry } from './numbers.ts';

type Props = { landlines: readonly Entry[]; wanted: boolean; onChange: (wanted: boolean) => void };

/** Explains what happens to them, with a button that changes it. */
export function LandlinesNote({ landlines, wanted, onChange }: Props) {
  const t = useText();
  const named = { count: landlines.length, number: landlines[0]?.shown ?? '' };
  const change = buttonFor(() => onChange(!wanted));
  return (
    <Text fz={13} c="dimmed" role="status">
      {t.rich(wanted ? 'send.landlinesToo' : 'send.landlines', { ...named, change })}
    </Text>
  );
}
