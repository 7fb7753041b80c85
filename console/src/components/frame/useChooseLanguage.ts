// Handles a press on a language, on the screens before login and in the avatar menu.
import type { Language } from '@godwit/contract/languages';
import { chooseLanguage } from '../../text/language.ts';
import { useText } from '../../text/useText.ts';
import { toastError } from '../toast/toast.ts';

/** Shows a language; then calls `onShown`, to keep it with the person who is signed in. */
export function useChooseLanguage(onShown?: () => void): (language: Language) => Promise<void> {
  const t = useText();
  return async (language) => {
    const outcome = await chooseLanguage(language);
    if (outcome === 'shown') onShown?.();
    if (outcome === 'failed') toastError(t('language.notLoaded'));
  };
}
