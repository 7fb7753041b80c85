// TEST and LIVE on screen: the switch between them, the mode of something that was made in one, and the mark of TEST on a button.
import type { Mode } from '@godwit/contract/statuses';
import { Switch, Text } from '@mantine/core';
import { flipMode, useProfile, useSharedDialog } from '../session/context.ts';
import { useText } from '../text/useText.ts';

const RUST = { '--switch-on': 'var(--test-fill)', '--switch-on-thumb': '#ffffff' };

/**
 * The Test Mode switch. Without a verified identity any flip opens 'Verify Account' and changes nothing. `onChange` is called after a real
 * change, for pages that go back to their first page then.
 */
export function ModeSwitch({ mode, onChange }: { mode: Mode; onChange?: (mode: Mode) => void }) {
  const t = useText();
  const { id_verified } = useProfile();
  const openDialog = useSharedDialog();

  function flip(): void {
    const wanted = mode === 'TEST' ? 'LIVE' : 'TEST';
    if (flipMode(id_verified, wanted) === 'verify') openDialog('verify');
    else onChange?.(wanted);
  }

  return <Switch style={RUST} label={t('mode.testMode')} checked={mode === 'TEST'} onChange={flip} />;
}

/** The mode of something that was made in it, beside the title of its page. */
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

/** On a button that does something in TEST. */
export function TestTag() {
  const t = useText();
  return (
    <Text span px={6} bg="rgb(0 0 0 / 32%)" c="#ffffff" fz={12} lh="18px" fw={600} lts="0.08em" bdrs={4}>
      {t('mode.test')}
    </Text>
  );
}
