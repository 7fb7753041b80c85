// A password field with an accessible visibility toggle and `aria-invalid`.
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
