// The last row of a settings card: the unsaved changes, Cancel and Save.
import { Button, Group, type GroupProps, Text } from '@mantine/core';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';

type Props = GroupProps & {
  /** Describes the unsaved changes. */
  status?: string | null;
  busy: boolean;
  onCancel: () => void;
  /** Without it, Save submits the surrounding form. */
  onSave?: () => void;
};

export function SaveRow({ status, busy, onCancel, onSave, ...groupProps }: Props) {
  const t = useText();
  return (
    <Group
      className="ruled"
      justify="flex-end"
      gap="8px 12px"
      p={{ base: 16, xs: '16px 24px' }}
      {...groupProps}
    >
      {/* A long status has a line of its own on a phone. */}
      <Text role="status" flex={status ? '1 1 160px' : 1} c="dimmed">
        {status}
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
