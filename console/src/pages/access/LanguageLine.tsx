// The languages, each by its own name, at the end of the screens before login.
import { LANGUAGE_NAMES, LANGUAGES } from '@godwit/contract/languages';
import { UnstyledButton } from '@mantine/core';
import { useChooseLanguage } from '../../components/useChooseLanguage.ts';
import { useLanguage } from '../../text/language.ts';
import { useText } from '../../text/useText.ts';
import classes from './AccessLayout.module.css';

export function LanguageLine() {
  const t = useText();
  const { language } = useLanguage();
  const choose = useChooseLanguage();
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldsets are of forms, and this is sent with none
    <div role="group" className={classes.languages} aria-label={t('language.choose')}>
      {LANGUAGES.map((one) => (
        <UnstyledButton key={one} lang={one} aria-pressed={one === language} onClick={() => choose(one)}>
          {LANGUAGE_NAMES[one]}
        </UnstyledButton>
      ))}
    </div>
  );
}
