// A page, or a dialog that is loaded later, with the words of its area: they come with its bundle, so that no page waits for the words of others.
import { type ComponentType, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { Texts } from './Texts.tsx';

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
