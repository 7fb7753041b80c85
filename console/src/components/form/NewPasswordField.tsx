// A field for a new password, with the password rules below it.

import { MIN_PASSWORD_LENGTH, PASSWORD_RULES, PASSWORD_SPECIALS } from '@godwit/contract/accounts/passwords';
import type { PasswordInputProps } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import type { TextId } from '../../text/catalogue.ts';
import { password } from '../../text/password/en.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { PasswordField } from './PasswordField.tsx';
import { RuleList } from './RuleList.tsx';

// By default, Mantine would put the list into a paragraph, which is invalid HTML.
const BLOCK = { component: 'div' } as const;

function Field(props: PasswordInputProps) {
  const t = useText();
  const values = { count: MIN_PASSWORD_LENGTH, specials: [...PASSWORD_SPECIALS].join('\u00a0') };
  const rules = PASSWORD_RULES.map(({ part, holds }) => ({ text: t(`password.${part}`, values), holds }));
  return (
    <PasswordField
      autoComplete="new-password"
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      descriptionProps={BLOCK}
      description={<RuleList typed={String(props.value ?? '')} rules={rules} paired />}
      {...props}
    />
  );
}

export const NewPasswordField = withTexts(Field, password);

/** Returns the error of the field that repeats a new password. */
export function checkConfirm(
  { password: typed, confirm }: { password: string; confirm: string },
  t: Translate,
  differs: TextId = 'reset.confirmDiffers',
): FormErrors {
  if (confirm === '') return { confirm: t('signUp.confirmRequired') };
  return confirm === typed ? {} : { confirm: t(differs) };
}
