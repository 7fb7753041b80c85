// Provides texts to components in the language on screen. Each page or lazy dialog includes the texts of its
// area, so no page loads the texts of others.
import { type ComponentType, type ReactNode, useContext, useMemo } from 'react';
import { useLanguage } from './language.ts';
import { TextsContext } from './useText.ts';

/**
 * Provides texts to its children. The translation overrides them; missing translations are shown in English.
 */
export function Texts({ texts, children }: { texts: Record<string, string>; children: ReactNode }) {
  const { locale, translation } = useLanguage();
  const all = useMemo(
    () => ({ locale, texts: { ...texts, ...translation?.texts } }),
    [locale, texts, translation],
  );
  return <TextsContext value={all}>{children}</TextsContext>;
}

/** Adds texts to those that surround a page. */
export function withTexts<Props extends object = object>(
  Page: ComponentType<Props>,
  texts: Record<string, string>,
): ComponentType<Props> {
  return function WithTexts(props: Props) {
    const outer = useContext(TextsContext);
    const all = useMemo(() => ({ ...outer.texts, ...texts }), [outer]);
    return (
      <Texts texts={all}>
        <Page {...props} />
      </Texts>
    );
  };
}
