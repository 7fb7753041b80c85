// Words of the catalogue for what is inside, in the language that is shown. A page, or a dialog that is loaded later, has the words of its area:
// they come with its bundle, so that no page waits for the words of others.
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { IntlProvider, useIntl } from 'react-intl';
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

/** The page, and whatever is inside it, with words besides those of the frame around it. */
export function withTexts<Props extends object = object>(
  Page: ComponentType<Props>,
  texts: Record<string, string>,
): ComponentType<Props> {
  return function Worded(props: Props) {
    const { messages } = useIntl();
    const all = useMemo(() => ({ ...(messages as Record<string, string>), ...texts }), [messages]);
    return (
      <Texts texts={all}>
        <Page {...props} />
      </Texts>
    );
  };
}
