// Provides texts to the components inside, in the language on screen. A page or a lazy dialog brings the
// texts of its own area in its bundle, so no page waits for the texts of others.
import { type ComponentType, type ReactNode, useContext, useMemo } from 'react';
import { useLanguage } from './language.ts';
import { TextsContext } from './useText.ts';

/**
 * Provides the texts of a bundle or a frame. The translation covers them; English shows for a text that it
 * lacks.
 */
export function Texts({ texts, children }: { texts: Record<string, string>; children: ReactNode }) {
  const { locale, translation } = useLanguage();
  const all = useMemo(
    () => ({ locale, texts: { ...texts, ...translation?.texts } }),
    [locale, texts, translation],
  );
  return <TextsContext value={all}>{children}</TextsContext>;
}

/** Adds texts to those of the frame around a page. */
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
