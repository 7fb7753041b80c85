// Changes the language, on the screens before the login and in the account menu.
import type { Language } from '@godwit/contract/languages';
import { chooseLanguage } from '../../text/language.ts';
import { useText } from '../../text/useText.ts';
import { toastError } from '../toast/toast.ts';

/** Returns a function that shows a language and then calls `onShown`. */
export function useChooseLanguage(onShown?: () => void): (language: Language) => Promise<void> {
  const t = useText();
  return async (language) => {
    const outcome = await chooseLanguage(language);
    if (outcome === 'shown') onShown?.();
    if (outcome === 'failed') toastError(t('language.notLoaded'));
  };
}
