// Text by name.
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { TextId } from './catalogue.ts';

type Plain = Record<string, string | number | Date>;
type Chunk = (chunks: ReactNode[]) => ReactNode;

/** The function of useText: plain values give a string; `rich` also takes nodes and functions for tags. */
export type Text = {
  (id: TextId, values?: Plain): string;
  rich: (id: TextId, values: Record<string, ReactNode | Chunk>) => ReactNode;
};

/** Gives `t(id, values)` for plain text and `t.rich(id, { link: (words) => <a>{words}</a> })` for text with tags. */
export function useText(): Text {
  const intl = useIntl();
  const plain = (id: TextId, values?: Plain): string => intl.formatMessage({ id }, values);
  const rich: Text['rich'] = (id, values) => intl.formatMessage({ id }, values as Record<string, ReactNode>);
  return Object.assign(plain, { rich });
}
