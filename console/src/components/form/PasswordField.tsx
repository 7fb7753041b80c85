// A password field whose eye has a name and can be reached by keyboard, and which says so when it is at
// fault.
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useText } from '../../text/useText.ts';

export function PasswordField(props: PasswordInputProps) {
  const t = useText();
  return (
    <PasswordInput
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('action.showPassword') }}
      aria-invalid={Boolean(props.error) || undefined}
      {...props}
    />
  );
}
