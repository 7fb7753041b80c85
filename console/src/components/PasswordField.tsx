// A password field whose eye has a name and can be reached by keyboard, and which says so when it is at fault.
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import type { TextId } from '../text/catalogue.ts';
import { type Text, useText } from '../text/useText.ts';

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

/** What is wrong with a new password's second field, in the words of the form. */
export function checkConfirm(
  { password, confirm }: { password: string; confirm: string },
  t: Text,
  differs: TextId = 'reset.confirmDiffers',
): FormErrors {
  if (confirm === '') return { confirm: t('signUp.confirmRequired') };
  return confirm === password ? {} : { confirm: t(differs) };
}
