// A page with the words of its area: they come with its bundle, so that no page waits for the words of others.
import { type ComponentType, useMemo } from 'react';
import { IntlProvider, useIntl } from 'react-intl';

/** The page, and whatever is inside it, with words besides those of the frame around it. */
export function withTexts(Page: ComponentType, texts: Record<string, string>): ComponentType {
  return function Worded() {
    const { messages } = useIntl();
    const all = useMemo(() => ({ ...(messages as Record<string, string>), ...texts }), [messages]);
    return (
      <IntlProvider locale="en" messages={all}>
        <Page />
      </IntlProvider>
    );
  };
}
