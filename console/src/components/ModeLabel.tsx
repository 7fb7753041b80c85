// The mode of something that was made in it, beside the title of its page.
import type { Mode } from '@godwit/contract/statuses';
import { Text } from '@mantine/core';
import { useText } from '../text/useText.ts';

export function ModeLabel({ mode }: { mode: Mode }) {
  const t = useText();
  return (
    <Text c="dimmed">
      {t('field.mode')}{' '}
      <Text span fw={600} ml={4} c={mode === 'TEST' ? 'var(--test-text)' : 'var(--text)'}>
        {t(mode === 'TEST' ? 'mode.test' : 'mode.live')}
      </Text>
    </Text>
  );
}
