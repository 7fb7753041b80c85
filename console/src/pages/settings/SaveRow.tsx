// The last line of a settings card: what is not saved yet, Cancel and Save.
import { Button, Group, type GroupProps, Text } from '@mantine/core';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';

type Props = GroupProps & {
  words?: string | null;
  busy: boolean;
  onCancel: () => void;
  /** Without it, Save submits the form around. */
  onSave?: () => void;
};

export function SaveRow({ words, busy, onCancel, onSave, ...look }: Props) {
  const t = useText();
  return (
    <Group className="ruled" justify="flex-end" gap="8px 12px" p={{ base: 16, xs: '16px 24px' }} {...look}>
      <Text role="status" flex={1} c="dimmed">
        {words}
      </Text>
      <Button variant="subtle" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
      <SubmitButton busy={busy} busyLabel={t('action.saving')} {...(onSave ? { onClick: onSave } : {})}>
        {t('action.save')}
      </SubmitButton>
    </Group>
  );
}
