// The mode switch, the mode of an object, and the TEST badge of a button.
import type { Mode } from '@godwit/contract/messages/statuses';
import { Switch, Text } from '@mantine/core';
import { useProfile, useSharedDialog } from '../../session/context.ts';
import { useChangeMode, useMode } from '../../session/mode.ts';
import { useText } from '../../text/useText.ts';

/**
 * Returns the function that changes the mode of all pages. Without a verified identity it opens 'Verify
 * Account' and changes nothing.
 */
export function useFlipMode(): () => void {
  const mode = useMode();
  const change = useChangeMode();
  const { id_verified } = useProfile();
  const openDialog = useSharedDialog();
  return () => {
    if (id_verified) change(mode === 'TEST' ? 'LIVE' : 'TEST');
    else openDialog('verify');
  };
}

/**
 * The Test Mode switch in the bar.
 */
export function ModeSwitch() {
  const t = useText();
  const mode = useMode();
  const flip = useFlipMode();
  return (
    <Switch
      wrapperProps={{ 'data-mode': true }}
      aria-label={t('mode.testMode')}
      title={t('mode.testMode')}
      onLabel={t('mode.test')}
      offLabel={t('mode.live')}
      checked={mode === 'TEST'}
      onChange={flip}
    />
  );
}

/** The mode of an object, beside the title of its page. */
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

/** The badge of a button that acts in TEST. */
export function TestTag() {
  const t = useText();
  return (
    <Text span px={6} bg="rgb(0 0 0 / 32%)" c="#ffffff" fz={12} lh="18px" fw={600} lts="0.08em" bdrs={4}>
      {t('mode.test')}
    </Text>
  );
}
