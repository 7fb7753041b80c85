// Words of the catalogue for what is inside: those given, in the language that is shown.
import { type ReactNode, useMemo } from 'react';
import { IntlProvider } from 'react-intl';
import { useLanguage } from './language.ts';

/** The outermost words of a bundle or a frame; a page adds its own with withTexts. */
export function Texts({ texts, children }: { texts: Record<string, string>; children: ReactNode }) {
  const { locale, translation } = useLanguage();
  const all = useMemo(() => ({ ...texts, ...translation?.texts }), [texts, translation]);
  return (
    <IntlProvider locale={locale} messages={all}>
      {children}
    </IntlProvider>
  );
}
